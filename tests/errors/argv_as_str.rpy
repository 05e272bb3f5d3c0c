def entry_point(argv):
    if argv == "help":
        return 1
    return argv.upper()


def target(driver, args):
    return entry_point, None
