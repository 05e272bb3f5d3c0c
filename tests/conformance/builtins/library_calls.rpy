"""Built-in functions and methods that are written in the language."""


class Money(object):
    def __init__(self, amount):
        self.amount = amount


def amounts(items):
    for m in items:
        yield m.amount


def is_big(n):
    return n > 10


def entry_point(argv):
    print(sum([1, 2, 3]))
    print(sum([1, 2, 3], 10))
    print(sum(range(101)))
    print("%.2f" % sum([0.5, 0.25], 0.0))
    print(sum([i * i for i in range(10)]))
    print(sum(amounts([Money(3), Money(4)])))
    print(any([False, False]), any([False, True]), all([True, True]), all([]), any([]))
    print(any(["", "x"]), all(["", "x"]))
    print(all([is_big(n) for n in [11, 12]]))
    total = 0
    for a in [7, -7]:
        for b in [2, -2, 3]:
            q, r = divmod(a, b)
            print(q, r)
            total += q * b + r
    print(total)
    try:
        print(divmod(len(argv), 0)[0])
    except ZeroDivisionError:
        print("zero")
    for text in ["key=value", "novalue", "=x", "a=b=c", ""]:
        a, b, c = text.partition("=")
        print(a + "|" + b + "|" + c)
        a, b, c = text.rpartition("=")
        print(a + "|" + b + "|" + c)
    print("a, b".partition(", ")[2])
    try:
        print("x".partition("")[0])
    except ValueError:
        print("empty separator")
    return 0


def target(driver, args):
    return entry_point
