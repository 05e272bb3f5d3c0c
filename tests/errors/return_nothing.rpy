def entry_point(argv):
    print("hello")


def target(driver, args):
    return entry_point, None
