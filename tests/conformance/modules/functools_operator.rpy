# functools and operator at run time and at import time
import functools
import operator
from functools import partial, reduce, wraps, total_ordering, lru_cache, cmp_to_key
from operator import itemgetter, attrgetter, methodcaller


def add(a, b, c=0):
    return a + 10 * b + 100 * c


def greet(greeting, name, mark="!"):
    return greeting + ", " + name + mark


class Point(object):
    def __init__(self, x, y, tag="p"):
        self.x = x
        self.y = y
        self.tag = tag

    def scaled(self, k, plus=0):
        return self.x * k + self.y + plus

    def name(self):
        return "%s(%d, %d)" % (self.tag, self.x, self.y)


# made at import time
HELLO = partial(greet, "hello")
ASK = partial(greet, mark="?")
TABLE = [partial(add, 2), partial(add, 5)]
OPERATORS = {"+": operator.add, "-": operator.sub, "*": operator.mul}
FIRST = itemgetter(0)
ENDS = itemgetter(0, -1)
SCALE = methodcaller("scaled", 3)
SCALE_PLUS = methodcaller("scaled", 3, plus=100)


def traced(f):
    @wraps(f)
    def wrapper(*args):
        return f(*args) + 1
    return wrapper


@traced
def double(x):
    return x * 2


@total_ordering
class Version(object):
    def __init__(self, major, minor):
        self.major = major
        self.minor = minor

    def __eq__(self, other):
        return self.major == other.major and self.minor == other.minor

    def __lt__(self, other):
        if self.major != other.major:
            return self.major < other.major
        return self.minor < other.minor

    def __repr__(self):
        return "%d.%d" % (self.major, self.minor)


@lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@lru_cache(maxsize=2)
def slow(a, b):
    print("computing", a, b)
    return a * b


def backwards(a, b):
    return b - a


def apply_twice(f, x):
    return f(f(x))


def entry_point(argv):
    n = len(argv)
    # partial: positional and keyword arguments, any types, of functions, methods, classes, closures
    p = partial(add, n)
    print(p(2), p(2, 3), p(b=4), p(2, c=5))
    q = partial(add, b=n + 1)
    print(q(1), q(1, c=2))
    word = "good day" if n < 5 else "bye"
    g = partial(greet, word)
    print(g("ann"), g("bob", "."), g(name="cid", mark="..."))
    print(HELLO("dan"), HELLO("eve", mark="?!"), ASK("hi", "fay"))
    point = Point(n + 2, 4)
    m = partial(point.scaled, n + 6)
    print(m(), m(1), m(plus=2))
    make = partial(Point, n, tag="q")
    print(make(7).name(), make(8).name())
    k = partial(lambda a, b: a * n + b, 4)
    print(k(5), partial(k, 6)())
    for f in TABLE:
        print(f(1), f(1, 1))
    for f in [partial(add, 1), partial(add, n + 1)]:
        print(f(3))
    print(apply_twice(partial(add, 7), 1), list(map(partial(add, 1), [1, 2, 3])))
    callbacks = {"a": partial(greet, "a"), "b": HELLO, "c": lambda name: "<" + name + ">"}
    for key in ["a", "b", "c"]:
        print(callbacks[key]("x"))

    # operator
    items = [(3, "c"), (1, "b"), (2, "a")]
    print(sorted(items, key=itemgetter(0)), sorted(items, key=itemgetter(1)), max(items, key=itemgetter(1)))
    get = itemgetter(1)
    print(get([5, 6]), get("xyz"), get((1.5, "two")), get({1: "one"}), itemgetter("k")({"k": 9}))
    print(FIRST([4, 5]), FIRST("st"), ENDS([1, 2, 3]), ENDS("xyz"), itemgetter(2, 0, 1)("abc"))
    column = itemgetter(n - 1)
    print(column(["u", "v"]), column([[1], [2]]))
    points = [Point(3, 1), Point(1, 2), Point(2, 0)]
    print([a.x for a in sorted(points, key=attrgetter("y"))], attrgetter("x", "tag")(points[0]))
    print([SCALE(a) for a in points], SCALE_PLUS(points[1]), methodcaller("name")(points[2]))
    print(methodcaller("upper")("text"), methodcaller("split", ",")("a,b"), methodcaller("pop")([1, 2]))
    for sign in ["+", "-", "*"]:
        print(sign, OPERATORS[sign](n + 6, 3))

    # the rest of functools
    print(reduce(operator.add, [1, 2, 3]), reduce(lambda a, b: a + b, ["x", "y"], "z"), functools.reduce(add, [1, 2]))
    print(double(4), double.__name__)
    a, b, c = Version(1, 2), Version(1, 10), Version(2, 0)
    print(a < b, a <= b, a > b, a >= a, b != c, sorted([c, a, b]), max(a, c), min(b, c))
    print(fib(80), slow(2, 3), slow(2, 3), slow(4, 5), slow(6, 7), slow(2, 3))
    print(sorted([3, 1, 2], key=cmp_to_key(backwards)))
    return 0


def target(driver, args):
    return entry_point, None
