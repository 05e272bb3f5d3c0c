def entry_point(argv):
    return "done"


def target(driver, args):
    return entry_point, None
