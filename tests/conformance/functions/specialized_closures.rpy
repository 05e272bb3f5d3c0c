# Functions that are specialised: each copy makes closures and generators of its own types.
from rpython.rlib.objectmodel import specialize


@specialize.argtype(0, 1)
def constant(x, dummy):
    def get():
        return x
    return get


@specialize.call_location()
def each(f, xs):
    for x in xs:
        yield f(x)


@specialize.arg(0)
def adder(n, m):
    return lambda x: x + n + m


def entry_point(argv):
    a = constant(1, 2)
    b = constant('s', 2)
    c = constant([1.5], 'x')
    print(a() + 1, b() + 't', c()[0])
    for x in each(lambda x: x * 2, [1, 2, 3]):
        print(x)
    for s in each(lambda s: s + '!', ['a', 'b']):
        print(s)
    for s2 in map(lambda s: len(s), ['a', 'bb']):
        print(s2)
    for i2 in map(lambda i: str(i), [1, 2]):
        print(i2)
    print(adder(1, len(argv))(1), adder(10, len(argv))(1))
    return 0


def target(driver, args):
    return entry_point, None
