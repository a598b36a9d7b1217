import base as frame


class Page(frame.View):
    def show(self):
        self.render()
        frame.View.show(self)


Page().show()
