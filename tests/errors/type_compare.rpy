def entry_point(argv):
    if type(argv) == list:
        return 1
    return 0


def target(driver, args):
    return entry_point, None
