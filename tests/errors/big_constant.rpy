def entry_point(argv):
    return len(argv) + 123456789012345678901234567890


def target(driver, args):
    return entry_point, None
