from collections import deque


class Box(object):
    def __init__(self, v):
        self.v = v

    def get(self):
        return self.v

    def __len__(self):
        return self.v

    def __getitem__(self, i):
        return self.v + i

    def __setitem__(self, i, x):
        self.v = i + x

    def __delitem__(self, i):
        self.v = i

    def __contains__(self, x):
        return x == self.v

    def __iter__(self):
        return iter([self.v])

    def __call__(self, x):
        return self.v * x

    def __add__(self, other):
        return Box(self.v + other.v)

    def __neg__(self):
        return Box(-self.v)

    def __lt__(self, other):
        return self.v < other.v

    def __enter__(self):
        return self

    def __exit__(self, a, b, c):
        return False


class Plain(object):
    def __init__(self):
        self.x = 1

    def m(self):
        return 2


class Sub(Plain):
    def m(self):
        return 3


def box(n):
    if n > 0:
        return None
    return Box(4)


def plain(n):
    if n > 0:
        return None
    if n < 0:
        return Sub()
    return Plain()


def inc(x):
    return x + 1


def dec(x):
    return x - 1


def one(n):
    if n > 0:
        return None
    return inc


def fun(n):
    if n > 0:
        return None
    if n < 0:
        return dec
    return inc


def cls(n):
    if n > 0:
        return None
    if n < 0:
        return Sub
    return Plain


def meth(n):
    if n > 0:
        return None
    return Plain().m


def clos(n, k):
    if n > 0:
        return None

    def f(x):
        return x + k
    return f


def t_len(n):
    b = box(n)
    try:
        return len(b)
    except TypeError as e:
        print("len", e)
        return -1


def t_item(n):
    b = box(n)
    try:
        return b[3]
    except TypeError as e:
        print("item", e)
        return -1


def t_set(n):
    b = box(n)
    try:
        b[3] = 4
        return b.v
    except TypeError as e:
        print("set", e)
        return -1


def t_del(n):
    b = box(n)
    try:
        del b[3]
        return b.v
    except TypeError as e:
        print("del", e)
        return -1


def t_in(n):
    b = box(n)
    try:
        return 4 in b
    except TypeError as e:
        print("in", e)
        return False


def t_iter(n):
    b = box(n)
    t = 0
    try:
        for x in b:
            t += x
        return t
    except TypeError as e:
        print("iter", e)
        return -1


def t_call(n):
    b = box(n)
    try:
        return b(3)
    except TypeError as e:
        print("call", e)
        return -1


def t_add(n, m):
    try:
        return (box(n) + box(m)).v
    except TypeError as e:
        print("add", e)
        return -1
    except AttributeError as e:
        print("add", e)
        return -2


def t_neg(n):
    try:
        return (-box(n)).v
    except TypeError as e:
        print("neg", e)
        return -1


def t_lt(n, m):
    try:
        return box(n) < box(m)
    except TypeError as e:
        print("lt", e)
        return False
    except AttributeError as e:
        print("lt", e)
        return False


def t_with(n):
    try:
        with box(n) as b:
            return b.v
    except TypeError as e:
        print("with", e)
        return -1


def t_one(n):
    f = one(n)
    try:
        return f(1)
    except TypeError as e:
        print("one", e)
        return -1


def t_fun(n):
    f = fun(n)
    try:
        return f(1)
    except TypeError as e:
        print("fun", e)
        return -1


def t_cls(n):
    f = cls(n)
    try:
        return f().m()
    except TypeError as e:
        print("cls", e)
        return -1


def t_meth(n):
    f = meth(n)
    try:
        return f()
    except TypeError as e:
        print("meth", e)
        return -1


def t_clos(n):
    f = clos(n, 4)
    try:
        return f(3)
    except TypeError as e:
        print("clos", e)
        return -1


def t_attr(n):
    p = plain(n)
    try:
        return p.x
    except AttributeError as e:
        print("attr", e)
        return -1


def t_virtual(n):
    p = plain(n)
    try:
        return p.m()
    except AttributeError as e:
        print("virtual", e)
        return -1


def t_fin(n):
    try:
        try:
            return fun(n)(4)
        finally:
            print("fin", n)
    except TypeError as e:
        print(e)
        return -1


def t_raise(n):
    e = None
    if n <= 0:
        e = ValueError("v")
    try:
        raise e
    except ValueError as e1:
        print("raised", e1)
    except TypeError as e2:
        print("raised", e2)


def t_isinst(n):
    p = plain(n)
    print(isinstance(p, Sub), isinstance(p, Plain), p is None, p == None, not p)


class Maker(object):
    handler = None

    def __init__(self, n):
        self.cb = fun(n)
        self.items = None
        if n <= 0:
            self.items = [n]


def t_field(n):
    m = Maker(n)
    try:
        print(m.cb(5))
    except TypeError as e:
        print(e)
    try:
        print(m.items[0])
    except TypeError as e:
        print(e)
    try:
        m.items.append(4)
        print(len(m.items))
    except AttributeError as e:
        print(e)


def entry_point(argv):
    for i in range(-1, 2):
        print(i)
        print(t_len(i), t_item(i), t_set(i), t_del(i), t_in(i), t_iter(i))
        print(t_call(i))
        print(t_add(i, 0), t_add(0, i), t_neg(i))
        print(t_lt(i, 0), t_lt(0, i))
        print(t_one(i), t_fun(i), t_cls(i), t_meth(i), t_clos(i))
        print(t_attr(i), t_virtual(i), t_fin(i))
        t_raise(i)
        t_isinst(i)
        t_field(i)
        print(t_with(i))
    return 0


def target(driver, args):
    return entry_point, None
