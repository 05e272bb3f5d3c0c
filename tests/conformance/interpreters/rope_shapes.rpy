# origin: after published programs
# jit: yes
"""Texts of an interpreter as a family of shapes: literal, concatenation, repetition, slice; flattened late, hashed once, iterated without
being flattened; classes are chosen by lengths, `hint(promote)` on classes, a machine that builds texts in its loops."""
from rpython.rlib.jit import JitDriver, promote, unroll_safe, elidable, we_are_jitted, conditional_call, record_exact_class, hint
from rpython.rlib.objectmodel import compute_hash, specialize, always_inline
from rpython.rlib.rarithmetic import intmask
from rpython.rlib.rstring import StringBuilder

LIMIT = 8


class Text(object):
    _attrs_ = ["length", "hashed"]
    _immutable_fields_ = ["length"]
    hashed = 0

    def flat(self):
        b = StringBuilder(self.length)
        self.write(b)
        return b.build()

    def hash(self):
        if self.hashed == 0:
            h = 17
            it = Chars(self)
            while True:
                c = it.next()
                if c < 0:
                    break
                h = intmask(h * 31 + c)
            self.hashed = h if h != 0 else 1
        return self.hashed


class Literal(Text):
    _attrs_ = _immutable_fields_ = ["s"]

    def __init__(self, s):
        self.s = s
        self.length = len(s)

    def write(self, b):
        b.append(self.s)

    def at(self, i):
        return self.s[i]

    def depth(self):
        return 0


class Concat(Text):
    _attrs_ = _immutable_fields_ = ["left", "right"]

    def __init__(self, left, right):
        self.left = left
        self.right = right
        self.length = left.length + right.length

    def write(self, b):
        self.left.write(b)
        self.right.write(b)

    def at(self, i):
        n = self.left.length
        return self.left.at(i) if i < n else self.right.at(i - n)

    def depth(self):
        return 1 + max(self.left.depth(), self.right.depth())


class Repeat(Text):
    _attrs_ = _immutable_fields_ = ["text", "times"]

    def __init__(self, text, times):
        self.text = text
        self.times = times
        self.length = text.length * times

    def write(self, b):
        for i in range(self.times):
            self.text.write(b)

    def at(self, i):
        return self.text.at(i % self.text.length)

    def depth(self):
        return 1 + self.text.depth()


class Slice(Text):
    _attrs_ = _immutable_fields_ = ["text", "start"]

    def __init__(self, text, start, length):
        self.text = text
        self.start = start
        self.length = length

    def write(self, b):
        for i in range(self.length):
            b.append(self.text.at(self.start + i))

    def at(self, i):
        return self.text.at(self.start + i)

    def depth(self):
        return 1 + self.text.depth()


EMPTY = Literal("")


def concat(a, b):
    if a.length == 0:
        return b
    if b.length == 0:
        return a
    if a.length + b.length <= LIMIT:
        return Literal(a.flat() + b.flat())
    if isinstance(a, Concat) and a.right.length + b.length <= LIMIT:
        return Concat(a.left, Literal(a.right.flat() + b.flat()))
    return Concat(a, b)


def cut(t, start, stop):
    start = max(0, min(start, t.length))
    stop = max(start, min(stop, t.length))
    if start == stop:
        return EMPTY
    if stop - start == t.length:
        return t
    if isinstance(t, Slice):
        return Slice(t.text, t.start + start, stop - start)
    if isinstance(t, Concat):
        n = t.left.length
        if stop <= n:
            return cut(t.left, start, stop)
        if start >= n:
            return cut(t.right, start - n, stop - n)
    if stop - start <= LIMIT:
        b = StringBuilder()
        for i in range(start, stop):
            b.append(t.at(i))
        return Literal(b.build())
    return Slice(t, start, stop - start)


class Chars(object):
    """The characters from left to right; concatenations are taken apart on a stack."""
    def __init__(self, text):
        self.stack = [text]
        self.current = None
        self.i = 0

    def next(self):
        while True:
            t = self.current
            if t is not None:
                if self.i < t.length:
                    self.i += 1
                    return ord(t.at(self.i - 1))
                self.current = None
            if not self.stack:
                return -1
            t = self.stack.pop()
            while isinstance(t, Concat):
                self.stack.append(t.right)
                t = t.left
            self.current = t
            self.i = 0


def equal(a, b):
    if a.length != b.length or a.hash() != b.hash():
        return False
    x, y = Chars(a), Chars(b)
    while True:
        c = x.next()
        if c != y.next():
            return False
        if c < 0:
            return True


def location(pc, code):
    return "%d %s" % (pc, code[pc])


driver = JitDriver(greens=["pc", "code"], reds=["count", "a", "b"], get_printable_location=location)


def run(code, count, a, b):
    """c: a+b; s: swap; r: doubled; h: half; t: b is its last five; l: again, while the count lasts."""
    pc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, count=count, a=a, b=b)
        op = code[pc]
        pc += 1
        if op == "c":
            a = concat(a, b)
        elif op == "s":
            a, b = b, a
        elif op == "r":
            a = Repeat(a, 2)
        elif op == "h":
            a = cut(a, a.length // 4, a.length - a.length // 4)
        elif op == "t":
            b = cut(b, b.length - 5, b.length)
        elif op == "l":
            count -= 1
            if count > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, count=count, a=a, b=b)
    return a


def shown(t):
    s = t.flat()
    if len(s) > 40:
        return s[:18] + ".." + s[len(s) - 18:]
    return s


def entry_point(argv):
    hello, world = Literal("hello, "), Literal("world of ropes")
    for code, count in [("c", 1), ("cl", 5), ("rchl", 30), ("csl", 12), ("cthsl", 100), ("rl", 8), ("ctcl", 200)]:
        t = run(code, count, hello, world)
        print("%s %d: %d, depth %d, %d, %s" % (code, count, t.length, t.depth() if t.depth() < 9 else 9, t.hash() & 0xffff, shown(t)))
    a = concat(Literal("abcdefgh"), concat(Literal("ijklmnop"), Literal("qrstuvwx")))
    b = concat(concat(Literal("abcdefgh"), Literal("ijklmnop")), Literal("qrstuvwx"))
    print(equal(a, b), equal(a, hello), equal(cut(a, 3, 20), cut(b, 3, 20)), equal(Repeat(Literal("ab"), 12), Repeat(Literal("abab"), 6)))
    print(cut(a, 2, 6).flat(), cut(cut(a, 2, 22), 5, 18).flat(), cut(a, 9, 9).flat() == "", cut(a, -5, 100).flat())
    return 0


def target(driver, args):
    return entry_point, None
