def entry_point(argv):
    if len(argv) > 3:
        raise "too many"
    return 0


def target(driver, args):
    return entry_point, None
