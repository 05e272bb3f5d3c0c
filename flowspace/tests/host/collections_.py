import collections
from collections import OrderedDict, namedtuple, defaultdict, deque
d = OrderedDict()
d['z'] = 1
d['a'] = 2
d['m'] = 3
print(list(d), list(d.items()), d == {'a': 2, 'z': 1, 'm': 3}, len(d), d.popitem(last=False))
P = namedtuple('P', 'x y')
p = P(1, y=2)
print(p, p.x, p[1], tuple(p), p._replace(x=5), p == (1, 2), P._fields)
x, y = p
print(x, y)
dd = defaultdict(list)
dd['a'].append(1)
dd['a'].append(2)
print(dict(dd), dd['q'], len(dd), 'zz' in dd)
q = deque([1, 2, 3])
q.append(4)
q.appendleft(0)
print(list(q), q.popleft(), q.pop(), len(q), q[0])
d = dict(a=1, b=2)
d.update({'c': 3}, e=5)
d.update([('f', 6)])
print(d, d.setdefault('g', 7), d.setdefault('a', 100), d.pop('zz', None), sorted(d))
print(dict(zip('ab', [1, 2])), dict([(1, 2)]), dict.fromkeys('ab', 0), list(d.values()), {**d, 'a': 9}['a'])
print({1: 2} == {1.0: 2}, {1: 'a', True: 'b'}, {'x': 1} != {'x': 2}, list({}.items()))
for bad in range(1):
    d2 = {1: 1}
    try:
        for k in d2:
            d2[k + 1] = 1
    except RuntimeError as e:
        print(e)
l = [3, 1, 2]
l.sort()
print(l, l.index(2), l.count(1), l.pop(), l.pop(0), l)
l.extend((5, 6))
l.insert(0, 'first')
l.insert(-1, 'x')
l.reverse()
print(l, l + [1], l * 2, [1, [2]] == [1, [2]], [1, 2] > [1, 1, 5], l.copy() is l)
l.sort(key=str, reverse=True)
print(l)
l[1:1] = [8, 9]
l[len(l):] = [7]
print(l, l[-100:2], l[2:100])
l.clear()
print(l, [None] * 3, [[]] * 2, list('abc'), list(range(5, 0, -2)), tuple([1, 2]), list((1, 2)))
a = [1]
a.append(a)
print(a)
t = (1, 2, 3)
print(t[1:], t + (4,), t * 2, t.index(2), t.count(1), (1, 2) == (1, 2), hash((1, 2)) == hash((1, 2)), 1 in t)
s = {1, 2, 3}
s.add(4)
s.discard(10)
s.remove(1)
s.update([7, 8])
print(sorted(s), s.issubset({2, 3, 4, 7, 8, 9}), s.isdisjoint({100}), len(s), sorted(s.union([99], [98])))
s -= {7}
s |= {50}
s &= {2, 50, 4}
print(sorted(s), sorted(s.symmetric_difference({2})), sorted(s.difference([4])), sorted(s.intersection([4, 5])))
r = range(10, 0, -3)
print(list(r), len(r), r[1], 7 in r, 8 in r, r, range(5)[1:3], list(range(0)), range(3) == range(0, 3, 1))
print([1, 2, 3] == [1.0, 2.0, 3.0], (1,) + (), [i for i in reversed(range(3))], list(reversed('ab')))
z = sorted([('b', 2), ('a', 2), ('c', 1)], key=lambda kv: (kv[1], kv[0]))
print(z)
import functools
print(sorted([5, 3, 8], key=functools.cmp_to_key(lambda a, b: b - a)))
c = collections.Counter('hello')
print(c['l'], c['z'], sorted(c.items()))
import operator
print(operator.add(1, 2), operator.itemgetter(1)([5, 6]), operator.attrgetter('x')(p), operator.mul(3, 4))
import copy
n = [[1], {2: [3]}]
m = copy.deepcopy(n)
m[0].append(5)
print(n, m, copy.copy(n)[0] is n[0])
import string
print(string.digits, string.ascii_lowercase, string.hexdigits)
