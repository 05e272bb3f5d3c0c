"""Calls with the items of iterables and of named tuples; built-in functions with lists."""
from collections import namedtuple, deque

P = namedtuple('P', 'x y')


def two(a, b):
    return "%s-%s" % (a, b)


def total(*numbers):
    result = 0
    for n in numbers:
        result += n
    return result


def named(a, b, c=0, scale=1):
    return (a + b * 10 + c * 100) * scale


def gen(n):
    for i in range(n):
        yield i + 1


def entry_point(argv):
    n = len(argv)
    print(two(*P('a', 2)), two(*P('c', 3)), named(1, *P(2, 3)), named(*P(1, 2), c=3, scale=2))
    print(total(*gen(4)), total(*range(n + 3)), total(*{5: 'a', 6: 'b'}), total(10, *gen(2)))
    print(total(*[ord(c) for c in "xy"]), named(*gen(3)), named(*deque([4, 5])), named(*[n], *(n + 1,)), named(*gen(2), 7))
    numbers = [3, 1, 2]
    print(max(*numbers), min(*numbers))
    try:
        print(max(*numbers[:n - 1]))
    except TypeError as e:
        print(e)
    try:
        print(min(*numbers[:n]))
    except TypeError as e:
        print(e)
    print(*numbers)
    print(*["a", "b"], sep="-", end="!\n")
    print(*numbers[n + 5:])
    return 0


def target(driver, args):
    return entry_point, None
