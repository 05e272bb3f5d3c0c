from rpython.rlib.debug import make_sure_not_resized


def entry_point(argv):
    l = [1, 2, 3]
    make_sure_not_resized(l)
    l.append(4)
    return len(l)


def target(driver, args):
    return entry_point, None
