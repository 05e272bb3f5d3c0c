def entry_point(argv):
    d = {"a": 1}
    if d.contains("a"):
        return 1
    return 0


def target(driver, args):
    return entry_point, None
