def entry_point(argv):
    C = type("C", (object,), {})
    return 0


def target(driver, args):
    return entry_point, None
