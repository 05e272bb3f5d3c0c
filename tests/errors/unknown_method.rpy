def entry_point(argv):
    l = [len(argv)]
    l.push(3)
    return 0


def target(driver, args):
    return entry_point, None
