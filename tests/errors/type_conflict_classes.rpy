class Cat(object):
    def name(self):
        return "cat"


class Dog(object):
    def name(self):
        return "dog"


def pick(n):
    if n > 1:
        return Cat()
    return Dog()


def entry_point(argv):
    print(pick(len(argv)).name())
    return 0


def target(driver, args):
    return entry_point, None
