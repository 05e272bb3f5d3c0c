def entry_point(argv):
    l = []
    l.append(1)
    l.append([2, 3])
    return len(l)


def target(driver, args):
    return entry_point, None
