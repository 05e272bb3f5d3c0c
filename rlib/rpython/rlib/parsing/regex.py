"""Regular expressions as objects: `a + b`, `a | b`, `a * 3`, `+a` (once or more), `~a` (all other texts), `a.kleene()`."""
from rpython.rlib.parsing.deterministic import NFA


class RegularExpression(object):
    """Base class. An expression adds itself to an automaton: `build` gives the first and the last state."""

    def build(self, nfa):
        raise NotImplementedError("abstract")

    def make_automaton(self):
        nfa = NFA()
        start, end = self.build(nfa)
        nfa.start_states.add(start)
        nfa.final_states.add(end)
        return nfa

    def __add__(self, other):
        return AddExpression(self, other)

    def __or__(self, other):
        return OrExpression(self, other)

    def __pos__(self):
        return AddExpression(self, self.kleene())

    def __mul__(self, count):
        result = StringExpression("")
        for _ in range(count):
            result = result + self
        return result

    def __invert__(self):
        return NotExpression(self)

    def kleene(self):
        return KleeneClosure(self)


class StringExpression(RegularExpression):
    """Exactly this text."""

    def __init__(self, s):
        self.string = s

    def build(self, nfa):
        start = end = nfa.add_state()
        for char in self.string:
            following = nfa.add_state()
            nfa.add_transition(end, following, char)
            end = following
        return start, end

    def __add__(self, other):
        if isinstance(other, StringExpression):
            return StringExpression(self.string + other.string)
        return AddExpression(self, other)

    def __repr__(self):
        return "StringExpression(%r)" % (self.string,)


class RangeExpression(RegularExpression):
    """One of the characters from the first to the last."""

    def __init__(self, fromchar, tochar):
        self.fromchar = fromchar
        self.tochar = tochar

    def build(self, nfa):
        start, end = nfa.add_state(), nfa.add_state()
        for code in range(ord(self.fromchar), ord(self.tochar) + 1):
            nfa.add_transition(start, end, chr(code))
        return start, end

    def __repr__(self):
        return "RangeExpression(%r, %r)" % (self.fromchar, self.tochar)


class AddExpression(RegularExpression):
    """One after the other."""

    def __init__(self, rega, regb):
        self.rega = rega
        self.regb = regb

    def build(self, nfa):
        start, middle = self.rega.build(nfa)
        middle2, end = self.regb.build(nfa)
        nfa.add_transition(middle, middle2)
        return start, end

    def __repr__(self):
        return "AddExpression(%r, %r)" % (self.rega, self.regb)


class OrExpression(RegularExpression):
    """One or the other."""

    def __init__(self, rega, regb):
        self.rega = rega
        self.regb = regb

    def build(self, nfa):
        start, end = nfa.add_state(), nfa.add_state()
        for part in (self.rega, self.regb):
            first, last = part.build(nfa)
            nfa.add_transition(start, first)
            nfa.add_transition(last, end)
        return start, end

    def __repr__(self):
        return "OrExpression(%r, %r)" % (self.rega, self.regb)


class KleeneClosure(RegularExpression):
    """Any number of times."""

    def __init__(self, regex):
        self.regex = regex

    def build(self, nfa):
        start, end = nfa.add_state(), nfa.add_state()
        first, last = self.regex.build(nfa)
        for a, b in ((start, first), (last, end), (start, end), (last, first)):
            nfa.add_transition(a, b)
        return start, end

    def __repr__(self):
        return "KleeneClosure(%r)" % (self.regex,)


class NotExpression(RegularExpression):
    """All texts but those."""

    def __init__(self, reg):
        self.reg = reg

    def build(self, nfa):
        dfa = self.reg.make_automaton().make_deterministic()
        dfa.optimize()
        copies = [nfa.add_state() for _ in range(dfa.num_states)]
        other, end = nfa.add_state(), nfa.add_state()
        for state in range(dfa.num_states):
            if state not in dfa.final_states:
                nfa.add_transition(copies[state], end)
            for code in range(256):
                target = dfa.transitions.get((state, chr(code)))
                nfa.add_transition(copies[state], other if target is None else copies[target], chr(code))
        for code in range(256):
            nfa.add_transition(other, other, chr(code))
        nfa.add_transition(other, end)
        return copies[0], end

    def __invert__(self):
        return self.reg

    def __repr__(self):
        return "NotExpression(%r)" % (self.reg,)


class ExpressionTag(RegularExpression):
    """An expression whose automaton remembers a name in its final state."""

    def __init__(self, reg, tag):
        self.reg = reg
        self.tag = tag

    def build(self, nfa):
        start, last = self.reg.build(nfa)
        end = nfa.add_state(self.tag, unmergeable=True)
        nfa.add_transition(last, end)
        return start, end

    def __repr__(self):
        return "ExpressionTag(%r, %r)" % (self.reg, self.tag)


class LexingOrExpression(RegularExpression):
    """One of several expressions; the final state has the name of the one that matched."""

    def __init__(self, regs, names):
        self.regs = regs
        self.names = names

    def make_automaton(self):
        nfa = NFA()
        start = nfa.add_state(start=True)
        for reg, name in zip(self.regs, self.names):
            # Each by itself is made small first: their automata together would be large.
            dfa = reg.make_automaton().make_deterministic()
            dfa.optimize()
            end = nfa.add_state(name, final=True, unmergeable=True)
            copies = [nfa.add_state() for _ in range(dfa.num_states)]
            nfa.add_transition(start, copies[0])
            for state in dfa.final_states:
                nfa.add_transition(copies[state], end)
            for (state, char), target in dfa.transitions.items():
                nfa.add_transition(copies[state], copies[target], char)
        return nfa

    def __repr__(self):
        return "LexingOrExpression(%r, %r)" % (self.regs, self.names)
