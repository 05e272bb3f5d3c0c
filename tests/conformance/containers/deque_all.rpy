"""Every method and operator of deques, and the texts of their errors."""
from collections import deque, Counter, defaultdict, OrderedDict

def entry_point(argv):
    d = deque([1, 2, 3, 4, 5], maxlen=5)
    print(d)
    d.append(6)
    print(d)
    d.appendleft(0)
    print(d)
    d.rotate(2)
    print(d)
    d.rotate(-3)
    print(d)
    d.rotate()
    print(d)
    e = deque()
    e.extend([1, 2, 3])
    e.extendleft([7, 8, 9])
    print(e, e.index(1), e.index(1, 2), e.index(2, -3), e.index(2, 1, -1))
    try:
        e.index(99)
    except ValueError as x:
        print("ValueError", str(x))
    e.insert(2, 55)
    e.insert(-1, 66)
    e.insert(100, 77)
    e.insert(-100, 88)
    print(e)
    f = deque([1], maxlen=1)
    try:
        f.insert(0, 2)
    except IndexError as x:
        print(str(x))
    try:
        f.popleft()
        f.popleft()
    except IndexError as x:
        print(str(x))
    try:
        f.pop()
    except IndexError as x:
        print(str(x))
    try:
        e.remove(1000)
    except ValueError as x:
        print(str(x))
    try:
        for q in e:
            e.append(q)
    except RuntimeError as x:
        print(str(x))
    print(deque([1, 2]) == deque([1, 2]), deque([1, 2]) == deque([1, 3]), deque([1]) != deque([1, 2]))
    print(e[0], e[-1], len(e), 55 in e, 1234 in e)
    e[0] = 4
    e[-1] = 5
    print(e)
    try:
        print(e[50])
    except IndexError as x:
        print(str(x))
    try:
        e[50] = 1
    except IndexError as x:
        print(str(x))
    del e[0]
    del e[-1]
    print(e, e.count(55), list(reversed(e)), sorted(e), sum(e), max(e), min(e))
    g = e.copy()
    g.reverse()
    print(g, e)
    g.clear()
    print(g, bool(g), bool(e), not g)
    print(e + deque([1, 2]), e * 2, deque([1]) < deque([2]))
    e += [4, 5]
    print(e)
    s = deque("abc")
    s.extendleft("xy")
    print(s, "".join(s), [c + c for c in s])
    dd = deque([deque([1]), deque([2, 3])])
    print(dd, [len(x) for x in dd])
    z = deque([3, 1, 2], 2)
    print(z)
    print(repr(z), str(z), "%s %r" % (z, z))
    it = iter(e)
    print(next(it), next(it))
    tup = deque([(1, "a"), (2, "b")])
    for a, b in tup:
        print(a, b)
    while tup:
        print(tup.popleft())
    e *= 2
    print(e)
    print(deque([1, 2, 3]) > deque([1, 2]), deque([1]) <= deque([1]))
    return 0

def target(driver, args):
    return entry_point, None
