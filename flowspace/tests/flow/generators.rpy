def count(n):
    i = 0
    while i < n:
        yield i
        i += 1

def pairs(l, m=2):
    for x in l:
        for y in l:
            if x * m < y:
                yield x
                yield y

def guarded(d, keys):
    for k in keys:
        try:
            yield d[k]
        except KeyError:
            yield -1

def total(n):
    s = 0
    for x in count(n):
        s += x
    return s

def listed(l):
    r = []
    for x in pairs(l):
        r.append(x)
    return r

def looked(d, keys):
    r = []
    for x in guarded(d, keys):
        r.append(x)
    return r

def genexpr(l):
    r = 0
    for x in (y * 2 for y in l if y > 1):
        r += x
    return r

RUNS = [(total, 5), (listed, [1, 3, 7]), (looked, {1: 2}, [1, 2, 1]), (genexpr, [1, 2, 3])]
RUN_GENERATORS = [(count, 3), (count, 0), (pairs, [1, 3, 7]), (guarded, {1: 2}, [1, 5])]
