class Outer:
    class Inner:
        def __init__(self):
            self.ready()

        def ready(self):
            pass

    def make(self):
        return Outer.Inner()


Outer().make().ready()
