class Engine:
    def start(self):
        pass


def build():
    return assemble()


def assemble():
    return Engine()


build().start()
