def entry_point(argv):
    return 0


def target():
    return entry_point, None
