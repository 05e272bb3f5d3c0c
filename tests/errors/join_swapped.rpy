def entry_point(argv):
    print(argv.join(", "))
    return 0


def target(driver, args):
    return entry_point, None
