"""Assorted: str * n, in over lists, del of slices, nested functions in dicts, tuple in list, while-else, chained assign."""


class E1(Exception):
    def __init__(self, msg, n=3):
        self.msg = msg
        self.n = n

    def __str__(self):
        return self.msg


class Base(object):
    registry = []

    def run(self, *args):
        return len(args)


def fact(n):
    return 1 if n < 2 else n * fact(n - 1)


def lookup(d, *keys):
    s = 0
    for i in range(len(keys)):
        s += d.get(keys[0], -1)
    return s


def ret_none(n):
    if n > 1:
        return
    print("one")


def opt(x=None):
    if x is None:
        x = []
    x.append(1)
    return len(x)


def kwonly(a, b=1, c=2):
    return a * 100 + b * 10 + c


def multi(n):
    if n == 0:
        return 0, "zero", None
    return n, "many", [n]


def entry_point(argv):
    try:
        raise E1("boo")
    except E1 as e:
        print(e.msg)
        print(e.n)
    b = Base()
    print(b.run(1, 2))
    print(b.run())
    print(fact(10))
    print(lookup({"a": 1}, "a", "b"))
    ret_none(0)
    ret_none(5)
    print(opt())
    print(opt([1, 2]))
    print(kwonly(1, c=5))
    for i in range(2):
        n, s, l = multi(i)
        print("%d %s" % (n, s))
        if l is not None:
            print(len(l))
    l = [1, 2, 3, 4, 5, 6]
    l[1:3] = [7, 8]
    print(l[1] + l[2])
    l[0], l[1] = l[1], l[0]
    print(l[0])
    d = {}
    d["x"] = d["y"] = 4
    print(d["x"] + d["y"])
    s = "abc"
    i = 0
    while i < len(s):
        if s[i] == 'z':
            break
        i += 1
    else:
        print("no z")
    x = [[0] * 3 for _ in range(2)]
    x[0][1] += 5
    print(x[0][1] + x[1][1])
    t = ((1, 2), "x")
    (a, b2), c = t
    print(a + b2)
    print(c)
    print("%s" % (t[0][1],))
    print("a" "b" + 'c' * 2)
    print(max(1, 2) if len(argv) else min(1, 2))
    del l[-1]
    print(len(l))
    print([3, 1] + [2] == [3, 1, 2])
    print("x=%d, y=%s" % (3, "q") + "!")
    print(not (1 == 2))
    print(chr(65) + chr(66))
    print("%c" % 'x')
    print("%5d|%-5d|%05d" % (42, 42, 42))
    print("%.2f" % 3.14159)
    print("%10s|%-10s|" % ("hi", "ho"))
    print("%X" % 255)
    print(abs(-3) + abs(3))
    print(bool(3))
    print(sum_list([1, 2, 3]))
    pass
    return 0


def sum_list(l):
    t = 0
    for x in l:
        t += x
    return t


def target(driver, args):
    return entry_point, None
