class Account(object):
    def __init__(self, owner):
        self.owner = owner
        self.balance = 0


def entry_point(argv):
    a = Account(argv[0])
    return a.balence


def target(driver, args):
    return entry_point, None
