"""zip, enumerate, map, filter, reversed, min, max, sum, any, all, iter, next, reduce."""
from functools import reduce


class Count(object):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        i = 0
        while i < self.n:
            yield i
            i += 1

    def twice(self, x):
        return x * 2 + self.n


def gen(n):
    for i in range(n):
        yield i * 10


def square(x):
    return x * x


def is_even(x):
    return x % 2 == 0


def add(a, b):
    return a + b


def entry_point(argv):
    for a, b in zip([1, 2, 3], ['x', 'y']):
        print(a, b)
    for a, b, c in zip('abc', range(10, 20), (1.5, 2.5)):
        print(a, b, c)
    for a, b in zip(gen(5), [1, 2, 3]):
        print(a, b)
    print(list(zip([1, 2], [3, 4])), list(zip([1, 2], 'ab', [0.5, 1.5])))
    for i, (a, b) in enumerate(zip('ab', 'cd')):
        print(i, a, b)
    for i, x in enumerate(['a', 'b'], 1):
        print(i, x)
    for i, x in enumerate(gen(3), start=-1):
        print(i, x)
    for i, c in enumerate('xyz'):
        print(i, c)
    print(list(enumerate([5, 6])), list(enumerate((7, 8), 3)))
    print(list(map(square, [1, 2, 3])), list(map(str, [1, 2])), list(map(int, ['4', '5'])))
    print(list(map(lambda x: x + 1, range(3))), list(map(add, [1, 2], [10, 20])))
    c = Count(3)
    print(list(map(c.twice, c)), list(c))
    print(list(filter(is_even, range(6))), list(filter(None, [0, 1, 2, 0])))
    print(list(filter(lambda s: len(s) > 1, ['a', 'bb', 'ccc'])))
    print(' '.join([str(x) for x in map(square, filter(is_even, range(8)))]))
    print(list(reversed([1, 2, 3])), list(reversed('abc')), list(reversed((1, 2))))
    for i in reversed(range(4)):
        print(i)
    for i in reversed(range(10, 0, -3)):
        print(i)
    for i in reversed(range(1, 10, 4)):
        print(i)
    print(list(reversed(range(0))))
    for k in reversed({'a': 1, 'b': 2}):
        print(k)
    print(min(3, 1, 2), max(3, 1, 2), min([4, 2, 6]), max((4, 2, 6)), min('hello'), max(['b', 'a']))
    print(min(2.5, 1.5), max(1.0, 2.5, 3.5), min('b', 'a'), max('abc', 'abd'))
    words = ['ccc', 'a', 'bb', 'ddd']
    print(min(words, key=len), max(words, key=len), max(words, key=lambda w: (len(w), w)))
    print(min([1], default=5), max([x for x in words if len(x) > 5], default='none'))
    print(max({'x': 3, 'y': 9}.items(), key=lambda kv: kv[1]))
    print(min((3, 'c'), (3, 'a')), max([(1, 2), (1, 3), (0, 9)]), max(-3, 2, key=abs))
    print(max(gen(4)), min(x * x - 4 * x for x in range(5)))
    print(min([1.5, 0.5]), max([[1], [2, 0], [2]]))
    try:
        print(max([x for x in [1] if x > 1]))
    except ValueError:
        print('empty')
    print(sum([1, 2, 3]), sum(x * x for x in range(4)), sum([0.5, 0.25]), sum(range(5), 100))
    print(any(x > 2 for x in [1, 2]), all(x > 0 for x in [1, 2]), any([]), all([]))
    it = iter([1, 2])
    print(next(it), next(it), next(it, -1))
    it2 = iter(gen(1))
    print(next(it2), next(it2, 7), next(it2, 8))
    try:
        next(it)
    except StopIteration:
        print('stop')
    chars = iter('ab')
    print(next(chars) + next(chars))
    print(reduce(add, [1, 2, 3, 4]), reduce(lambda a, b: a * b, range(1, 6), 2))
    print(reduce(lambda a, b: a + b, ['x', 'y', 'z'], ''))
    for x in (1, 2, 3):
        print(x)
    for name, size in (('a', 1), ('b', 2)):
        print(name, size)
    t = (len(argv), 5, 6)
    total = 0
    for x in t:
        total += x
    print(total)
    total = 0
    for i in range(len(t)):
        total += t[i] * i
    print(total, t[-1], t[-2:], t[::-1], t[:1] + (9,))
    days = ('mon', 'tue', 'wed')
    for i in range(3):
        print(days[i], days[i - 3])
    try:
        print(days[len(argv) + 5])
    except IndexError:
        print('IndexError')
    r = range(2, 20, 3)
    print(len(r), r[1], r[-1], 8 in r, 9 in r, list(r))
    for s in ['a', 'bc', 'd']:
        print(s in ('a', 'bc'), s in ('x', 'd'), s not in ('a',))
    p = (1, 2)
    print(p in ((1, 2), (3, 4)), p in [(2, 1)], p < (1, 3), p >= (1, 2), (1, 'b') > (1, 'a'))
    a, b = 1, 2
    a, b = b, a
    print(a, b)
    (x, y), z = (1, 2), 3
    print(x + y + z)
    try:
        u, v = [1, 2, 3][:len(argv) + 3]
        print(u, v)
    except ValueError:
        print('unpack')
    return 0


def target(driver, args):
    return entry_point
