"""specialize.arg, argtype, memo."""
from rpython.rlib.objectmodel import specialize


@specialize.argtype(0)
def show(x):
    print("<" + str(x) + ">")


@specialize.arg(0)
def power(n, x):
    r = 1
    i = 0
    while i < n:
        r *= x
        i += 1
    return r


@specialize.argtype(0, 1)
def pair(a, b):
    return (a, b)


class A(object):
    tag = 1


class B(object):
    tag = 2


@specialize.memo()
def info(cls):
    return cls.__name__ + "!"


@specialize.arg(0)
def make(cls):
    o = cls()
    return o.tag


@specialize.argtype(0)
def largest(l):
    best = l[0]
    for x in l:
        if x > best:
            best = x
    return best


def entry_point(argv):
    show(1)
    show("s")
    show(2.5)
    show(len(argv) == 1)
    print(power(3, 2))
    print(power(2, 9))
    n, s = pair(3, "three")
    print(n)
    print(s)
    t, m = pair("four", 4)
    print(t)
    print(m)
    print(info(A))
    print(info(B))
    print(make(A) + make(B) * 10)
    print(largest([3, 9, 2]))
    print(largest(["b", "z", "a"]))
    print(largest([1.5, 0.5]))
    return 0


def target(driver, args):
    return entry_point, None
