TABLE = {"a": 1}
B = TABLE["b"]


def entry_point(argv):
    return B


def target(driver, args):
    return entry_point, None
