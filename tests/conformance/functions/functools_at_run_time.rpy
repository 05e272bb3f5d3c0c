"""functools at run time."""
from functools import partial, lru_cache, wraps, total_ordering, singledispatch, reduce, cached_property, partialmethod
try:
    from functools import cache
except ImportError:
    cache = lru_cache(None)


def power(base, exp, mod=0, sign=1):
    r = base ** exp * sign
    return r % mod if mod else r


class Machine(object):
    def __init__(self, n):
        self.n = n

    def step(self, a, b=1, c=0):
        self.n += a * b + c
        return self.n

    def stepper(self):
        return partial(self.step, 10)

    double = partialmethod(step, 2, b=2)


@lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@lru_cache(maxsize=128)
def joined(a, b):
    CALLS.append(a)
    return a + "/" + b


@cache
def pair(a, b=5):
    return (a, b)


CALLS = []


def traced(f):
    @wraps(f)
    def wrapper(*args):
        CALLS.append(f.__name__)
        return f(*args)
    return wrapper


@traced
def add3(a, b, c):
    """Adds."""
    return a + b + c


@total_ordering
class Version(object):
    def __init__(self, major, minor):
        self.major = major
        self.minor = minor

    def __eq__(self, other):
        return (self.major, self.minor) == (other.major, other.minor)

    def __lt__(self, other):
        return (self.major, self.minor) < (other.major, other.minor)

    def __repr__(self):
        return "%d.%d" % (self.major, self.minor)


@total_ordering
class ByGe(object):
    def __init__(self, n):
        self.n = n

    def __ge__(self, other):
        if not isinstance(other, ByGe):
            return NotImplemented
        return self.n >= other.n

    def __eq__(self, other):
        return isinstance(other, ByGe) and self.n == other.n


@singledispatch
def describe(x):
    return "something"


@describe.register(int)
def _(x):
    return "int %d" % x


@describe.register(str)
def _(x):
    return "str " + x


@describe.register(list)
def _(x):
    return "list of %d" % len(x)


@describe.register(Version)
def _(x):
    return "version %r" % x


class Lazy(object):
    def __init__(self, n):
        self.n = n
        self.calls = 0

    @cached_property
    def heavy(self):
        self.calls += 1
        return self.n * 100


def entry_point(argv):
    square = partial(power, exp=2)
    print(square(5), square(5, exp=3), square(5, mod=7), square(2, sign=-1))
    p2 = partial(power, 2)
    print(p2(10), p2(exp=3), p2(3, 5))
    neg = partial(power, sign=-1, mod=0)
    print(neg(2, 3), neg(2, 3, sign=1))
    q = partial(square, mod=3)
    print(q(4), q(5, exp=1))
    m = Machine(0)
    s = partial(m.step, b=5)
    print(s(1), s(2), s(1, b=1), m.stepper()(2), m.stepper()(b=3, c=1), m.n)
    print(m.double(), m.double(c=1))
    u = partial(Machine.step, m)
    print(u(3), partial(Machine, 9)().n)
    n = len(argv)
    k = partial(power, n + 1)
    print(k(3), k(3, sign=n), k.args if False else '')
    print(fib(50), fib(10))
    print(joined("a", "b"), joined("a", "b"), joined("c", "d"), CALLS)
    print(pair(1), pair(2, 3), pair(1), pair(a=1, b=2) if False else '')
    print(add3(1, 2, 3), add3.__name__, CALLS)
    a, b = Version(1, 2), Version(1, 3)
    print(a < b, a > b, a <= b, a >= b, a == b, a != b, sorted([b, a]), max(a, b))
    for v in [Version(1, 2), Version(0, 9)]:
        print(v >= a, v <= a, v > a, v < a)
    print(ByGe(1) <= ByGe(2), ByGe(1) < ByGe(2), ByGe(2) > ByGe(1), ByGe(1) < ByGe(1))
    print(describe(3), describe("s"), describe([1, 2]), describe(a))
    l = Lazy(3)
    print(l.heavy, l.heavy, l.calls)
    print(reduce(lambda x, y: x * y, [1, 2, 3, 4]), reduce(lambda x, y: x + y, ["a", "b"], "z"))
    return 0


def target(driver, args):
    return entry_point, None
