class View:
    def show(self):
        self.render()

    def render(self):
        pass
