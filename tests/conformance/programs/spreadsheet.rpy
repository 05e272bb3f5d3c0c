"""A spreadsheet: cells with formulas, ranges, functions, dependencies, cycles and errors that spread."""


class CellError(Exception):
    def __init__(self, what):
        self.what = what


class Node(object):
    def value(self, sheet):
        raise NotImplementedError

    def refs(self):
        return []


class Num(Node):
    def __init__(self, v):
        self.v = v

    def value(self, sheet):
        return self.v


class Ref(Node):
    def __init__(self, col, row):
        self.key = (col, row)

    def value(self, sheet):
        return sheet.evaluate(self.key)

    def refs(self):
        return [self.key]


class Binary(Node):
    def __init__(self, op, left, right):
        self.op = op
        self.left = left
        self.right = right

    def value(self, sheet):
        a = self.left.value(sheet)
        b = self.right.value(sheet)
        if self.op == "+":
            return a + b
        if self.op == "-":
            return a - b
        if self.op == "*":
            return a * b
        if self.op == "^":
            result = 1.0
            for i in range(int(b)):
                result *= a
            return result
        if b == 0.0:
            raise CellError("#DIV/0")
        return a / b

    def refs(self):
        return self.left.refs() + self.right.refs()


class Negative(Node):
    def __init__(self, node):
        self.node = node

    def value(self, sheet):
        return -self.node.value(sheet)

    def refs(self):
        return self.node.refs()


class Range(Node):
    def __init__(self, first, last):
        self.keys = []
        for col in range(first[0], last[0] + 1):
            for row in range(first[1], last[1] + 1):
                self.keys.append((col, row))

    def value(self, sheet):
        raise CellError("#RANGE")

    def refs(self):
        return self.keys


class Call(Node):
    def __init__(self, name, args):
        self.name = name
        self.args = args

    def values(self, sheet):
        for arg in self.args:
            if isinstance(arg, Range):
                for key in arg.keys:
                    if sheet.filled(key):
                        yield sheet.evaluate(key)
            else:
                yield arg.value(sheet)

    def value(self, sheet):
        if self.name == "IF":
            if len(self.args) != 3:
                raise CellError("#ARGS")
            return self.args[1 if self.args[0].value(sheet) != 0.0 else 2].value(sheet)
        if self.name not in FUNCTIONS:
            raise CellError("#NAME")
        return FUNCTIONS[self.name](list(self.values(sheet)))

    def refs(self):
        out = []
        for arg in self.args:
            out.extend(arg.refs())
        return out


def average(xs):
    if not xs:
        raise CellError("#DIV/0")
    return sum(xs) / len(xs)


def median(xs):
    xs = sorted(xs)
    if not xs:
        raise CellError("#EMPTY")
    n = len(xs)
    if n % 2:
        return xs[n // 2]
    return (xs[n // 2 - 1] + xs[n // 2]) / 2.0


def largest(xs):
    if not xs:
        raise CellError("#EMPTY")
    return max(xs)


FUNCTIONS = {
    "SUM": lambda xs: sum(xs, 0.0),
    "AVG": average,
    "MEDIAN": median,
    "MAX": largest,
    "COUNT": lambda xs: float(len(xs)),
}


class Parser(object):
    def __init__(self, text):
        self.text = text
        self.pos = 0

    def peek(self):
        while self.pos < len(self.text) and self.text[self.pos] == " ":
            self.pos += 1
        return self.text[self.pos] if self.pos < len(self.text) else ""

    def accept(self, chars):
        c = self.peek()
        if c != "" and c in chars:
            self.pos += 1
            return c
        return ""

    def whole(self):
        node = self.sum()
        if self.peek() != "":
            raise CellError("#SYNTAX@%d" % self.pos)
        return node

    def sum(self):
        node = self.product()
        while True:
            op = self.accept("+-")
            if op == "":
                return node
            node = Binary(op, node, self.product())

    def product(self):
        node = self.power()
        while True:
            op = self.accept("*/")
            if op == "":
                return node
            node = Binary(op, node, self.power())

    def power(self):
        node = self.atom()
        if self.accept("^"):
            return Binary("^", node, self.power())
        return node

    def word(self, test):
        start = self.pos
        while self.pos < len(self.text) and test(self.text[self.pos]):
            self.pos += 1
        return self.text[start:self.pos]

    def atom(self):
        c = self.peek()
        if self.accept("-"):
            return Negative(self.atom())
        if self.accept("("):
            node = self.sum()
            if not self.accept(")"):
                raise CellError("#PAREN")
            return node
        if c.isdigit():
            return Num(float(self.word(lambda ch: ch.isdigit() or ch == ".")))
        if c.isalpha():
            name = self.word(lambda ch: ch.isalnum()).upper()
            if self.accept("("):
                args = []
                while True:
                    args.append(self.sum())
                    if not self.accept(","):
                        break
                if not self.accept(")"):
                    raise CellError("#PAREN")
                return Call(name, args)
            first = cell_key(name)
            if self.accept(":"):
                self.peek()
                return Range(first, cell_key(self.word(lambda ch: ch.isalnum())))
            return Ref(first[0], first[1])
        raise CellError("#SYNTAX@%d" % self.pos)


def cell_key(name):
    col = 0
    i = 0
    while i < len(name) and name[i].isalpha():
        col = col * 26 + ord(name[i].upper()) - 64
        i += 1
    if i == 0 or not name[i:].isdigit():
        raise CellError("#REF")
    return col - 1, int(name[i:])


def cell_name(key):
    col = key[0] + 1
    text = ""
    while col > 0:
        col, digit = divmod(col - 1, 26)
        text = chr(65 + digit) + text
    return "%s%d" % (text, key[1])


class Sheet(object):
    def __init__(self):
        self.formulas = {}
        self.cache = {}
        self.active = {}
        self.users = {}
        self.evaluations = 0

    def filled(self, key):
        return key in self.formulas

    def set(self, name, text):
        key = cell_key(name)
        try:
            node = Parser(text).whole()
        except CellError as e:
            print("cannot set %s to %r: %s" % (name, text, e.what))
            return
        if key in self.formulas:
            for ref in self.formulas[key].refs():
                self.users[ref].discard(key)
        self.formulas[key] = node
        for ref in node.refs():
            if ref not in self.users:
                self.users[ref] = set()
            self.users[ref].add(key)
        self.forget(key, set())

    def forget(self, key, seen):
        if key in seen:
            return
        seen.add(key)
        if key in self.cache:
            del self.cache[key]
        if key in self.users:
            for user in sorted(self.users[key]):
                self.forget(user, seen)

    def evaluate(self, key):
        if key in self.cache:
            return self.cache[key]
        if key not in self.formulas:
            return 0.0
        if key in self.active:
            raise CellError("#CYCLE")
        self.active[key] = True
        try:
            self.evaluations += 1
            result = self.formulas[key].value(self)
        finally:
            del self.active[key]
        self.cache[key] = result
        return result

    def show(self, *names):
        parts = []
        for name in names:
            try:
                parts.append("%s=%s" % (name, ("%.4f" % self.evaluate(cell_key(name))).rstrip("0").rstrip(".")))
            except CellError as e:
                parts.append("%s=%s" % (name, e.what))
        print("  ".join(parts) + " [%d]" % self.evaluations)


def entry_point(argv):
    s = Sheet()
    for row in range(1, 11):
        s.set("A%d" % row, str(row * row))
        s.set("B%d" % row, "A%d * 2 - %d" % (row, row))
    s.set("C1", "SUM(A1:A10)")
    s.set("C2", "SUM(A1:B10, 1000)")
    s.set("C3", "avg(A1:A4) + median(B1:B10)")
    s.set("C4", "MAX(A1:B3, C1) / COUNT(A1:B10)")
    s.show("A10", "B10", "C1", "C2", "C3", "C4")
    s.show("C1", "C2")
    s.set("A10", "-5")
    s.show("C1", "C2", "C3", "C4", "B10")
    s.set("D1", "E1 + 1")
    s.set("E1", "D1 * 2")
    s.set("F1", "E1 + A1")
    s.show("D1", "E1", "F1")
    s.set("E1", "2 ^ 3 ^ 2")
    s.show("D1", "E1", "F1")
    s.set("G1", "1 / (A1 - 1)")
    s.set("G2", "IF(A1, 7, G1)")
    s.set("G3", "IF(A1 - 1, 7, G1)")
    s.set("G4", "NOPE(1)")
    s.set("G5", "A1:A3 + 1")
    s.set("G6", "AVG(Z1:Z9)")
    s.set("G7", "IF(1, 2)")
    s.show("G1", "G2", "G3", "G4", "G5", "G6", "G7")
    for bad in ["1 +", "(1", "1 2", "A + 1", "SUM(1", "*", "$"]:
        s.set("H1", bad)
    s.show("H1")
    print([cell_name((c, 1)) for c in [0, 25, 26, 51, 52, 701, 702, 18277]])
    print([cell_key(n)[0] for n in ["A1", "Z1", "AA1", "AZ1", "ZZ9", "AAA1"]])
    s.set("AA100", "C1 + C2")
    s.show("AA100", "aa100")
    for row in range(1, 4):
        print(" | ".join(["%7.2f" % s.evaluate((c, row)) for c in range(3)]))
    return 0


def target(driver, args):
    return entry_point
