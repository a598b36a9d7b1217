from lib import run as go


def run():
    pass


go()
