class Account(object):
    def __init__(self, owner):
        self.owner = owner


def entry_point(argv):
    a = Account(argv[0])
    return a.balance


def target(driver, args):
    return entry_point, None
