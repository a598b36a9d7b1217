class Broken(Exception):
    def __init__(self, why):
        super().__init__(why)
        self.note()

    def note(self):
        pass


def parse(text):
    try:
        return int(text)
    except ValueError as error:
        raise Broken("no number") from error


parse("x")
