"""Enumerations at run time."""
from enum import Enum, IntEnum, Flag, IntFlag, auto, unique


class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3
    CRIMSON = 1

    @property
    def pretty(self):
        return self.name.lower()

    def darker(self):
        return Color.BLUE if self is Color.RED else Color.RED

    @classmethod
    def default(cls):
        return cls.GREEN

    def __str__(self):
        return "color " + self.pretty


@unique
class Op(IntEnum):
    ADD = 0
    SUB = 1
    MUL = 2

    def apply(self, a, b):
        if self == Op.ADD:
            return a + b
        if self is Op.SUB:
            return a - b
        return a * b


class Kind(Enum):
    NAME = auto()
    NUMBER = auto()
    END = auto()


class Planet(Enum):
    MERCURY = (3.3, 2.4)
    EARTH = (5.9, 6.3)

    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius

    @property
    def ratio(self):
        return self.mass / self.radius


class Perm(IntFlag):
    R = 4
    W = 2
    X = 1


class Mode(Enum):
    READ = 'r'
    WRITE = 'w'


class Token(object):
    def __init__(self, kind, text):
        self.kind = kind
        self.text = text


def tokens(text):
    for word in text.split():
        yield Token(Kind.NUMBER if word.isdigit() else Kind.NAME, word)
    yield Token(Kind.END, '')


def entry_point(argv):
    n = len(argv)
    for c in Color:
        print(c.name, c.value, c.pretty, str(c), repr(c), c.darker(), c is Color.RED)
    print(Color(n + 1), Color['BLUE'], Color.CRIMSON is Color.RED, Color.default(), len(Color))
    try:
        print(Color(n + 10))
    except ValueError as e:
        print("ValueError", e)
    try:
        print(Color['PINK'])
    except KeyError as e:
        print("KeyError", e)
    counts = {Color.RED: 1, Color.GREEN: 2}
    counts[Color.RED] += 5
    counts[Color.BLUE] = 0
    print(counts[Color.RED], Color.BLUE in counts, [c.name for c in counts], Color.RED == Color.RED, Color.RED != Color.BLUE)
    print(isinstance(Color.RED, Color), Color.RED in Color, Color.RED in [Color.BLUE], Color.RED in (Color.RED, Color.BLUE))
    for op in Op:
        print(int(op), op + 10, op < 2, op == 1)
    table = ['add', 'sub', 'mul']
    print(table[Op.SUB], int(Op(n + 1)), [int(o) for o in Op if o > 0], [int(o) for o in sorted([Op.MUL, Op.ADD])], int(max(Op)), len(Op), 7 in [int(o) for o in Op], int(Op['MUL']))
    print(Op.SUB + 0)
    try:
        print(int(Op(n + 20)))
    except ValueError as e:
        print(e)
    print("%d" % Op.MUL, Op.MUL * 2, {Op.ADD: 'x'}[0] if False else '', Op.MUL == 2, Op.ADD == Kind.NAME)
    for t in tokens("a 12 b"):
        if t.kind is Kind.NAME:
            print("name", t.text)
        elif t.kind == Kind.NUMBER:
            print("number", int(t.text))
        elif t.kind in (Kind.END,):
            print("end", t.kind.value, t.kind)
    for p in Planet:
        print(p.name, p.mass, "%.3f" % p.ratio, p.value[1])
    perm = Perm.R | Perm.W
    print(bool(perm & Perm.R), bool(perm & Perm.X), int(perm), int(perm ^ Perm.R), perm == 6)
    print(Mode('r').name, Mode(argv[0][:0] + 'w').name, Mode.READ.value + 'b', list(Mode)[1].value)
    print([m.value for m in Mode], Color.RED.value + Color.BLUE.value)
    print([name for name, member in Color.__members__.items()])
    match Color(2):
        case Color.RED:
            print("red")
        case Color.GREEN | Color.BLUE:
            print("green or blue")
    print(hash(Color.RED) == hash(Color.RED), Color.RED.__class__.__name__, type(Color.RED) is Color)
    return 0


def target(driver, args):
    return entry_point, None
