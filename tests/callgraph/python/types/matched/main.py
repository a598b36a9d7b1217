class Circle:
    def draw(self):
        pass


class Square:
    def draw(self):
        pass


def show(shape):
    match shape:
        case Circle() as circle:
            circle.draw()
        case {"shape": Square() as square}:
            square.draw()
        case [first, *_]:
            show(first)


show(None)
