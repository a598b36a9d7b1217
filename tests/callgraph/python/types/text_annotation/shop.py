class Shop:
    def open(self):
        pass
