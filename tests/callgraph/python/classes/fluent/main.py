class Query:
    def where(self, text):
        return self

    def limit(self, count):
        return self

    def run(self):
        pass


class Special(Query):
    def run(self):
        pass


Special().where("x").limit(3).run()
