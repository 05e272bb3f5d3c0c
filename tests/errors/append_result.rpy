def entry_point(argv):
    l = []
    l = l.append(1)
    return len(l)


def target(driver, args):
    return entry_point, None
