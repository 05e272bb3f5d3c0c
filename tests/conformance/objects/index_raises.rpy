# __index__ of indices and of bounds of slices raises where a handler takes it.
class Bad(object):
    def __init__(self, n):
        self.n = n

    def __index__(self):
        if self.n > 1:
            raise ValueError("no index")
        return self.n


def try_get(l, a, b, c):
    try:
        return l[a:b:c]
    except ValueError:
        return [-1]


def try_two(l, a, b):
    try:
        return l[a:b]
    except ValueError:
        return [-2]


def try_item(l, a):
    try:
        return l[a]
    except ValueError:
        return -3


def try_set(l, a, x):
    try:
        l[a] = x
    except ValueError:
        return -4
    return len(l)


def try_set_slice(l, a, x):
    try:
        l[a:] = x
    except ValueError:
        return -4
    return len(l)


def try_delete(l, a):
    try:
        del l[a]
    except ValueError:
        return -5
    return len(l)


def try_repeat(l, a):
    try:
        return l[:1] + [l[a]]
    except ValueError:
        return [-6]


def try_text(s, a):
    try:
        return s[a] + s[a:]
    except ValueError:
        return "none"


def try_call(a):
    try:
        return hex(a) + bin(a), [0], max(a.__index__(), 0)
    except ValueError:
        return "none", [], 0


def try_float(a):
    try:
        return int(a) + len("abc"[:a])
    except ValueError:
        return -7


def entry_point(argv):
    l = list(range(10))
    for n in range(3):
        print(try_get(l, Bad(n), Bad(1), Bad(1)), try_get(l, Bad(0), Bad(1), Bad(n + 1)), try_two(l, Bad(n), Bad(1)))
        print(try_item(l, Bad(n)), try_set(l, Bad(n), 77), try_set_slice(l[:3], Bad(n), [5, 6, 7]), try_delete(l[:2], Bad(n)))
        print(try_repeat([1, 2, 3], Bad(n)), try_text("abc", Bad(n)), try_call(Bad(n)), try_float(Bad(n)))
    return 0


def target(driver, args):
    return entry_point, None
