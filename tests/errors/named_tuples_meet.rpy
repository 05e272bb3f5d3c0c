# named tuples with fields of different types in one list
from collections import namedtuple

Pair = namedtuple('Pair', 'key value')


def entry_point(argv):
    pairs = [Pair('a', 1)]
    pairs.append(Pair(2, 'b'))
    print(len(pairs))
    return 0


def target(driver, args):
    return entry_point, None
