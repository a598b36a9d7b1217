def traced(method):
    def around(self, *args):
        return method(self, *args)

    return around


class Door:
    @traced
    def open(self):
        self.unlock()

    def unlock(self):
        pass


Door().open()
