from .a import work


def run():
    return work()
