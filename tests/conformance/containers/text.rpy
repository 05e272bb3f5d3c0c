"""Texts of containers: nested, with quotes and escapes, None, floats; by print, str, repr and %s."""


def maybe(i):
    if i > 1:
        return None
    return 's%d' % i


def entry_point(argv):
    print([1, -2], ['a', "it's", 'q"q', 'n\nl\tt\\'], [True, False], [0.5, 1.0], [None, None])
    print((1,), (1, 'a'), ((1, 2), [3]), ())
    print({'a': [1], 'b': [1, 2]}, {1: (2, 'x')}, {})
    print([maybe(i) for i in range(3)])
    print([[1], [2, 3], []], [(1, 'a')], [{'k': [0.25]}])
    print({(1, 2): {'x': None}})
    print(str([1, 2]) + repr((3, 4)) + '%s|%r' % ([5], {'k': 'v'}))
    print('%s %s' % ((1, 2), [(3,)]))
    print(range(4), range(1, 10, 3), [range(2)])
    d = {}
    for i in range(5):
        d[i * i] = str(i)
    del d[4]
    print(d)
    print(len(str(d)), repr(d) == str(d))
    t = ('a', 1, 2.5, None, True, [1])
    print(t)
    print(str(t)[1:-1])
    l = []
    l.append('x')
    l.pop()
    print(l)
    return 0


def target(driver, args):
    return entry_point
