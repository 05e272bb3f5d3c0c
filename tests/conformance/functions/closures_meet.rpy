class Acc(object):
    def __init__(self, base):
        self.base = base

    def add(self, x):
        return self.base + x

    def sub(self, x):
        return self.base - x


def double(x):
    return 2 * x


def square(x):
    return x * x


def adder(n):
    def add(x):
        return x + n
    return add


def suber(n):
    return lambda x: x - n


def pick(i):
    if i == 0:
        return adder(10)
    elif i == 1:
        return suber(5)
    elif i == 2:
        return double
    elif i == 3:
        return square
    elif i == 4:
        return Acc(100).add
    elif i == 5:
        return Acc(100).sub
    return None


def plain(i):
    if i % 2:
        return double
    return square


def some(i):
    if i % 3 == 2:
        return adder(i)
    return plain(i)


def maybe(i):
    if i > 1:
        return None
    return plain(i)


def over(i):
    f = maybe(i)
    if i == 3:
        f = adder(2)
    return f


def compose(f, g):
    return lambda x: f(g(x))


def strs(n):
    def shout(s):
        return s + '!' * n
    return shout


def quiet(n):
    return lambda s: s[n:]


class Node(object):
    def __init__(self, callback):
        self.callback = callback


def apply_all(fs, x):
    for f in fs:
        x = f(x)
    return x


def entry_point(argv):
    for i in range(7):
        f = pick(i)
        if f is not None:
            print(i, f(7))
        else:
            print(i, 'none')
    for i in range(6):
        print(some(i)(10))
    for i in range(4):
        f = over(i)
        if f is None:
            print('None')
        else:
            print(f(i))
    h = compose(adder(3), suber(1))
    print(h(10))
    print(compose(h, double)(10))
    print(compose(square, double)(10))
    ss = [strs(2), strs(3), quiet(1)]
    for s in ss:
        print(s('hello'))
    d = {}
    d['a'] = adder(1)
    d['b'] = suber(1)
    d['c'] = double
    for k in ['a', 'b', 'c']:
        print(k, d[k](5))
    n = Node(adder(2))
    print(n.callback(3))
    n.callback = suber(2)
    print(n.callback(3))
    n.callback = square
    print(n.callback(3))
    print(apply_all([adder(1), suber(2), square, double], 9))
    fs = []
    for i in range(3):
        fs.append(adder(i))
    fs.append(double)
    print(apply_all(fs, 1))
    return 0


def target(driver, args):
    return entry_point, None
