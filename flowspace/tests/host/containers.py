"""Lists, tuples, dicts, sets: operations in full."""
l = list(range(10))
print(l[2:5], l[::3], l[::-1], l[8:2:-2], l[-3:], l[:-7], l[5:100], l[100:], l[3:1])
l[2:4] = ['a', 'b', 'c']
print(l)
l[::2] = [0] * len(l[::2])
print(l)
del l[::3]
print(l)
l[1:1] = [7, 8]
l[len(l):] = [99]
l[:0] = 'xy'
print(l)
del l[1:3], l[-1]
print(l)
l[2:5] = ()
print(l)
l[::-1] = list(range(len(l)))
print(l)
try:
    l[::2] = [1]
except ValueError as e:
    print(e)
a = [3, 1, 2]
a.sort()
a.insert(0, 'i'); a.insert(100, 'end'); a.insert(-1, 'before')
print(a, a.pop(), a.pop(0), a.pop(-1), a, a.count(1), a.index(2), a.index(3, 1, 9))
a.extend((5, 6)); a.extend(x for x in 'z'); a += 'q'
a.reverse()
print(a, a.copy() == a, a[:] is a, [1, 2] + [3], [1, 2] * 2, 2 in a)
a.clear()
print(a, [1, 2] < [1, 3], [1] < [1, 0], [] == [], [1, [2]] == [1, [2]], [2] > [1, 5], (1, 2) < (1, 2, 0), [1, 2] != [1, 2], (1, 2) == (1.0, 2))
words = ['banana', 'kiwi', 'apple', 'fig', 'plum', 'date']
print(sorted(words), sorted(words, key=len), sorted(words, key=len, reverse=True), sorted(words, key=lambda w: (-len(w), w)), sorted(words, reverse=True))
words.sort(key=lambda w: w[-1]); print(words)
words.sort(key=str.upper, reverse=True); print(words)
print(sorted([(1, 'b'), (1, 'a'), (0, 'z')]), sorted({3: 1, 1: 2}), sorted('bca'), sorted([True, 0, 2, -1.5]))
data = [('x', 2), ('y', 1), ('z', 2), ('w', 1)]
print(sorted(data, key=lambda p: p[1]), sorted(data, key=lambda p: p[1], reverse=True))
import functools
print(sorted([3, 1, 2], key=functools.cmp_to_key(lambda p, q: q - p)))
m = [[0] * 3 for _ in range(2)]
m[0][1] = 5
print(m, [list(r) for r in zip(*m)], [x for r in m for x in r])
x = [1, 2]; x.append(x); print(x, x[2] is x)
t = 1, 'a', (2,)
print(t, t[0], t[-1], t + (1,), t * 2, len(t), t.index('a'), t.count(1), (), (1,), tuple([1, 2]), t[::-1], hash((1, 2)) == hash((1, 2)))
(a, b), [c, d] = (1, 2), [3, 4]
a, b = b, a
*p, q = 'abc'
f, *g = (1,)
h, (i, *j), k = 1, [2, 3, 4], 5
print(a, b, c, d, p, q, f, g, h, i, j, k, [*range(3), *'ab'], (*p, 1), {*p, 'z'} == {'a', 'b', 'z'}, {**{'a': 1}, 'b': 2, **{'a': 3}})
for i, (a, b) in enumerate([(1, 2), (3, 4)]):
    print(i, a, b, end=' ')
for x[0] in range(2):
    pass
print(x[0])
# dicts
d = {'a': 1, 'b': 2}
d['c'] = 3
print(d, len(d), 'a' in d, 'z' not in d, d.get('z'), d.get('z', 0), d.pop('a'), d.pop('zz', 'dflt'), d.setdefault('b', 9), d.setdefault('n', []), d)
print(list(d), list(d.keys()), list(d.values()), list(d.items()), d.copy() == d, dict(d) is d, d == {'n': [], 'c': 3, 'b': 2}, d != {})
d.update({'x': 1}, y=2); d.update([('z', 3)]); d.update(w=4)
print(d, d.popitem(), d.popitem(), dict([('a', 1)], b=2), dict(a=1), dict(zip('ab', [1, 2])), dict.fromkeys('abc'), dict.fromkeys([1, 2], 'v'))
del d['x']
print(d, d | {'q': 1}, {1: 'int', 1.0: 'float', True: 'bool'}, {(1, 2): 'tup'}, {None: 0}, {frozenset([1]): 'fs'}[frozenset([1])])
d |= {'r': 2}
print(d, d.keys() & {'r', 'b'} == {'r', 'b'}, d.keys() - {'r'} == set(d) - {'r'}, ('r', 2) in d.items(), 2 in d.values(), list(reversed(d)), list(reversed(d.items()))[:1], len(d.items()), d.keys() | {'k'} == set(d) | {'k'}, d.keys() == set(d), sorted(d.keys() ^ {'r'}), d.keys().isdisjoint({'0'}), repr(d.keys()), repr({1: 2}.values()), repr({1: 2}.items()))
try:
    for k in d:
        d['new' + k] = 1
except RuntimeError as e:
    print(e)
d = {}
for i in range(5): d.setdefault(i % 2, []).append(i)
print(d, {v[0]: k for k, v in d.items()}, sorted(d.items(), key=lambda kv: -kv[0]), max(d, key=d.get), any(d.values()), all(d), min(d.items()))
d.clear(); print(d, not d, bool(d))


class Dflt(dict):
    def __missing__(self, k):
        self[k] = v = 'made ' + k
        return v


dd = Dflt(a=1)
print(dd['b'], dd, dd.get('zz'), isinstance(dd, dict), len(dd))


class L(list):
    def __getitem__(self, i):
        return 'item%s' % (i,)

    def first(self):
        return list.__getitem__(self, 0)


ll = L([1, 2])
ll.append(3)
ll.attr = 'x'
print(ll, ll[5], ll[1:2], ll.first(), ll.attr, len(ll), ll == [1, 2, 3], sum(ll), ll + [4])
# sets
s = {3, 1, 2}
s.add(4); s.add(1); s.discard(9); s.remove(3)
print(s == {1, 2, 4}, len(s), 1 in s, s | {7} == {1, 2, 4, 7}, s & {1, 9}, s - {1} == {2, 4}, s ^ {1, 5} == {2, 4, 5}, s <= {1, 2, 4}, s < {1, 2, 4}, s >= {1}, s > {1, 2}, s.isdisjoint({8}), set('aab') == {'a', 'b'}, set(), repr({5}), frozenset([1]), repr(frozenset()))
print(s.union([5], (6,)) == {1, 2, 4, 5, 6}, s.intersection([1, 2]) == {1, 2}, s.difference([1], [2]), s.symmetric_difference([1]) == {2, 4}, s.issubset(range(9)), s.issuperset([1]), s.copy() == s, {1, 2} == {2, 1}, {1} == frozenset([1]), {frozenset([1, 2]): 1}[frozenset([2, 1])], sorted(s), {x for x in 'abca'} == set('abc'))
s |= {10}; s &= {1, 10, 2}; s -= {2}; s ^= {1, 3}
s.update([20], [30]); s.intersection_update([10, 20, 3]); s.difference_update([20]); s.symmetric_difference_update([3, 4])
print(sorted(s), s.pop() in (10, 4), len(s), hash(frozenset([1, 2])) == hash(frozenset([2, 1])))
s.clear(); print(s, type(frozenset([1]) | {2}).__name__, type({1} | frozenset([2])).__name__)
# slices as objects
sl = slice(1, 10, 2)
print(sl, sl.start, sl.stop, sl.step, sl.indices(6), list(range(20))[sl], slice(None, -1).indices(5), slice(3) == slice(None, 3, None))


class Idx(object):
    def __getitem__(self, i): return i
    def __setitem__(self, i, v): print('set', i, v)
    def __delitem__(self, i): print('del', i)


ix = Idx()
print(ix[1], ix[1:2], ix[::3], ix[:, 1], ix[...], ix[1:2, 3:4], ix[-1], ix['k'], ix[()])
ix[1:2] = 5
ix['a', 'b'] = 6
del ix[0], ix[::2]
ix[3] = ix[4] = 'chain'
# zip, map, filter, enumerate, any, all, iter
print(list(zip([1, 2], 'ab', (True,))), list(zip()), list(map(lambda a, b: a + b, [1, 2], [3, 4])), list(filter(None, [0, 1, '', 'a'])), list(filter(lambda v: v > 1, [1, 2])), any([]), all([]), any([0, 1]), all([1, 0]), list(enumerate('ab')), list(map(str, range(3))), list(zip([1, 2], [3, 4], strict=True)))
# bytearray
ba = bytearray(b'abc')
ba.append(100); ba[0] = 65; ba.extend(b'ef'); ba += b'g'
print(len(ba), ba[0], list(ba[1:3]), ba == bytearray(b'Abcdefg'), ba.find(b'c'), list(bytearray(3)), list(bytearray([1, 2])), ba.pop(), list(reversed(ba))[:2])
ba[1:3] = b'ZZZ'
del ba[0]
ba.insert(0, 33)
print(list(ba), bytearray(b'x') * 3 == bytearray(b'xxx'), ba.decode('ascii'), 90 in ba, ba.index(b'Z'))
# copy semantic
import copy
orig = [1, [2, 3], {'k': [4]}]
sh, dp = copy.copy(orig), copy.deepcopy(orig)
orig[1].append(99); orig[2]['k'].append(5)
print(sh, dp)
print([1, 2, 3].__len__(), [1].__contains__(1), {}.__contains__(1), {'a': 1}.__getitem__('a'), [1, 2].__getitem__(slice(0, 1)) , [].append.__name__)
del a, b
