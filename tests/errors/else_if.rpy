def entry_point(argv):
    if len(argv) > 2:
        return 2
    else if len(argv) > 1:
        return 1
    return 0


def target(driver, args):
    return entry_point, None
