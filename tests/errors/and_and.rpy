def entry_point(argv):
    if len(argv) > 1 && len(argv) < 3:
        return 1
    return 0


def target(driver, args):
    return entry_point, None
