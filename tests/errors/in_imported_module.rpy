import helper_module


def entry_point(argv):
    return helper_module.twice(argv[0])


def target(driver, args):
    return entry_point, None
