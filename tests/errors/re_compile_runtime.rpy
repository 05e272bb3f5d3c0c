import re


def entry_point(argv):
    m = re.match(argv[0], argv[1])
    return 0


def target(driver, args):
    return entry_point, None
