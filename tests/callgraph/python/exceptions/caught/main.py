class Broken(Exception):
    def tell(self):
        return 1


try:
    print()
except Broken as error:
    error.tell()
