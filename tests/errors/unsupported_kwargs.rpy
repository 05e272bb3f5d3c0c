def show(**names):
    return len(names)


def entry_point(argv):
    return show(a=1)


def target(driver, args):
    return entry_point, None
