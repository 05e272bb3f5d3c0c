class A(object):
    pass


class B(object):
    pass


current = A


def change():
    global current
    current = B


def entry_point(argv):
    change()
    return 0


def target(driver, args):
    return entry_point, None
