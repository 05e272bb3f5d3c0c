def entry_point(argv):
    try:
        return int(argv[0])
    except "ValueError":
        return 1


def target(driver, args):
    return entry_point, None
