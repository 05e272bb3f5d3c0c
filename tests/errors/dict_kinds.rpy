from collections import defaultdict


def count(argv, by_default):
    if by_default:
        d = defaultdict(int)
    else:
        d = {}
    for a in argv:
        d[a] = 1
    return d


def entry_point(argv):
    return len(count(argv, len(argv) > 1))


def target(driver, args):
    return entry_point, None
