# A StopIteration that leaves the body of a generator is a RuntimeError there.
from rpython.rlib.objectmodel import specialize


class Countdown(object):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def next(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n

    __next__ = next


class Own(StopIteration):
    pass


def raises(n):
    for i in range(5):
        if i == n:
            raise StopIteration
        yield i


def raises_own(n):
    yield 1
    if n > 0:
        raise Own()
    yield 2


def pairs(text):
    it = iter(text)
    while True:
        yield next(it) + next(it)


def in_finally(n):
    try:
        for c in pairs("abcde"):
            yield c
            if n == 1:
                raise StopIteration()
    finally:
        print("left")


def wrong_handler(items):
    it = iter(items)
    try:
        while True:
            yield next(it)
    except ValueError:
        print("not here")


def right_handler(items):
    it = iter(items)
    try:
        while True:
            yield next(it) * 2
    except StopIteration:
        yield -1


def wrong_own(it):
    try:
        while True:
            yield next(it)
    except ValueError:
        print("not here")


def right_own(it):
    try:
        while True:
            yield next(it) * 2
    except StopIteration:
        yield -1


def in_handler(d, key):
    try:
        yield d[key]
    except KeyError:
        yield -1
        raise StopIteration


def helper(n):
    if n > 2:
        raise StopIteration
    return n


def through_call():
    n = 0
    while True:
        yield helper(n)
        n += 1


def delegates(n):
    yield 10
    yield from raises(n)
    yield 20


def echo():
    got = 0
    while True:
        got = yield got * 2
        if got > 5:
            raise StopIteration


@specialize.call_location()
def show(name, generator):
    parts = []
    try:
        for x in generator:
            parts.append(str(x))
        parts.append("end")
    except RuntimeError as e:
        parts.append("RuntimeError: %s" % e)
    print(name, " ".join(parts))


def entry_point(argv):
    show("raises", raises(3))
    show("raises", raises(9))
    show("own", raises_own(len(argv)))
    show("own", raises_own(0))
    show("pairs", pairs("abcd"))
    show("pairs", pairs(""))
    show("finally", in_finally(0))
    show("finally", in_finally(1))
    show("wrong", wrong_handler([1, 2]))
    show("wrong", wrong_own(Countdown(3)))
    show("right", right_handler([1, 2]))
    show("right", right_own(Countdown(2)))
    show("handler", in_handler({1: 2}, 1))
    show("handler", in_handler({1: 2}, 2))
    show("call", through_call())
    show("delegates", delegates(2))
    show("delegates", delegates(7))
    it = iter([1, 2, 3])
    show("expression", (next(it) + x for x in [10, 20, 30, 40]))
    show("expression", (helper(x) for x in range(5)))
    # the generator is finished afterwards
    g = raises(1)
    print(next(g))
    for i in range(2):
        try:
            print(next(g))
        except RuntimeError as e:
            print("RuntimeError", str(e))
        except StopIteration:
            print("finished")
    e = echo()
    print(next(e), e.send(3), e.send(4))
    try:
        e.send(6)
    except RuntimeError as x:
        print("send:", x)
    g = raises(4)
    next(g)
    try:
        g.throw(StopIteration())
    except RuntimeError as x:
        print("throw:", x)
    try:
        list(through_call())
    except RuntimeError:
        print("list")
    try:
        print(sum(raises(2)))
    except RuntimeError:
        print("sum")
    print([x for x in raises(7)])
    return 0


def target(driver, args):
    return entry_point, None
