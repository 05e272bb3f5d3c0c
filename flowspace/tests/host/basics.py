from __future__ import division
print(1 + 2, 7 // -2, -7 % 3, 2 ** 100, 7 / 2, 1 << 70, -5 >> 1, ~5)
print(10 ** 20 // 7, -10 ** 20 % 7, divmod(-7, 2), divmod(10**30, 7))
print(0x10, 0o17, 0b101, 1_000, 1e3, 1.5e-7, 1e16, 123456789.123, 1e22, 0.1 + 0.2)
print(float('inf'), float('-inf'), 1e300 * 10, round(2.5), round(3.567, 2), round(1234, -2))
print(repr("a'b"), repr('a"b\n'), repr('\x00\t\\'), 'x' * 3, [1, 2] * 2, (1,) * 2)
print(True and 3, False or 'x', not 1, None is None, 1 == 1.0, 'a' < 'b', (1, 2) < (1, 3))
print([1, 2, 3][1:], 'hello'[::-1], list(range(10))[2:8:3], [1, 2, 3][-1], 'abc'[-2:])
a = [1, 2, 3, 4, 5]
a[1:3] = [9, 9, 9]
print(a)
del a[0]
del a[1:3]
print(a)
a[::2] = [7] * len(a[::2])
print(a, 7 in a, 8 not in a)
x, y = 1, 2
x, y = y, x
print(x, y)
p, *q, r = range(6)
print(p, q, r)
(m, n), o = (1, 2), 3
print(m, n, o)
d = {'a': 1, 2: 'b', (1, 2): None}
print(d, len(d), d['a'], d.get('zz', 5), 'a' in d)
d['c'] = d.pop('a')
print(d, list(d.items()), sorted(map(str, d.keys())))
for k, v in d.items():
    print(k, v)
else:
    print('done')
for i in range(10):
    if i == 3:
        continue
    if i == 6:
        break
    print(i, end=' ')
print()
i = 0
while i < 3:
    i += 1
else:
    print('while else')
print([i * j for i in range(3) for j in range(3) if i != j])
print({i: i * i for i in range(3)}, sorted({i % 2 for i in range(5)}))
print(sum(x * x for x in range(10)), max(3, 1, 2), min([4, 2]), any([0, 1]), all([]))
print(list(zip('abc', range(3))), list(enumerate('ab', 1)), list(map(lambda x: x + 1, [1, 2])))
print(list(filter(None, [0, 1, 2])), list(reversed([1, 2, 3])), sorted('hello'), sorted([3, 1], reverse=True))
print(sorted(['bb', 'a', 'ccc'], key=len), sorted([(1, 'b'), (1, 'a')]), sorted([1, 2, 3], key=lambda x: -x))
print(int('42'), int('ff', 16), int('0x1f', 0), int(3.9), int(-3.9), float('1.5'), str(1.0), repr(1e100))
print(hex(255), oct(8), bin(5), chr(65), ord('a'), abs(-3), abs(-2.5), hex(-1))
print(isinstance(1, int), isinstance(True, int), issubclass(bool, int), isinstance('', (int, str)))
print(type(1).__name__, type('').__name__, type([]), type(None).__name__)
b = 3 if x else 4
print(b, 1 < 2 < 3, 1 < 2 > 3)
print(not [], bool({}), bool('a'), bool(0.0))
s = set([1, 2]) | {3}
print(sorted(s), sorted(s & {1, 5}), sorted(s - {1}), sorted(s ^ {1, 9}), {1} <= s, s == {1, 2, 3})
f = frozenset([1, 2])
print(f == {1, 2}, hash(f) == hash(frozenset([2, 1])), {f: 1}[frozenset([1, 2])])
print("%d %s %r %5.2f|%-5d|%05d|%x|%%|%c" % (3, 'a', 'b', 3.14159, 42, -42, 255, 'z'))
print("%(a)s-%(b)d" % {'a': 1, 'b': 2}, '%s' % (1,), '%s' % [1], '%10s|%-10s|' % ('r', 'l'))
print("{} {1} {0}".format(1, 2) if False else "{0} {1} {0}".format(1, 2), "{:>5}|{:<5}|{:^5}|".format('a', 'b', 'c'))
print("{:05d} {:+d} {:x} {:,} {:.3f} {:e} {:g} {:%}".format(42, 5, 255, 1234567, 3.14159, 12345.678, 0.0001, 0.25))
name = 'w'
print(f"hello {name!r} {1 + 1} {3.14159:.2f} {'x':>4} {{}}")
print(pow(2, 10, 1000), pow(3, -1, 7), 5 .bit_length(), (255).to_bytes(2, 'big') == b'\x00\xff')
print(1e16, 1e15, 123456789012345678.0, 1e-5, 0.0001, -0.0, 5e-324, 1.7976931348623157e308)
print(int(1e20), 2.0 ** 0.5, 7.5 // 2, -7.5 % 2, 1.0 == 1, hash(1) == hash(1.0))
print((10 ** 40) / (10 ** 20), 3 / 10 ** 25, 2 ** 64 - 1, -(2 ** 63), 2 ** 63 > 1.5, 10**16 == 1e16)
