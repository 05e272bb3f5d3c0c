def entry_point(argv):
    argv.sort(key=lambda s: len(s), revers=True)
    return 0


def target(driver, args):
    return entry_point, None
