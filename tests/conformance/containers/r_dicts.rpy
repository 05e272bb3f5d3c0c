"""r_dict with its own equality and hash; the functions of rlib.objectmodel on dicts."""
from rpython.rlib.objectmodel import (r_dict, r_ordereddict, move_to_end, reversed_dict, getitem_with_hash,
    setitem_with_hash, delitem_with_hash, contains_with_hash, delitem_if_value_is, compute_hash)


def fold_eq(a, b):
    return a.lower() == b.lower()


def fold_hash(a):
    h = 7
    for c in a.lower():
        h = (h * 31 + ord(c)) & 0xffffff
    return h


class Point(object):
    def __init__(self, x, y):
        self.x = x
        self.y = y


class Point3(Point):
    def __init__(self, x, y, z):
        Point.__init__(self, x, y)
        self.z = z


def point_eq(p, q):
    return p.x == q.x and p.y == q.y


def point_hash(p):
    return p.x * 1000 + p.y


class Space(object):
    def _freeze_(self):
        return True

    def eq(self, a, b):
        return a % 10 == b % 10

    def hash(self, a):
        return a % 10


space = Space()
COLORS = r_dict(fold_eq, fold_hash)
COLORS['Red'] = 1
COLORS['Green'] = 2


def entry_point(argv):
    d = r_dict(fold_eq, fold_hash)
    for i, w in enumerate('The the THE cat Cat dog'.split(' ')):
        d[w] = i
    print(len(d), d['tHe'], d['CAT'], 'DOG' in d, 'bird' in d)
    print(sorted(d.keys()), d.get('bird', -1), d.pop('dog'), len(d))
    del d['cat']
    try:
        d['cat']
    except KeyError:
        print('KeyError')
    print([(k, v) for k, v in d.items()], d.setdefault('new', 9), d.setdefault('NEW', 10))
    print(COLORS['rED'], COLORS['GREEN'], 'blue' in COLORS)
    COLORS['blue'] = 3
    print(COLORS['BLUE'], len(COLORS))
    p = r_ordereddict(point_eq, point_hash)
    p[Point(1, 2)] = 'a'
    p[Point(3, 4)] = 'b'
    p[Point3(1, 2, 3)] = 'c'
    print(len(p), p[Point(1, 2)], p[Point3(3, 4, 0)], [k.x for k in p])
    m = r_dict(space.eq, space.hash)
    m[13] = 'x'
    m[23] = 'y'
    m[4] = 'z'
    print(len(m), m[3], m[1004], list(m))
    for i in range(100):
        m[i * 7] = str(i)
    print(len(m), m[3])
    o = {}
    for c in 'abcd':
        o[c] = ord(c)
    move_to_end(o, 'b')
    print(list(o))
    move_to_end(o, 'd', last=False)
    print(list(o), [k for k in reversed_dict(o)])
    try:
        move_to_end(o, 'q')
    except KeyError:
        print('KeyError')
    h = compute_hash('key')
    setitem_with_hash(o, 'key', h, 5)
    print(getitem_with_hash(o, 'key', h), contains_with_hash(o, 'key', h), 'key' in o, o['key'])
    delitem_with_hash(o, 'key', h)
    print('key' in o, contains_with_hash(o, 'key', h))
    a, b = Point(0, 0), Point(0, 1)
    names = {'a': a, 'b': b}
    delitem_if_value_is(names, 'a', b)
    delitem_if_value_is(names, 'b', b)
    delitem_if_value_is(names, 'c', b)
    print(sorted(names))
    return 0


def target(driver, args):
    return entry_point
