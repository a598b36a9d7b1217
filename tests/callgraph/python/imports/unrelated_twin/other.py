class Other:
    def save(self):
        pass


def save(thing):
    pass
