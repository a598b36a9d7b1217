class Late(Exception):
    def hint(self):
        pass


class Lost(Exception):
    def hint(self):
        pass


class Odd(Exception):
    def hint(self):
        pass


def send(n):
    if n:
        raise Late()
    raise Lost


try:
    send(1)
except (Late, Lost) as error:
    error.hint()
