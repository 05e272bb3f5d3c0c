"""`cond and x or y`, the conditional expression of old programs, and other mixtures of `and` and `or` as values."""


class Noisy(object):
    def __init__(self):
        self.log = []

    def note(self, name, value):
        self.log.append(name)
        return value


def pick(n):
    return n > 0 and "a" or "b"


def lists(n):
    return (n > 5 and [1] or [2, 3])[0]


def three(n):
    return n == 0 and "zero" or n == 1 and "one" or n < 0 and "negative" or "many"


def first(a, b, c):
    return (a or b) and c


def nested(a, b, c, d):
    return (a and b or c) and d or a


def in_condition(n, m):
    if n and m or not n:
        return 1
    return 0


def order(noisy, a, b, c):
    noisy.log = []
    r = noisy.note("a", a) and noisy.note("b", b) or noisy.note("c", c)
    s = (noisy.note("d", a) or noisy.note("e", b)) and noisy.note("f", c)
    return "%d %d %s" % (r, s, "".join(noisy.log))


def entry_point(argv):
    for n in range(-2, 8):
        print(n, pick(n), lists(n), three(n))
    noisy = Noisy()
    for a in [0, 1, 2]:
        for b in [0, 3]:
            for c in [0, 4]:
                print(first(a, b, c), nested(a, b, c, 7), in_condition(a, b), order(noisy, a, b, c))
    print("" and "x" or "y", "p" and "" or "q", len(argv) > 9 and "r" or "s")
    return 0


def target(driver, args):
    return entry_point
