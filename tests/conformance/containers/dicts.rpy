"""Dicts: construction, methods, order, deletion, iteration, equality, keys of many types."""
from collections import OrderedDict


class Key(object):
    def __init__(self, n):
        self.n = n


def maybe(i):
    if i == 0:
        return None
    return 'v%d' % i


def entry_point(argv):
    d = dict([('a', 1), ('b', 2)])
    print(d, dict(x=1, y=2), dict(d, c=3), dict(d) == d, dict(zip('xy', [5, 6])))
    print({k: v * v for k, v in zip('abc', range(3))}, {i: i * i for i in range(4) if i % 2})
    print(dict.fromkeys(['p', 'q'], 7), len({}), bool(d), bool({}))
    d.update({'b': 20, 'c': 30})
    d.update([('d', 40)], )
    d.update(e=50, f=60)
    print(d)
    print(d.pop('a'), d.pop('zz', -1), d.get('b', 0), d.get('zz', 5), d.setdefault('b', 9), d.setdefault('g', 70))
    try:
        d.pop('zz')
    except KeyError:
        print('pop KeyError')
    try:
        print(d['nope'])
    except KeyError:
        print('KeyError')
    try:
        del d['nope']
    except KeyError:
        print('del KeyError')
    print(d.popitem(), len(d))
    print(list(d.items()), list(d.keys()), list(d.values()), sorted(d), len(d.values()))
    print('b' in d, 'b' in d.keys(), 30 in d.values(), ('c', 30) in d.items(), 'q' not in d)
    for k in d:
        print(k, d[k])
    for i, (k, v) in enumerate(sorted(d.items(), reverse=True)):
        print(i, k, v)
    print(sum(d.values()), max(d.values()), max(d, key=d.get), min(d, key=lambda k: -d[k]))
    print(sorted(d, key=d.get, reverse=True))
    del d['c']
    d['c'] = 0
    print(d, {'x': 1, 'y': 2} == {'y': 2, 'x': 1}, {'x': 1} != {'x': 2})
    e = {'c': 1} | {'d': 2, 'c': 3}
    print(e)
    e |= {'z': 9}
    print(e, list(reversed(e)))
    try:
        for k in d:
            d[k + k] = 1
    except RuntimeError:
        print('changed size')
    try:
        for k in d:
            if k == 'b':
                del d[k]
    except RuntimeError:
        print('changed size')
    for k in list(d):
        if len(k) > 1:
            del d[k]
    print(d)
    n = {-1: 'a', -2: 'b', 0: 'c', 1 << 62: 'd'}
    print(n[-1] + n[-2] + n[1 << 62], -3 in n)
    f = {0.5: 1, -0.0: 2, 2.0: 3}
    print(f[0.0], f[2], 0.5 in f, 0.25 in f)
    b = {True: 'yes', False: 'no'}
    print(b[1 > 0], b[1 > 2])
    t = {(1, 'x'): 1, (2, 'y'): 2}
    t[(1, 'x')] += 10
    print(t[(1, 'x')], (2, 'x') in t, t)
    nested = {((1, 2), 'a'): [1], ((3, 4), 'b'): [2]}
    nested[((1, 2), 'a')].append(5)
    print(nested)
    m = {}
    for i in range(3):
        m[maybe(i)] = i
    print(m, m[None], m.get('v1', -1))
    u = {u'k': 1}
    u[u'\xe9'] = 2
    print(u[u'k'], u[u'\xe9'], len(u))
    keys = [Key(i) for i in range(3)]
    by = {}
    for k in keys:
        by[k] = k.n
    print(by[keys[1]], Key(1) in by, len(by))
    chars = {}
    for c in 'hello':
        chars[c] = chars.get(c, 0) + 1
    print(chars, chars['l'], chars.get('he', 0), 'hello'[1:2] in chars)
    none = {'a': None, 'b': 'x'}
    print(none, none['a'] is None, none.get('c') is None, 'a' in none)
    g = {}
    g.setdefault('l', []).append(1)
    g.setdefault('l', []).append(2)
    print(g)
    o = OrderedDict()
    o['z'] = 1
    o['a'] = 2
    o['m'] = 3
    o.move_to_end('z')
    print(list(o.items()), list(o))
    o.move_to_end('m', last=False)
    print(list(o), o.popitem(last=False), o.popitem(), list(o))
    print(OrderedDict([('a', 1), ('b', 2)]), OrderedDict(), OrderedDict([('k', 'v')]) == {'k': 'v'})
    big = {}
    for i in range(3000):
        big[i * 17 % 4001] = i
    for i in range(0, 4001, 3):
        if i in big:
            del big[i]
    print(len(big), sum(big.keys()), sum(big.values()), list(big)[:5], big.popitem())
    c = big.copy()
    big.clear()
    print(len(c), len(big), big)
    q = {}
    for i in range(1000):
        q[i] = i
        if i > 10:
            del q[i - 10]
    print(list(q), len(q))
    dd = {'a': {'b': {'c': 1}}}
    dd['a']['b']['c'] += 1
    print(dd)
    return 0


def target(driver, args):
    return entry_point
