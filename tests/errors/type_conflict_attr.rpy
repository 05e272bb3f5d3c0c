class Box(object):
    def __init__(self, value):
        self.value = value


def entry_point(argv):
    a = Box(1)
    b = Box("one")
    print(a.value)
    print(b.value)
    return 0


def target(driver, args):
    return entry_point, None
