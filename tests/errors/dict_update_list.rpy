def entry_point(argv):
    d = {"a": 1}
    d.update([1])
    return len(d)


def target(driver, args):
    return entry_point, None
