from contextlib import contextmanager


class Connection:
    def send(self):
        pass


@contextmanager
def connected():
    connection = Connection()
    try:
        yield connection
    finally:
        clean()


def clean():
    pass


with connected() as line:
    line.send()
