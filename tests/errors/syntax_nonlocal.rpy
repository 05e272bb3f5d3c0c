x = 1
def entry_point(argv):
    nonlocal x
    x = 2
    return 0


def target(driver, args):
    return entry_point, None
