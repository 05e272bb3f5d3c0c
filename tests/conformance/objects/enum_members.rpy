from enum import Enum, IntEnum

class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3

    def pretty(self):
        return self.name.lower()

class Op(IntEnum):
    ADD = 0
    SUB = 1
    MUL = 2

class Kind(Enum):
    NUM = "number"
    STR = "string"

NAMES = {Color.RED: "r", Color.GREEN: "g"}

def pick(n):
    if n == 0:
        return Color.RED
    if n == 1:
        return Color.GREEN
    return Color.BLUE

def run(op, a, b):
    if op == Op.ADD:
        return a + b
    elif op == Op.SUB:
        return a - b
    return a * b

def entry_point(argv):
    n = len(argv)
    c = pick(n)
    print(c.name, c.value, c is Color.GREEN, c == Color.RED, c != Color.RED, c.pretty())
    for m in Color:
        print(m.name, m.value, m)
    for i in range(3):
        c = pick(i)
        if c in NAMES:
            print(NAMES[c])
        d = {c: i}
        print(d[c], repr(c))
    print(run(Op.ADD, 4, 5), run(Op.SUB, 4, 5), run(Op.MUL, 4, 5))
    print(Kind.NUM.value, Kind("string").name, Color(2).name, Color["BLUE"].value)
    k = Kind.NUM if n > 0 else Kind.STR
    print(k.value, k is Kind.NUM)
    print(len(Color), Op.MUL + n, Op.ADD < Op.SUB)
    o = Op.MUL
    table = ["a", "b", "c"]
    print(table[o], table[Op.SUB])
    s = set([Color.RED, pick(n)])
    print(Color.GREEN in s, len(s))
    return 0

def target(driver, args):
    return entry_point, None
