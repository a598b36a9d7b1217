class Shop:
    def __init__(self):
        self.open()

    def open(self):
        return 1


Shop()
