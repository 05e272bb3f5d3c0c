"""Containers made at import time: read, changed and shared at run time."""
from collections import OrderedDict

PRIMES = [p for p in range(2, 40) if all(p % d for d in range(2, p))]
SQUARES = dict((i, i * i) for i in range(6))
GRID = [[0] * 3 for _ in range(3)]
NAMES = ('zero', 'one', 'two', 'three')
STOP = frozenset(['a', 'the'])
OPS = OrderedDict([('add', 1), ('sub', 2)])
NESTED = {'x': {'y': [1, 2]}, 'z': {}}
PAIRS = [(1, 'a'), (2, 'b')]
EMPTY_LIST = []
EMPTY_DICT = {}
EMPTY_SET = set()
SHARED = [1, 2]
HOLDER = {'l': SHARED}
FLOATS = [0.5, 1.5]
MATRIX = ((1, 2), (3, 4))
BIG = dict((str(i), i) for i in range(1000))


class Config(object):
    def __init__(self):
        self.options = {'debug': 0, 'level': 3}
        self.path = ['/bin', '/usr/bin']
        self.seen = set()


config = Config()


def use():
    EMPTY_LIST.append(1)
    EMPTY_DICT['k'] = 2
    EMPTY_SET.add('s')
    GRID[1][1] += 5
    NESTED['x']['y'].append(3)
    NESTED['z']['w'] = [9]
    config.options['level'] -= 1
    config.path.insert(0, '.')
    config.seen.add(len(config.path))


def entry_point(argv):
    print(PRIMES, SQUARES, NAMES, len(BIG), BIG['777'], 'x' in BIG)
    for i in range(2):
        use()
    print(EMPTY_LIST, EMPTY_DICT, EMPTY_SET, GRID, NESTED)
    print(config.options, config.path, sorted(config.seen))
    SHARED.append(3)
    print(HOLDER, HOLDER['l'] is SHARED)
    HOLDER['l'] = [0]
    print(SHARED, HOLDER)
    print('the' in STOP, 'fox' in STOP, sorted(STOP), list(OPS), OPS['sub'])
    OPS['mul'] = 3
    del OPS['add']
    print(list(OPS.items()), NAMES[len(argv) + 1], NAMES[-1], MATRIX[1][0], sum([a * b for a, b in MATRIX]))
    FLOATS[0] = 2.5
    FLOATS.append(4.0)
    print(FLOATS, sum(FLOATS))
    PAIRS.append((3, 'c'))
    print(dict(PAIRS), [n for n, _ in PAIRS], PAIRS[::-1])
    PRIMES.pop()
    PRIMES[0] = -2
    print(len(PRIMES), PRIMES[:3], sorted(PRIMES)[0])
    for i in range(0, 1000, 2):
        del BIG[str(i)]
    print(len(BIG), '500' in BIG, BIG['501'], sum(BIG.values()))
    SQUARES.clear()
    SQUARES[7] = 49
    print(SQUARES)
    local = list(NAMES)
    local.append('four')
    print(local, len(NAMES))
    return 0


def target(driver, args):
    return entry_point
