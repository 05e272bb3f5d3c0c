# jit: yes
"""Regular expressions as automata: parsed, made into a position automaton, run as a lazily built DFA whose states are elidable objects;
the matcher's loop has the state as green, so each state's transitions become a trace."""
from rpython.rlib.jit import JitDriver, elidable, promote, unroll_safe, dont_look_inside, hint
from rpython.rlib.rstring import StringBuilder
from rpython.rlib.objectmodel import always_inline


class PatternError(Exception):
    def __init__(self, at):
        self.at = at


class Node(object):
    nullable = False

    def positions(self, automaton):
        """Fills first and last."""
        raise NotImplementedError


class Chars(Node):
    def __init__(self, chars, negated):
        self.chars = chars
        self.negated = negated

    def positions(self, automaton):
        at = len(automaton.sets)
        automaton.sets.append(self)
        automaton.follow.append({})
        self.first = [at]
        self.last = [at]

    def accepts(self, c):
        return (c in self.chars) != self.negated


class Empty(Node):
    def positions(self, automaton):
        self.nullable = True
        self.first = []
        self.last = []


class Sequence(Node):
    def __init__(self, a, b):
        self.a, self.b = a, b

    def positions(self, automaton):
        self.a.positions(automaton)
        self.b.positions(automaton)
        self.nullable = self.a.nullable and self.b.nullable
        self.first = self.a.first + (self.b.first if self.a.nullable else [])
        self.last = self.b.last + (self.a.last if self.b.nullable else [])
        for p in self.a.last:
            for q in self.b.first:
                automaton.follow[p][q] = None


class Choice(Node):
    def __init__(self, a, b):
        self.a, self.b = a, b

    def positions(self, automaton):
        self.a.positions(automaton)
        self.b.positions(automaton)
        self.nullable = self.a.nullable or self.b.nullable
        self.first = self.a.first + self.b.first
        self.last = self.a.last + self.b.last


class Repeat(Node):
    def __init__(self, a, least):
        self.a, self.least = a, least

    def positions(self, automaton):
        self.a.positions(automaton)
        self.nullable = self.a.nullable or self.least == 0
        self.first = self.a.first
        self.last = self.a.last
        for p in self.last:
            for q in self.first:
                automaton.follow[p][q] = None


class Parser(object):
    def __init__(self, text):
        self.text = text
        self.pos = 0

    def peek(self):
        return self.text[self.pos] if self.pos < len(self.text) else "\0"

    def choice(self):
        a = self.sequence()
        while self.peek() == "|":
            self.pos += 1
            a = Choice(a, self.sequence())
        return a

    def sequence(self):
        a = None
        while self.peek() not in "|)\0":
            b = self.repeat()
            a = b if a is None else Sequence(a, b)
        return Empty() if a is None else a

    def repeat(self):
        a = self.atom()
        while self.peek() in "*+?":
            c = self.peek()
            self.pos += 1
            if c == "?":
                a = Choice(a, Empty())
            else:
                a = Repeat(a, 0 if c == "*" else 1)
        return a

    def atom(self):
        c = self.peek()
        if c == "\0" or c in "*+?":
            raise PatternError(self.pos)
        self.pos += 1
        if c == "(":
            a = self.choice()
            if self.peek() != ")":
                raise PatternError(self.pos)
            self.pos += 1
            return a
        if c == ".":
            return Chars("\n", True)
        if c == "[":
            negated = self.peek() == "^"
            if negated:
                self.pos += 1
            chars = ""
            while self.peek() != "]":
                low = self.peek()
                if low == "\0":
                    raise PatternError(self.pos)
                self.pos += 1
                if self.peek() == "-" and self.pos + 1 < len(self.text) and self.text[self.pos + 1] != "]":
                    high = self.text[self.pos + 1]
                    self.pos += 2
                    for n in range(ord(low), ord(high) + 1):
                        chars += chr(n)
                else:
                    chars += low
            self.pos += 1
            return Chars(chars, negated)
        if c == "\\":
            c = self.peek()
            self.pos += 1
            if c == "d":
                return Chars("0123456789", False)
        return Chars(c, False)


class State(object):
    _immutable_fields_ = ["accepting", "number", "automaton", "members[*]", "table"]

    def __init__(self, automaton, members, accepting, number):
        self.automaton = automaton
        self.members = members
        self.accepting = accepting
        self.number = number
        self.table = [None] * 256

    @elidable
    def step(self, c):
        state = self.table[ord(c)]
        if state is None:
            state = self.automaton.step(self, c)
            self.table[ord(c)] = state
        return state


class Automaton(object):
    def __init__(self, pattern):
        parser = Parser(pattern)
        root = parser.choice()
        if parser.pos < len(pattern):
            raise PatternError(parser.pos)
        self.sets = []
        self.follow = []
        root.positions(self)
        self.last = root.last
        self.states = {}
        self.order = []
        # position -1 stands before the first character
        self.first = root.first
        self.nullable = root.nullable
        self.start = self.state([-1])

    def state(self, members):
        key = ",".join([str(n) for n in members])
        s = self.states.get(key, None)
        if s is None:
            accepting = False
            for m in members:
                if m == -1:
                    accepting = accepting or self.nullable
                elif m in self.last:
                    accepting = True
            s = State(self, members[:], accepting, len(self.order))
            self.states[key] = s
            self.order.append(s)
        return s

    def step(self, state, c):
        found = {}
        for m in state.members:
            targets = self.first if m == -1 else self.follow[m].keys()
            for q in targets:
                if self.sets[q].accepts(c):
                    found[q] = None
        members = [q for q in range(len(self.sets)) if q in found]
        return self.state(members)


def location(state):
    return "state %d%s" % (state.number, " accepts" if state.accepting else "")


driver = JitDriver(greens=["state"], reds=["i", "end", "text"], get_printable_location=location)


def match_end(automaton, text, start):
    """End of the longest match from `start` on, or -1."""
    state = automaton.start
    i = start
    end = start if state.accepting else -1
    while i < len(text):
        driver.jit_merge_point(state=state, i=i, end=end, text=text)
        state = state.step(promote(text[i]))
        i += 1
        if state.accepting:
            end = i
        elif len(state.members) == 0:
            break
        driver.can_enter_jit(state=state, i=i, end=end, text=text)
    return end


def find_all(automaton, text):
    out = []
    at = 0
    while at <= len(text):
        end = match_end(automaton, text, at)
        if end < 0:
            at += 1
            continue
        assert at >= 0
        out.append(text[at:end])
        at = end if end > at else at + 1
    return out


def repeated(unit, n):
    b = StringBuilder()
    for i in range(n):
        b.append(unit)
        if i % 7 == 0:
            b.append("-")
    return b.build()


CASES = [("ab*c", ["abbbc", "ac", "ab", "xabc"]), ("(a|b)*abb", ["abb", "aabb", "babababb", "abab"]), ("\\d+(\\.\\d+)?", ["12", "3.14", "x", "5."]),
         ("[a-f]+|[^a-z]", ["face", "G", "g"]), ("(ab|a)(bc|c)?", ["abc", "ab", "abbc"]), ("a**", ["aaa", ""]), ("", ["", "x"]),
         ("((a?b)+c)*d", ["d", "abcbabcd", "abc"]), ("x\\*y.", ["x*yz", "xxyz"]), ("(a", []), ("*a", []), ("a)", []), ("[ab", [])]


def entry_point(argv):
    for pattern, texts in CASES:
        try:
            automaton = Automaton(pattern)
        except PatternError as e:
            print("%s: error at %d" % (pattern, e.at))
            continue
        ends = [match_end(automaton, t, 0) for t in texts]
        print("%s: %s, %d positions, %d states" % (pattern, ends, len(automaton.sets), len(automaton.order)))
    text = repeated("the cat and 42 dogs ate 3.5 pies, ", 40)
    for pattern in ["\\d+(\\.\\d+)?", "(cat|dog)s?", "[a-z]+", "(a|e|i|o|u)[^aeiou ]*"]:
        automaton = Automaton(pattern)
        found = find_all(automaton, text)
        lengths = 0
        for f in found:
            lengths += len(f)
        print(pattern, len(found), lengths, found[:4], len(automaton.order))
    print(match_end(Automaton("(ab|cd)*"), "abcd" * 300 + "x", 0))
    return 0


def target(driver, args):
    return entry_point, None
