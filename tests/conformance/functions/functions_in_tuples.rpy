# Items of tuples: a function that is known meets closures, other functions and None.


def plus(x):
    return x + 100


def minus(x):
    return x - 100


class Base(object):
    name = "base"


class Derived(Base):
    name = "derived"


def make(n):
    return lambda x: x * n


def pick(argv, n):
    if len(argv) > n:
        return (plus, n)
    return (make(n), 2)


def pair(f, n):
    return (f, n)


def pick2(argv, n):
    p = (plus, n)
    if len(argv) > n:
        p = (make(n), 2)
    return p


def nested(argv, n):
    p = ((plus, n), "a")
    if len(argv) > n:
        p = ((make(n), 2), "b")
    return p


def three(argv, n):
    p = (plus, n)
    if n == 1:
        p = (minus, n)
    elif n == 2:
        p = (make(n), 2)
    return p


def maybe(argv, n):
    p = (None, n)
    if n == 1:
        p = (minus, n)
    elif n == 2:
        p = (make(n), 2)
    return p


def entry_point(argv):
    for n in range(3):
        f, k = pick(argv, n)
        print(f(5), k)
        f, k = pick2(argv, n)
        print(f(5), k)
        (f, k), s = nested(argv, n)
        print(f(5), k, s)
        f, k = three(argv, n)
        print(f(5), k)
        f, k = maybe(argv, n)
        if f is not None:
            print(f(5), k)
    items = [(plus, len(argv))]
    items.append((make(7), 3))
    for f, k in items:
        print(f(k), k)
    table = {"a": (plus, "x")}
    table["b"] = (make(4), "y")
    for name in ["a", "b"]:
        f, s = table[name]
        print(f(1), s)
    entries = {"p": plus}.items()
    for name, f in entries:
        print(name, f(1))
    p = (minus, 1)
    q = (plus, 1)
    print(p == q, p == (minus, 1), p != q)
    c = (Base, 1)
    if len(argv) > 0:
        c = (Derived, 2)
    print(c[0]().name, c[1])
    fs = [plus]
    fs.append(make(3))
    for g in fs:
        print(g(2))
    return 0


def target(driver, args):
    driver.exe_name = "functions-in-tuples-c"
    return entry_point, None
