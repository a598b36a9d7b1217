class Top:
    def act(self):
        return 1


class Middle(Top):
    pass


class Bottom(Middle):
    def act(self):
        return super().act()
