"""Closures: nonlocal, cells shared by several functions, loops and late binding, defaults, recursion, decorators, kept in containers."""


def counter(start):
    n = start

    def inc(by=1):
        nonlocal n
        n += by
        return n

    def get():
        return n

    def reset():
        nonlocal n
        n = start
    return inc, get, reset


def late(n):
    fs = []
    for i in range(n):
        fs.append(lambda: i * 10)
    return [f() for f in fs]


def early(n):
    fs = []
    for i in range(n):
        def f(x, i=i):
            return x + i * 10
        fs.append(f)
    return [f(1) for f in fs]


def recursive(n):
    memo = {}

    def fib(k):
        if k < 2:
            return k
        if k not in memo:
            memo[k] = fib(k - 1) + fib(k - 2)
        return memo[k]
    return fib(n), len(memo)


def deep(a):
    def two(b):
        def three(c):
            nonlocal a
            a += b * c
            return a
        return three
    t = two(10)
    t(1)
    t(2)
    return a, two(1)(1), a


def compose(f, g):
    return lambda x: f(g(x))


def power(n):
    if n == 0:
        return lambda x: x
    f = power(n - 1)
    return lambda x: f(x) + n


def logged(log):
    def wrap(f):
        def inner(x):
            log.append("call %d" % x)
            r = f(x)
            log.append("gave %d" % r)
            return r
        return inner
    return wrap


def double(x):
    return x * 2


def generator_closure(n):
    seen = []

    def gen():
        for i in range(n):
            seen.append(i)
            yield i * i
    total = 0
    for v in gen():
        total += v
    return total, seen


def handlers(n):
    state = {"total": 0}

    def add(x):
        state["total"] += x + n

    def sub(x):
        state["total"] -= x

    def fail(x):
        raise ValueError("fail %d" % (x + n))
    table = {"add": add, "sub": sub, "fail": fail}
    for name, x in [("add", 5), ("sub", 2), ("fail", 1), ("add", 1), ("none", 0)]:
        try:
            table[name](x)
        except ValueError as e:
            print("value", e)
        except KeyError as e:
            print("key", e)
    return state["total"]


class Button(object):
    def __init__(self, action):
        self.action = action
        self.presses = 0

    def press(self):
        self.presses += 1
        return self.action(self.presses)


def sorting(words, order):
    def key(w):
        return [order.index(c) for c in w]
    return sorted(words, key=key)


def conditional(flag):
    if flag:
        def f(x):
            return x + 1
    else:
        def f(x):
            return x - 1
    return f(10)


def entry_point(argv):
    inc, get, reset = counter(5)
    inc2, get2, _ = counter(100)
    print(inc(), inc(10), get(), inc2(), get2(), get())
    reset()
    print(get(), get2())
    print(late(3), early(3), recursive(30), deep(1))
    print(compose(lambda x: x + 1, lambda x: x * 2)(5), compose(double, compose(double, double))(1), power(3)(100))
    log = []
    f = logged(log)(double)
    print(f(3), f(4), log)
    print(generator_closure(4), handlers(1), conditional(True), conditional(False))
    base = len(argv)
    b = Button(lambda n: n * 10 + base)
    m = b.press
    print(b.press(), m(), b.presses)
    b.action = double
    print(m(), [g(2) for g in [double, lambda x: x + base, m and power(2)]])
    print(sorting(["abc", "bca", "cab", "b"], "cba"), (lambda *a: len(a))(1, 2, 3), (lambda x, y=2: x * y)(4))
    x = 1

    def show():
        return x
    before = show()
    x = 2
    print(before, show())
    return 0


def target(driver, args):
    return entry_point
