def entry_point(argv):
    await argv
    return 0


def target(driver, args):
    return entry_point, None
