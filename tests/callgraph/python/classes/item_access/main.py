class Shelf:
    def __getitem__(self, number):
        return self.fetch(number)

    def fetch(self, number):
        return Book()


class Book:
    def read(self):
        pass


Shelf()[3].read()
