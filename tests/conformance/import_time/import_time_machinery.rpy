"""Import time is Python: descriptors with __set_name__, metaclasses, __init_subclass__, class decorators, registries, partials,
signatures that are read, closures in tables, functions written by exec; the run time uses what they made."""
import functools
import inspect
import itertools
import operator
import re


class Field(object):
    """Describes an attribute; gone at run time."""
    order = itertools.count()

    def __init__(self, default):
        self.default = default
        self.number = next(Field.order)
        self.name = None

    def __set_name__(self, owner, name):
        self.name = name


class RecordMeta(type):
    registry = {}

    def __new__(meta, name, bases, namespace, **options):
        fields = sorted([v for v in namespace.values() if isinstance(v, Field)], key=operator.attrgetter("number"))
        for f in fields:
            f.name = [k for k, v in namespace.items() if v is f][0]
            del namespace[f.name]
        inherited = []
        for base in bases:
            inherited.extend(getattr(base, "FIELDS", []))
        allf = inherited + [(f.name, f.default) for f in fields]
        namespace["FIELDS"] = allf
        if allf:
            source = "def __init__(self, %s):\n" % ", ".join(["%s=%r" % pair for pair in allf])
            source += "".join(["    self.%s = %s\n" % (n, n) for n, _ in allf])
            source += "def show(self):\n    return %r + '(' + %s + ')'\n" % (name, " + ', ' + ".join(
                ["%r + str(self.%s)" % (n + "=", n) for n, _ in allf]))
            made = {}
            exec(source, made)
            namespace["__init__"] = made["__init__"]
            namespace["show"] = made["show"]
        cls = type.__new__(meta, name, bases, namespace)
        meta.registry[name] = cls
        return cls

    def __init__(cls, name, bases, namespace, **options):
        type.__init__(cls, name, bases, namespace)
        cls.tag = options.get("tag", len(RecordMeta.registry))

    def __len__(cls):
        return len(cls.FIELDS)

    def __getitem__(cls, i):
        return cls.FIELDS[i][0]


class Record(metaclass=RecordMeta):
    def show(self):
        return "Record"


class Point(Record, tag=70):
    x = Field(1)
    y = Field(2)


class Named(Point):
    name = Field("none")

    def shifted(self, n):
        return Named(self.x + n, self.y + n, self.name + "'")


SIZES = dict((name, len(cls)) for name, cls in RecordMeta.registry.items())
LAST = [Point[1], Named[2]]


class Plugin(object):
    known = []
    weight = 0

    def __init_subclass__(cls, **kw):
        super().__init_subclass__()
        cls.weight = kw.get("weight", 1)
        Plugin.known.append(cls)

    def run(self, n):
        return n


class Double(Plugin, weight=5):
    def run(self, n):
        return 2 * n


class Negate(Plugin):
    def run(self, n):
        return -n


PLUGINS = [cls() for cls in sorted(Plugin.known, key=lambda c: c.weight)]


def counted(f):
    @functools.wraps(f)
    def wrapper(a, b):
        wrapper.stats.calls += 1
        return f(a, b)
    wrapper.stats = Stats()
    STATS[f.__name__] = wrapper.stats
    return wrapper


class Stats(object):
    calls = 0


STATS = {}


@counted
def add(a, b):
    return a + b


@counted
def mul(a, b):
    return a * b


def signature_of(f):
    code = f.__code__
    return list(code.co_varnames[:code.co_argcount])


def one(x):
    return x


def two(x, y):
    return x * 10 + y


def three(x, y, z):
    return (x * 10 + y) * 10 + z


ARITIES = dict((f.__name__, len(signature_of(f))) for f in [one, two, three])
PARAMETERS = list(inspect.signature(three).parameters)


def adapter(f):
    """A function of a list, from one of any number of parameters."""
    n = len(signature_of(f))
    names = ", ".join(["args[%d]" % i for i in range(n)])
    ns = {"f": f}
    exec("def call(args):\n    if len(args) != %d:\n        return -1\n    return f(%s)\n" % (n, names), ns)
    return ns["call"]


ADAPTERS = [(f.__name__, adapter(f)) for f in (one, two, three)]
POWERS = [functools.partial(pow, 2)(i) for i in range(8)]
WORDS = [m.group(1) for m in re.finditer(r"<(\w+)>", "<alpha> and <beta> or <gamma>")]
CLOSURES = [(lambda k: lambda x: x * k)(k) for k in POWERS[:4]]
DEFAULTS = [lambda x, k=k: x + k for k in POWERS[:4]]


class lazy(object):
    """A descriptor that computes once, at import time."""
    def __init__(self, f):
        self.f = f

    def __get__(self, instance, owner):
        if instance is None:
            return self
        value = self.f(instance)
        instance.__dict__[self.f.__name__] = value
        return value


class Tables(object):
    computed = 0

    @lazy
    def squares(self):
        Tables.computed += 1
        return [i * i for i in range(6)]


TABLES = Tables()
SQUARES = TABLES.squares
SUM = sum(TABLES.squares)
COMPUTED = Tables.computed


class Slotted(object):
    __slots__ = ["left", "right"]
    SHIFTS = []
    for _i in range(3):
        SHIFTS.append(1 << (_i * 4))
    del _i

    def __init__(self, left, right):
        self.left = left
        self.right = right

    def packed(self):
        return self.left * self.SHIFTS[1] + self.right * self.SHIFTS[2]


def entry_point(argv):
    p = Named(len(argv), 5)
    print(p.show(), Point().show(), Named(name="n").shifted(3).show(), Record().show())
    print(Point.tag, Named.tag, Record.tag, sorted(SIZES.keys()), LAST)
    n = 7
    for plugin in PLUGINS:
        n = plugin.run(n)
        print(n, plugin.weight)
    print(add(1, mul(2, 3)), add(4, 5), STATS["add"].calls, STATS["mul"].calls)
    for name, call in ADAPTERS:
        print(name, call([1]), call([1, 2]), call([1, 2, 3]), ARITIES[name])
    print(PARAMETERS, POWERS, WORDS)
    print([f(3) for f in CLOSURES], [f(3) for f in DEFAULTS])
    print(SQUARES[len(argv)], SUM, COMPUTED)
    print(Slotted(2, 3).packed())
    return 0


def target(driver, args):
    return entry_point, None
