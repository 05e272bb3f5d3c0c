def entry_point(argv):
    s = frozenset(argv)
    s.add("three")
    return len(s)


def target(driver, args):
    return entry_point, None
