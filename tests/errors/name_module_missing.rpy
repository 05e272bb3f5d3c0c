def entry_point(argv):
    print(os.getcwd())
    return 0


def target(driver, args):
    return entry_point, None
