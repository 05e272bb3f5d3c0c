def entry_point(argv):
    return argv.length


def target(driver, args):
    return entry_point, None
