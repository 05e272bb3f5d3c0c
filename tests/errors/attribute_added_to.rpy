class Account:
    def __init__(self, owner):
        self.owner = owner

    def pay(self, amount):
        self.balance += amount


def entry_point(argv):
    Account(argv[0]).pay(len(argv))
    return 0


def target(driver, args):
    return entry_point, None
