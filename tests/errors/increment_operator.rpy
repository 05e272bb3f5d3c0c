def entry_point(argv):
    i = 0
    i++
    return i


def target(driver, args):
    return entry_point, None
