class Model:
    @classmethod
    def load(cls):
        return cls.parse()

    @classmethod
    def parse(cls):
        pass


class User(Model):
    @classmethod
    def parse(cls):
        pass


Model.load()
User.load()
