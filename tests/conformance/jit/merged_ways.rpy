# jit: yes
# args: 6 3000
"""Ways that multiply: a matcher of texts whose nodes hold marks, in which each node takes one of two ways for each character, as often the
one as the other; and frames that hold what differs between the ways when they come together again: references, floats, a caught
exception, a loop inside of a function."""
import sys
from rpython.rlib.jit import JitDriver, unroll_safe


class Stop(Exception):
    def __init__(self, weight):
        self.weight = weight


class Node(object):
    _immutable_fields_ = ["skips"]

    def __init__(self, skips):
        self.skips = skips
        self.marked = False
        self.weight = 0.0

    def advance(self, c, mark):
        self.marked = found = self.step(c, mark)
        return found

    def step(self, c, mark):
        raise NotImplementedError


class Letter(Node):
    _immutable_fields_ = ["letter"]

    def __init__(self, letter):
        Node.__init__(self, False)
        self.letter = letter

    def step(self, c, mark):
        return mark and c == self.letter


class Either(Node):
    _immutable_fields_ = ["choices[*]"]

    def __init__(self, choices):
        Node.__init__(self, False)
        self.choices = choices

    @unroll_safe
    def step(self, c, mark):
        found = False
        last = None
        for choice in self.choices:
            if choice.advance(c, mark):
                found = True
                last = choice
        if last is not None:
            self.weight += 0.5 if last.weight < 0.25 else 0.125
        return found


class Follows(Node):
    _immutable_fields_ = ["first", "then"]

    def __init__(self, first, then):
        Node.__init__(self, first.skips and then.skips)
        self.first = first
        self.then = then

    def step(self, c, mark):
        before = self.first.marked
        found = self.first.advance(c, mark)
        later = self.then.advance(c, before or (mark and self.first.skips))
        return (found and self.then.skips) or later


class Again(Node):
    _immutable_fields_ = ["node"]

    def __init__(self, node):
        Node.__init__(self, True)
        self.node = node

    def step(self, c, mark):
        return self.node.advance(c, mark or self.marked)


class Limited(Node):
    """Raises now and then, and catches that."""
    _immutable_fields_ = ["node"]

    def __init__(self, node):
        Node.__init__(self, node.skips)
        self.node = node

    def check(self, found):
        if found:
            self.weight += 1.0
        if self.weight > 9.0:
            raise Stop(self.weight)

    def step(self, c, mark):
        found = self.node.advance(c, mark)
        try:
            self.check(found)
        except Stop as stop:
            self.weight = stop.weight - 8.5
        return found


def location(node):
    return "match"


driver = JitDriver(greens=["node"], reds=["at", "count", "text"], get_printable_location=location)


def match(node, text):
    at = 0
    count = 0
    while at < len(text):
        driver.jit_merge_point(node=node, at=at, count=count, text=text)
        if node.advance(text[at], at == 0 or at % 7 == 3):
            count += 1
        at += 1
        driver.can_enter_jit(node=node, at=at, count=count, text=text)
    return count


def letters():
    return Either([Letter("a"), Letter("b")])


def build(n):
    node = Follows(Again(letters()), Letter("a"))
    for i in range(n):
        node = Follows(node, Limited(letters()) if i % 3 == 1 else letters())
    return Follows(Follows(node, Letter("a")), Again(letters()))


def weigh(node):
    total = node.weight
    if isinstance(node, Follows):
        total += weigh(node.first) + weigh(node.then)
    elif isinstance(node, Again):
        total += weigh(node.node)
    elif isinstance(node, Limited):
        total += weigh(node.node)
    return total


def main(argv):
    seed = 12345
    chars = []
    for i in range(int(argv[2])):
        seed = (seed * 1103515245 + 12345) & 0x7fffffff
        chars.append("b" if (seed >> 16) & 1 else "a")
    node = build(int(argv[1]))
    text = "".join(chars)
    for i in range(3):
        print(match(node, text))
        print(int(weigh(node) * 1000.0))
    return 0


def target(*args):
    return main
