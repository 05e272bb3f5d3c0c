def entry_point(argv):
    return compute(len(argv))


def target(driver, args):
    return entry_point, None
