def entry_point(argv):
    s = {len(argv), 2}
    s.add("three")
    return len(s)


def target(driver, args):
    return entry_point, None
