def add(x, y):
    return x + y

def loop(n):
    total = 0
    i = 0
    while i < n:
        if i % 3 == 0:
            i += 1
            continue
        total += i
        i += 1
    return total

def forloop(l):
    s = 0
    for x in l:
        if x < 0:
            break
        s += x
    else:
        s = -s
    return s

def pathwise(x):
    if x:
        k = 1
    else:
        k = 2
    return k + 1

def shortcut(a, b):
    return (a and b) or not a

def chain(a, b, c):
    if a < b < c:
        return 1
    return a == b != c

def swap(a, b):
    a, b = b, a
    (c, d), e = (a, b), a
    return a * 10 + b - c - d + e

def unpack(t):
    a, b = t
    return a - b

def nested(n):
    r = []
    for i in range(n):
        for j in range(i):
            if j == 2:
                break
            r.append(i * 10 + j)
    return r

def comps(l):
    return [x * 2 for x in l if x > 1]

def slices(s, i, j):
    return s[i:j] + s[:i] + s[j:]

def setslices(l):
    l = l[:]
    l[1:2] = [7, 8]
    del l[0:1]
    l[0] += 5
    return l

def dicts(k):
    d = {1: k, "x": 2}
    if k in d:
        del d[k]
    return d.get(k, 5)

def endless(n):
    while True:
        n += 1
        if n > 100:
            return n

def fmt(a, b):
    return "%d-%s" % (a, b) + f"<{a}:{b!r}>"

def floordiv(a, b):
    return a / b

def not_in(x, l):
    return x not in l or x is not None

RUNS = [
    (add, 1, 2), (loop, 0), (loop, 10), (forloop, [1, 2, 3]), (forloop, [1, -2, 3]), (forloop, []),
    (pathwise, 0), (pathwise, 1), (shortcut, 0, 1), (shortcut, 1, 0), (shortcut, 3, 4),
    (chain, 1, 2, 3), (chain, 2, 2, 3), (chain, 2, 1, 1), (swap, 1, 2),
    (unpack, (5, 3)), (unpack, [5, 3]), (unpack, (5, 3, 4)), (nested, 5), (comps, [1, 2, 3]),
    (slices, "abcdef", 1, 3), (setslices, [1, 2, 3, 4]), (dicts, 1), (dicts, "x"), (dicts, 7),
    (endless, 5), (fmt, 3, "a"), (floordiv, -7, 2), (floordiv, 1, 0), (not_in, 3, [3]), (not_in, 3, []),
]
