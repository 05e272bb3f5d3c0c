def entry_point(argv):
    print("done")


def target(driver, args):
    return entry_point, None
