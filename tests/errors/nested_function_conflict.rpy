def entry_point(argv):
    def show(x):
        return str(x) + "!"
    print(show(1) + show(None))
    print(show([1]) + 1)
    return 0


def target(driver, args):
    return entry_point, None
