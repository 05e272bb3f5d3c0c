# jit: yes
"""Two machines of the theory in one program: Turing machines with a table of transitions as an immutable object, and Markov algorithms
on strings; each has its driver, both are entered from one scheduler that gives them steps."""
from rpython.rlib.jit import JitDriver, elidable, promote, unroll_safe, promote_string, look_inside_iff, isconstant
from rpython.rlib.rstring import StringBuilder, replace
from rpython.rlib.objectmodel import newlist_hint


class Transition(object):
    _immutable_ = True

    def __init__(self, symbol, move, state):
        self.symbol = symbol
        self.move = move
        self.state = state


class TuringProgram(object):
    _immutable_fields_ = ["table[*]", "names[*]", "nsymbols"]

    def __init__(self, text):
        rows = [row.split(" ") for row in text.split("; ")]
        names = []
        for row in rows:
            if row[0] not in names:
                names.append(row[0])
        names.append("halt")
        self.names = names[:]
        self.nsymbols = 4
        table = [None] * (len(names) * self.nsymbols)
        for state, symbol, write, move, to in [(r[0], r[1], r[2], r[3], r[4]) for r in rows]:
            at = names.index(state) * self.nsymbols + SYMBOLS.find(symbol)
            table[at] = Transition(SYMBOLS.find(write), "L.R".find(move) - 1, names.index(to))
        self.table = table[:]

    @elidable
    def lookup(self, state, symbol):
        return self.table[state * self.nsymbols + symbol]


SYMBOLS = "_01x"


def turing_location(state, program):
    return "state " + program.names[state]


turing = JitDriver(greens=["state", "program"], reds=["left", "tape"], get_printable_location=turing_location)


class Tape(object):
    def __init__(self, text):
        self.right = [SYMBOLS.find(c) for c in text] + [0]
        self.left = [0]
        self.pos = 0

    def read(self):
        if self.pos >= 0:
            return self.right[self.pos]
        return self.left[-1 - self.pos]

    def write(self, symbol):
        if self.pos >= 0:
            self.right[self.pos] = symbol
        else:
            self.left[-1 - self.pos] = symbol

    def move(self, by):
        self.pos += by
        if self.pos >= len(self.right):
            self.right.append(0)
        elif -1 - self.pos >= len(self.left):
            self.left.append(0)

    def text(self):
        b = StringBuilder()
        for i in range(len(self.left) - 1, -1, -1):
            b.append(SYMBOLS[self.left[i]])
        for s in self.right:
            b.append(SYMBOLS[s])
        return b.build().strip("_")


def run_turing(program, tape, state, left):
    """Runs at most `left` steps; state and steps that are left."""
    while left > 0 and state != len(program.names) - 1:
        turing.jit_merge_point(state=state, program=program, left=left, tape=tape)
        symbol = promote(tape.read())
        t = program.lookup(state, symbol)
        if t is None:
            return -1, left
        tape.write(t.symbol)
        tape.move(t.move)
        left -= 1
        if t.state <= state:
            state = t.state
            turing.can_enter_jit(state=state, program=program, left=left, tape=tape)
        else:
            state = t.state
    return state, left


class Rule(object):
    _immutable_fields_ = ["pattern", "by", "last"]

    def __init__(self, pattern, by, last):
        self.pattern = pattern
        self.by = by
        self.last = last


class Rules(object):
    _immutable_fields_ = ["rules[*]"]

    def __init__(self, text):
        rules = newlist_hint(4)
        for part in text.split(", "):
            at = part.find("->")
            assert at >= 0
            by = part[at + 2:]
            last = by.startswith(".")
            if last:
                by = by[1:]
            rules.append(Rule(part[:at], by, last))
        self.rules = rules[:]


markov = JitDriver(greens=["rules"], reds=["left", "text"], get_printable_location=lambda rules: "%d rules" % len(rules.rules))


@unroll_safe
def rewrite(rules, text):
    """The text after the first rule that fits, and whether it goes on."""
    for rule in rules.rules:
        at = text.find(rule.pattern)
        if at >= 0:
            end = at + len(rule.pattern)
            return text[:at] + rule.by + text[end:], not rule.last
    return text, False


def run_markov(rules, text, left):
    going = True
    while left > 0 and going:
        markov.jit_merge_point(rules=rules, left=left, text=text)
        text, going = rewrite(rules, text)
        left -= 1
        markov.can_enter_jit(rules=rules, left=left, text=text)
    return text, left


TURING = [("increment", "right 0 0 R right; right 1 1 R right; right _ _ L carry; carry 1 0 L carry; carry 0 1 . halt; carry _ 1 . halt", "1011"),
          ("double", "find 1 x R end; find 0 0 . halt; find _ _ . halt; end 1 1 R end; end 0 0 R add; end _ 0 R add; add 0 0 R add; add _ 0 L back; "
           "back 0 0 L back; back 1 1 L back; back x x R find", "1" * 9),
          ("busy", "a _ 1 R b; a 1 1 L c; b _ 1 L a; b 1 1 R b; c _ 1 L b; c 1 1 . halt", ""),
          ("stuck", "a 1 1 R a", "111"), ("endless", "a _ 0 R b; b _ 1 R a", "")]
MARKOV = [("unary", "|0->0||, 1->0|, 0->", "1101"), ("sort", "ba->ab, ca->ac, cb->bc", "cabbacabacbbcacab"),
          ("halve", "||->x, |->.?, x->y", "|" * 12), ("grow", "a->ab", "a"), ("palindrome", "aXa->X, bXb->X, X->.yes", "abbaXabba")]


def entry_point(argv):
    for name, text, tape_text in TURING:
        program = TuringProgram(text)
        tape = Tape(tape_text)
        state = 0
        total = 0
        for rounds in range(4):
            state, left = run_turing(program, tape, state, 500)
            total += 500 - left
            if state < 0 or state == len(program.names) - 1:
                break
        print("%s: %s after %d steps, %s" % (name, "stuck" if state < 0 else program.names[state], total, tape.text()[:40]))
    for name, text, start in MARKOV:
        result, left = run_markov(Rules(text), start, 300)
        print("%s: %s after %d" % (name, result[:40], 300 - left))
    big, left = run_markov(Rules("ba->ab"), "b" * 20 + "a" * 20, 1000)
    print(big, left)
    print(replace("a-b-c", "-", "+"))
    return 0


def target(driver, args):
    return entry_point, None
