class Logging:
    def log(self):
        self.write()


class Base:
    def write(self):
        pass


class Service(Logging, Base):
    pass


Service().log()
