def show(x):
    print(x)


def entry_point(argv):
    show(1)
    show("one")
    return 0


def target(driver, args):
    return entry_point, None
