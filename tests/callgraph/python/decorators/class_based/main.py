class Counted:
    def __init__(self, function):
        self.function = function

    def __call__(self):
        return self.function()


@Counted
def go():
    pass


go()
