"""A regular-expression engine twice: a backtracking matcher with groups, back references, look-ahead and lazy repetition, and a
breadth-first simulation (Thompson) for patterns that are regular. Both must agree where both apply. Plus search, findall,
split and substitution on top, and a tokenizer made of patterns."""

from rpython.rlib.rstring import StringBuilder
from rpython.rlib.objectmodel import specialize


class RegexError(Exception):
    def __init__(self, message, pos):
        self.message = message
        self.pos = pos


class TooComplex(Exception):
    pass


UNLIMITED = -1

# ____________________________________________________________ character sets


class CharSet(object):
    """A set of byte values as a table of 256 flags."""

    def __init__(self):
        self.flags = [False] * 256

    def add(self, c):
        self.flags[ord(c)] = True

    def add_range(self, low, high):
        for i in range(ord(low), ord(high) + 1):
            self.flags[i] = True

    def add_set(self, other):
        for i in range(256):
            if other.flags[i]:
                self.flags[i] = True

    def negated(self):
        result = CharSet()
        for i in range(256):
            result.flags[i] = not self.flags[i]
        return result

    def contains(self, c):
        return self.flags[ord(c)]

    def ignoring_case(self):
        result = CharSet()
        for i in range(256):
            if self.flags[i]:
                c = chr(i)
                result.add(c.lower())
                result.add(c.upper())
        return result

    def describe(self):
        """Ranges of printable characters."""
        out = []
        i = 32
        while i < 127:
            if self.flags[i]:
                start = i
                while i + 1 < 127 and self.flags[i + 1]:
                    i += 1
                if i - start >= 2:
                    out.append(chr(start) + "-" + chr(i))
                else:
                    for k in range(start, i + 1):
                        out.append(chr(k))
            i += 1
        return "".join(out)


def make_class(test):
    s = CharSet()
    for i in range(128):
        if test(chr(i)):
            s.add(chr(i))
    return s


DIGIT = make_class(lambda c: c.isdigit())
WORD = make_class(lambda c: c.isalnum() or c == "_")
SPACE = make_class(lambda c: c.isspace())
NOT_NEWLINE = make_class(lambda c: c == "\n").negated()
NAMED = {"d": DIGIT, "w": WORD, "s": SPACE, "D": DIGIT.negated(), "W": WORD.negated(), "S": SPACE.negated()}
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}


# ____________________________________________________________ syntax trees


class Node(object):
    """`emit` appends instructions to a program."""

    def emit(self, prog):
        raise NotImplementedError

    def text(self):
        raise NotImplementedError

    def can_be_empty(self):
        return False

    def is_regular(self):
        return True


class Empty(Node):
    def emit(self, prog):
        pass

    def text(self):
        return "empty"

    def can_be_empty(self):
        return True


class Set(Node):
    def __init__(self, chars):
        self.chars = chars

    def emit(self, prog):
        chars = self.chars
        if prog.ignore_case:
            chars = chars.ignoring_case()
        prog.add(CHAR, 0, 0, chars)

    def text(self):
        return "[" + self.chars.describe() + "]"


class Assertion(Node):
    def __init__(self, kind):
        self.kind = kind

    def emit(self, prog):
        prog.add(ASSERT, ord(self.kind), 0, None)

    def text(self):
        return "(" + self.kind + ")"

    def can_be_empty(self):
        return True


class Sequence(Node):
    def __init__(self, items):
        self.items = items

    def emit(self, prog):
        for item in self.items:
            item.emit(prog)

    def text(self):
        return "(seq " + " ".join([i.text() for i in self.items]) + ")"

    def can_be_empty(self):
        for item in self.items:
            if not item.can_be_empty():
                return False
        return True

    def is_regular(self):
        for item in self.items:
            if not item.is_regular():
                return False
        return True


class Alternative(Node):
    def __init__(self, items):
        self.items = items

    def emit(self, prog):
        ends = []
        n = len(self.items)
        for i in range(n):
            if i < n - 1:
                split = prog.add(SPLIT, 0, 0, None)
                prog.code[split].a = split + 1
                self.items[i].emit(prog)
                ends.append(prog.add(JUMP, 0, 0, None))
                prog.code[split].b = len(prog.code)
            else:
                self.items[i].emit(prog)
        for e in ends:
            prog.code[e].a = len(prog.code)

    def text(self):
        return "(or " + " ".join([i.text() for i in self.items]) + ")"

    def can_be_empty(self):
        for item in self.items:
            if item.can_be_empty():
                return True
        return False

    def is_regular(self):
        for item in self.items:
            if not item.is_regular():
                return False
        return True


class Repeat(Node):
    def __init__(self, item, low, high, lazy):
        self.item = item
        self.low = low
        self.high = high
        self.lazy = lazy

    def split(self, prog):
        at = prog.add(SPLIT, 0, 0, None)
        if self.lazy:
            prog.code[at].b = at + 1
        else:
            prog.code[at].a = at + 1
        return at

    def patch(self, prog, at):
        if self.lazy:
            prog.code[at].a = len(prog.code)
        else:
            prog.code[at].b = len(prog.code)

    def emit(self, prog):
        for i in range(self.low):
            self.item.emit(prog)
        if self.high == UNLIMITED:
            # An item that matches nothing would repeat for ever: it must advance.
            guard = self.item.can_be_empty()
            start = self.split(prog)
            slot = 0
            if guard:
                slot = prog.new_slot()
                prog.add(MARK, slot, 0, None)
            self.item.emit(prog)
            if guard:
                prog.add(ADVANCED, slot, 0, None)
            prog.add(JUMP, start, 0, None)
            self.patch(prog, start)
        else:
            splits = []
            for i in range(self.high - self.low):
                splits.append(self.split(prog))
                self.item.emit(prog)
            for s in splits:
                self.patch(prog, s)

    def text(self):
        high = "inf" if self.high == UNLIMITED else str(self.high)
        return "(%s %d %s %s)" % ("lazy" if self.lazy else "many", self.low, high, self.item.text())

    def can_be_empty(self):
        return self.low == 0 or self.item.can_be_empty()

    def is_regular(self):
        return self.item.is_regular() and not (self.high == UNLIMITED and self.item.can_be_empty())


class Group(Node):
    def __init__(self, number, item):
        self.number = number
        self.item = item

    def emit(self, prog):
        prog.add(SAVE, 2 * self.number, 0, None)
        self.item.emit(prog)
        prog.add(SAVE, 2 * self.number + 1, 0, None)

    def text(self):
        return "(group %d %s)" % (self.number, self.item.text())

    def can_be_empty(self):
        return self.item.can_be_empty()

    def is_regular(self):
        return self.item.is_regular()


class BackReference(Node):
    def __init__(self, number):
        self.number = number

    def emit(self, prog):
        prog.add(BACKREF, self.number, 0, None)

    def text(self):
        return "(ref %d)" % self.number

    def can_be_empty(self):
        return True

    def is_regular(self):
        return False


class Look(Node):
    def __init__(self, item, positive):
        self.item = item
        self.positive = positive

    def emit(self, prog):
        at = prog.add(LOOK if self.positive else LOOK_NOT, 0, 0, None)
        self.item.emit(prog)
        prog.add(MATCH, 0, 0, None)
        prog.code[at].a = len(prog.code)

    def text(self):
        return "(%s %s)" % ("look" if self.positive else "look-not", self.item.text())

    def can_be_empty(self):
        return True

    def is_regular(self):
        return False


# ____________________________________________________________ parser


class Parser(object):
    def __init__(self, pattern):
        self.pattern = pattern
        self.pos = 0
        self.groups = 0
        self.names = {}

    def error(self, message):
        return RegexError(message, self.pos)

    def more(self):
        return self.pos < len(self.pattern)

    def peek(self):
        if self.pos < len(self.pattern):
            return self.pattern[self.pos]
        return "\0"

    def next(self):
        if not self.more():
            raise self.error("unexpected end of pattern")
        c = self.pattern[self.pos]
        self.pos += 1
        return c

    def parse(self):
        node = self.alternatives()
        if self.more():
            raise self.error("unmatched )")
        return node

    def alternatives(self):
        items = [self.sequence()]
        while self.more() and self.peek() == "|":
            self.pos += 1
            items.append(self.sequence())
        if len(items) == 1:
            return items[0]
        return Alternative(items)

    def sequence(self):
        items = []
        while self.more() and self.peek() not in "|)":
            items.append(self.repetition())
        if not items:
            return Empty()
        if len(items) == 1:
            return items[0]
        return Sequence(items)

    def repetition(self):
        node = self.atom()
        while self.more():
            c = self.peek()
            if c == "*":
                low, high = 0, UNLIMITED
            elif c == "+":
                low, high = 1, UNLIMITED
            elif c == "?":
                low, high = 0, 1
            elif c == "{" and self.pos + 1 < len(self.pattern) and self.pattern[self.pos + 1].isdigit():
                self.pos += 1
                low, high = self.bounds()
                self.pos -= 1
            else:
                break
            self.pos += 1
            lazy = False
            if self.more() and self.peek() == "?":
                self.pos += 1
                lazy = True
            if isinstance(node, Assertion):
                raise self.error("nothing to repeat")
            node = Repeat(node, low, high, lazy)
        return node

    def number(self):
        start = self.pos
        while self.peek().isdigit():
            self.pos += 1
        if start == self.pos:
            raise self.error("number expected")
        return int(self.pattern[start:self.pos])

    def bounds(self):
        low = self.number()
        high = low
        if self.peek() == ",":
            self.pos += 1
            high = UNLIMITED
            if self.peek() != "}":
                high = self.number()
        if self.next() != "}":
            raise self.error("} expected")
        if high != UNLIMITED and high < low:
            raise self.error("bad repetition")
        if low > 1000 or high > 1000:
            raise self.error("repetition too large")
        return low, high

    def atom(self):
        c = self.next()
        if c == ".":
            return Set(NOT_NEWLINE)
        if c == "^" or c == "$":
            return Assertion(c)
        if c == "[":
            return Set(self.char_class())
        if c == "(":
            return self.group()
        if c == "\\":
            return self.escape()
        if c in "*+?":
            raise self.error("nothing to repeat")
        return self.literal(c)

    def literal(self, c):
        s = CharSet()
        s.add(c)
        return Set(s)

    def escape(self):
        c = self.next()
        if c == "b" or c == "B":
            return Assertion(c)
        if c in NAMED:
            return Set(NAMED[c])
        if c.isdigit() and c != "0":
            n = ord(c) - ord("0")
            if n > self.groups:
                raise self.error("no group %d" % n)
            return BackReference(n)
        return self.literal(ESCAPES.get(c, c))

    def group(self):
        number = 0
        look = ""
        if self.peek() == "?":
            self.pos += 1
            kind = self.next()
            if kind == "=" or kind == "!":
                look = kind
            elif kind == "P" and self.peek() == "<":
                self.pos += 1
                end = self.pattern.find(">", self.pos)
                if end < 0:
                    raise self.error("> expected")
                name = self.pattern[self.pos:end]
                self.pos = end + 1
                self.groups += 1
                number = self.groups
                self.names[name] = number
            elif kind != ":":
                raise self.error("unknown group")
        else:
            self.groups += 1
            number = self.groups
        node = self.alternatives()
        if not self.more() or self.next() != ")":
            raise self.error(") expected")
        if look != "":
            return Look(node, look == "=")
        if number > 0:
            return Group(number, node)
        return node

    def class_char(self):
        c = self.next()
        if c == "\\":
            c = self.next()
            return ESCAPES.get(c, c)
        return c

    def char_class(self):
        s = CharSet()
        negated = False
        if self.peek() == "^":
            self.pos += 1
            negated = True
        first = True
        while first or self.peek() != "]":
            if not self.more():
                raise self.error("] expected")
            first = False
            if self.peek() == "\\" and self.pos + 1 < len(self.pattern) and self.pattern[self.pos + 1] in NAMED:
                s.add_set(NAMED[self.pattern[self.pos + 1]])
                self.pos += 2
                continue
            low = self.class_char()
            if self.peek() == "-" and self.pos + 1 < len(self.pattern) and self.pattern[self.pos + 1] != "]":
                self.pos += 1
                high = self.class_char()
                if high < low:
                    raise self.error("bad range")
                s.add_range(low, high)
            else:
                s.add(low)
        self.pos += 1
        return s.negated() if negated else s


# ____________________________________________________________ programs

CHAR, SPLIT, JUMP, SAVE, ASSERT, BACKREF, LOOK, LOOK_NOT, MARK, ADVANCED, MATCH = range(11)
OP_NAMES = "char split jump save assert backref look look_not mark advanced match".split(" ")


class Instruction(object):
    def __init__(self, op, a, b, chars):
        self.op = op
        self.a = a
        self.b = b
        self.chars = chars


class Program(object):
    def __init__(self, ignore_case):
        self.code = []
        self.ignore_case = ignore_case
        self.nslots = 0

    def new_slot(self):
        self.nslots += 1
        return self.nslots - 1

    def add(self, op, a, b, chars):
        self.code.append(Instruction(op, a, b, chars))
        return len(self.code) - 1

    def listing(self):
        lines = []
        for i, ins in enumerate(self.code):
            text = "%2d %s" % (i, OP_NAMES[ins.op])
            if ins.op == CHAR:
                text += " " + ins.chars.describe()
            elif ins.op == SPLIT:
                text += " %d %d" % (ins.a, ins.b)
            elif ins.op != MATCH:
                text += " %d" % ins.a
            lines.append(text)
        return "\n".join(lines)


def assertion_holds(kind, text, pos):
    if kind == ord("^"):
        return pos == 0
    if kind == ord("$"):
        return pos == len(text)
    before = pos > 0 and WORD.contains(text[pos - 1])
    after = pos < len(text) and WORD.contains(text[pos])
    return (before != after) == (kind == ord("b"))


class Backtracker(object):
    """Runs a program over a text; `steps` limits runaway patterns."""

    def __init__(self, regex, text, steps):
        self.regex = regex
        self.code = regex.program.code
        self.text = text
        self.saves = [-1] * (2 * regex.groups + 2)
        self.marks = [-1] * regex.program.nslots
        self.steps = steps

    def run(self, pc, pos):
        """End of the match, or -1."""
        while True:
            self.steps -= 1
            if self.steps < 0:
                raise TooComplex
            ins = self.code[pc]
            op = ins.op
            if op == CHAR:
                if pos >= len(self.text) or not ins.chars.contains(self.text[pos]):
                    return -1
                pos += 1
                pc += 1
            elif op == MATCH:
                return pos
            elif op == JUMP:
                pc = ins.a
            elif op == SPLIT:
                saves = self.saves[:]
                marks = self.marks[:]
                end = self.run(ins.a, pos)
                if end >= 0:
                    return end
                self.saves = saves
                self.marks = marks
                pc = ins.b
            elif op == SAVE:
                self.saves[ins.a] = pos
                pc += 1
            elif op == ASSERT:
                if not assertion_holds(ins.a, self.text, pos):
                    return -1
                pc += 1
            elif op == MARK:
                self.marks[ins.a] = pos
                pc += 1
            elif op == ADVANCED:
                if self.marks[ins.a] == pos:
                    return -1
                pc += 1
            elif op == BACKREF:
                start, end = self.saves[2 * ins.a], self.saves[2 * ins.a + 1]
                if start < 0 or end < 0:
                    return -1
                n = end - start
                if pos + n > len(self.text):
                    return -1
                for i in range(n):
                    if self.text[start + i] != self.text[pos + i]:
                        return -1
                pos += n
                pc += 1
            else:
                saves = self.saves[:]
                found = self.run(pc + 1, pos) >= 0
                if found != (op == LOOK):
                    self.saves = saves
                    return -1
                if op == LOOK_NOT:
                    self.saves = saves
                pc = ins.a


class Simulation(object):
    """Thompson: all states at once, in order of priority; no groups."""

    def __init__(self, regex, text):
        self.code = regex.program.code
        self.text = text
        self.seen = {}

    def add_state(self, states, pc, pos):
        if (pc, pos) in self.seen:
            return
        self.seen[(pc, pos)] = None
        ins = self.code[pc]
        if ins.op == JUMP:
            self.add_state(states, ins.a, pos)
        elif ins.op == SPLIT:
            self.add_state(states, ins.a, pos)
            self.add_state(states, ins.b, pos)
        elif ins.op == SAVE:
            self.add_state(states, pc + 1, pos)
        elif ins.op == ASSERT:
            if assertion_holds(ins.a, self.text, pos):
                self.add_state(states, pc + 1, pos)
        else:
            states.append(pc)

    def run(self, pos):
        states = []
        end = -1
        self.add_state(states, 0, pos)
        while states:
            following = []
            for pc in states:
                ins = self.code[pc]
                if ins.op == MATCH:
                    end = pos
                    break
                if pos < len(self.text) and ins.chars.contains(self.text[pos]):
                    self.add_state(following, pc + 1, pos + 1)
            states = following
            pos += 1
        return end


# ____________________________________________________________ interface


class Match(object):
    def __init__(self, regex, text, saves):
        self.regex = regex
        self.text = text
        self.saves = saves

    def start(self, group=0):
        return self.saves[2 * group]

    def end(self, group=0):
        return self.saves[2 * group + 1]

    def group(self, group=0):
        start, end = self.start(group), self.end(group)
        if start < 0 or end < 0:
            return None
        return self.text[start:end]

    def named(self, name):
        return self.group(self.regex.names[name])


class Regex(object):
    def __init__(self, pattern, ignore_case=False):
        parser = Parser(pattern)
        self.tree = parser.parse()
        self.pattern = pattern
        self.groups = parser.groups
        self.names = parser.names
        self.program = Program(ignore_case)
        self.tree.emit(self.program)
        self.program.add(MATCH, 0, 0, None)
        self.limit = 100000

    def match_at(self, text, pos):
        b = Backtracker(self, text, self.limit)
        end = b.run(0, pos)
        if end < 0:
            return None
        b.saves[0] = pos
        b.saves[1] = end
        if self.tree.is_regular() and Simulation(self, text).run(pos) != end:
            print("disagreement: " + self.pattern + " on " + text)
        return Match(self, text, b.saves)

    def search(self, text, pos=0):
        while pos <= len(text):
            m = self.match_at(text, pos)
            if m is not None:
                return m
            pos += 1
        return None

    def find_all(self, text):
        pos = 0
        while pos <= len(text):
            m = self.search(text, pos)
            if m is None:
                break
            yield m
            pos = m.end() if m.end() > m.start() else m.end() + 1

    def split(self, text):
        parts = []
        last = 0
        for m in self.find_all(text):
            if m.end() == m.start():
                continue
            parts.append(text[last:m.start()])
            last = m.end()
        parts.append(text[last:])
        return parts

    def substitute(self, template, text):
        out = StringBuilder()
        last = 0
        for m in self.find_all(text):
            out.append(text[last:m.start()])
            i = 0
            while i < len(template):
                c = template[i]
                if c == "\\" and i + 1 < len(template):
                    i += 1
                    if template[i].isdigit():
                        g = m.group(int(template[i]))
                        if g is not None:
                            out.append(g)
                    else:
                        out.append(template[i])
                else:
                    out.append(c)
                i += 1
            last = m.end()
        out.append(text[last:])
        return out.build()


# ____________________________________________________________ tests

PATTERNS = [
    "abc", "a*", "a+b", "(a|b)*c", "a?b?c?", "[a-c]+", "[^a-c ]+", "^abc$", "(a*)(b*)", "(a+)+b", "a{2,3}", "a{2}", "a{2,}",
    "(ab|a)(c|bcd)", "x*?y", "<.*?>", "<.*>", "(\\w+) \\1", "\\bcat\\b", "a(?=b)", "a(?!b)", "(a*)*", "(a|ab)(bc|c)?", "",
    "\\d+(\\.\\d+)?", "[\\w.]+@[\\w.]+", "(?P<key>\\w+)=(?P<value>[^;]*)", "(a|b|ab)*c", "\\s+", "[]a]+", "[a\\-z]+", ".",
]
TEXTS = ["", "abc", "aabbc", "aaa", "abcabc", "cat concat cat", "the the cat", "<a><b>", "3.14 and 42", "me@x.org", "k=v;q=w",
         "ab ac a", "xxy", "a]b-z", "abbbcd"]
BAD = ["(", ")", "a**b)", "[a", "*a", "a{3,1}", "(?x)", "\\1", "[z-a]", "a{1", "(?P<n", "^*", "a{2000}"]


def show(text):
    if text is None:
        return "None"
    return "'" + text + "'"


TOKENS = [("number", "\\d+(\\.\\d+)?"), ("name", "[A-Za-z_]\\w*"), ("string", "'[^']*'"), ("op", "[-+*/=<>!]=?|[();,]"),
          ("space", "\\s+")]


class Tokenizer(object):
    def __init__(self):
        self.rules = [(name, Regex(p)) for name, p in TOKENS]

    def tokens(self, text):
        pos = 0
        while pos < len(text):
            for name, regex in self.rules:
                m = regex.match_at(text, pos)
                if m is not None and m.end() > pos:
                    if name != "space":
                        yield name, m.group()
                    pos = m.end()
                    break
            else:
                yield "error", text[pos]
                pos += 1


PREBUILT = Tokenizer()       # compiled at import time


def entry_point(argv):
    for pattern in PATTERNS:
        regex = Regex(pattern)
        print("/" + pattern + "/ " + regex.tree.text())
        line = []
        for text in TEXTS:
            m = regex.search(text)
            if m is None:
                line.append("-")
                continue
            entry = "%d:%d" % (m.start(), m.end())
            for g in range(1, regex.groups + 1):
                entry += " " + show(m.group(g))
            line.append(entry)
        print("   " + " | ".join(line))
    print(Regex("(a|bc)*?d{2,3}$").program.listing())
    for pattern in BAD:
        try:
            Regex(pattern)
            print(pattern + " accepted")
        except RegexError as e:
            print("%s: %s at %d" % (pattern, e.message, e.pos))
    m = Regex("(?P<key>\\w+)=(?P<value>[^;]*)").search("  name=Fred; age=7")
    if m is not None:
        print(show(m.named("key")) + " " + show(m.named("value")))
        try:
            print(show(m.named("nothing")))
        except KeyError:
            print("no such group")
    print(" ".join([show(m.group()) for m in Regex("\\w+").find_all("one, two;three")]))
    print(" ".join([show(s) for s in Regex("[,;] *").split("a, b;c,d")]))
    print(Regex("(\\w+)@(\\w+)").substitute("\\2 at \\1", "me@home you@work"))
    print(Regex("hello", True).substitute("bye", "Hello hELLO"))
    print(" ".join([name + ":" + text for name, text in PREBUILT.tokens("if x1 >= 3.5 then print('a b', y) # end")]))
    try:
        slow = Regex("(a+)+$")
        slow.limit = 20000
        slow.search("aaaaaaaaaaaaaaaaaaaaaaaaaaaab")
        print("fast enough")
    except TooComplex:
        print("too complex")
    return 0


def target(driver, args):
    return entry_point
