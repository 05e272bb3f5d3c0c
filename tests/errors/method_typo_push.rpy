def entry_point(argv):
    l = []
    l.push(1)
    return len(l)


def target(driver, args):
    return entry_point, None
