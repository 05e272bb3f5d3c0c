"""Lists, dicts and sets of items of every kind: floats, bools, chars, None, unicode, tuples, functions, instances."""


class Shape(object):
    def __init__(self, n):
        self.n = n

    def area(self):
        return self.n


class Square(Shape):
    def area(self):
        return self.n * self.n


def inc(x):
    return x + 1


def dec(x):
    return x - 1


def name_or_none(i):
    return 'n%d' % i if i % 2 else None


def entry_point(argv):
    floats = [0.5, -1.25, 3.0]
    floats.append(1.0)
    floats[0] = 2.0
    floats.extend([0.125])
    print(sorted(floats), sum(floats), max(floats), 3.0 in floats, floats.index(-1.25), floats.count(9.0))
    bools = [True, False, True]
    bools.append(1 > 2)
    print(bools, sum(bools), bools.count(True), sorted(bools), all(bools), [not b for b in bools])
    chars = list('hello')
    chars.append('xyz')
    chars.insert(0, '')
    print(chars, 'l' in chars, chars.index('xyz'), max(chars), sorted(chars), ''.join(chars))
    names = [name_or_none(i) for i in range(4)]
    print(names, names.count(None), None in names, [n for n in names if n is not None], names.index('n3'))
    names.remove(None)
    print(names, names == ['n1', None, 'n3'], names != ['n1'])
    uni = [u'a', u'\xe9', u'bc']
    print(len(uni), u'bc' in uni, uni.index(u'\xe9'), sorted(uni)[0] == u'a', u''.join(uni) == u'a\xe9bc')
    pts = [(1, 'b'), (0, 'z'), (1, 'a')]
    pts.append((len(argv), 'c'))
    print(sorted(pts), (0, 'z') in pts, pts.index((1, 'a')), pts.count((9, 'q')), min(pts))
    functions = [inc, dec, inc]
    print([f(10) for f in functions], functions.index(dec), functions.count(inc), functions[0] is functions[2])
    table = {'up': inc, 'down': dec}
    print(table['up'](1), table['down'](1), sorted(table))
    shapes = [Shape(5), Square(3), Shape(1)]
    print([s.area() for s in shapes], max([s.area() for s in shapes]), shapes[1] in shapes, Shape(5) in shapes)
    shapes.sort(key=lambda s: s.area())
    print([s.n for s in shapes], isinstance(shapes[2], Square), shapes.index(shapes[1]))
    maybe = [shapes[0], None, shapes[1]]
    print([m is None for m in maybe], maybe.count(None), [m.n for m in maybe if m])
    lists = [[1], [], [1, 2]]
    print(sorted(lists), [] in lists, [1, 2] in lists, lists.index([]), lists.count([1]), max(lists))
    dicts = [{'a': 1}, {}, {'b': 2}]
    print({} in dicts, {'b': 2} in dicts, dicts.index({'b': 2}), [len(d) for d in dicts], dicts)
    sets = [{1}, {2, 3}, set()]
    print({3, 2} in sets, sets.index(set()), [len(s) for s in sets], sorted(sets[0] | sets[1]))
    by_float = {0.5: 'half', 1.0: 'one'}
    by_float[2.0] = 'two'
    print(by_float, by_float[0.5], 1.0 in by_float, 3.5 in by_float)
    by_none = {None: 0, 'k': 1}
    print(by_none[None], by_none['k'], None in by_none, sorted([len(k) for k in by_none if k is not None]))
    by_tuple = {(0, True): 'x', (1, False): 'y'}
    print(by_tuple[0, True], (1, False) in by_tuple, (1, True) in by_tuple)
    by_shape = {shapes[0]: 'first', shapes[1]: 'second'}
    print(by_shape[shapes[1]], shapes[2] in by_shape, sorted(by_shape.values()))
    float_set = {0.1 * i for i in range(5)}
    print(len(float_set), 0.2 in float_set, 0.25 in float_set)
    char_set = set('mississippi') | {'m', 'xy'}
    print(sorted(char_set), 'xy' in char_set, 'x' in char_set)
    return 0


def target(driver, args):
    return entry_point
