class Node:
    def __init__(self, children):
        self.children = children

    def depth(self):
        return 1 + max((child.depth() for child in self.children), default=0)


Node([Node([])]).depth()
