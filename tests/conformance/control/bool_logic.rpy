"""and/or/not with values, chained comparisons, truth of containers."""


class Thing(object):
    pass


def truth(n, s, l, d, o):
    r = ""
    if n:
        r += "n"
    if s:
        r += "s"
    if l:
        r += "l"
    if d:
        r += "d"
    if o:
        r += "o"
    return r + "."


def side(log, v):
    log.append(v)
    return v > 2


def between(a, x, b):
    return a < x <= b


def entry_point(argv):
    print(truth(0, "", [], {}, None))
    print(truth(1, "x", [0], {0: 0}, Thing()))
    log = []
    print(side(log, 1) and side(log, 3))
    print(side(log, 3) or side(log, 4))
    print(not side(log, 0) and side(log, 9))
    print(len(log))
    for x in range(6):
        print(between(1, x, 4))
    t = Thing()
    print(t is t)
    print(t is not None)
    print(not [] == True)
    a = 3
    print(1 < a < 5 < 10)
    print(a == 3 != 4)
    assert a == 3
    assert between(1, 2, 3), "message"
    return 0


def target(driver, args):
    return entry_point, None
