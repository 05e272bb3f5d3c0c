# jit: yes
"""Marked regular expressions with `and` and `or`: each character takes another way through the same tests. The ways would be a
product, and meet again."""
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['re'], reds=['i', 'matches', 's'])


class Regex(object):
    _immutable_fields_ = ['empty']

    def __init__(self, empty):
        self.empty = empty
        self.marked = False

    def shift(self, c, mark):
        marked = self._shift(c, mark)
        self.marked = marked
        return marked

    def _shift(self, c, mark):
        raise NotImplementedError

    def reset(self):
        self.marked = False


class Char(Regex):
    _immutable_fields_ = ['c']

    def __init__(self, c):
        Regex.__init__(self, False)
        self.c = c

    def _shift(self, c, mark):
        return mark and c == self.c


class Alternative(Regex):
    _immutable_fields_ = ['left', 'right']

    def __init__(self, left, right):
        Regex.__init__(self, left.empty or right.empty)
        self.left = left
        self.right = right

    def _shift(self, c, mark):
        left = self.left.shift(c, mark)
        right = self.right.shift(c, mark)
        return left or right

    def reset(self):
        self.marked = False
        self.left.reset()
        self.right.reset()


class Repetition(Regex):
    _immutable_fields_ = ['re']

    def __init__(self, re):
        Regex.__init__(self, True)
        self.re = re

    def _shift(self, c, mark):
        return self.re.shift(c, mark or self.marked)

    def reset(self):
        self.marked = False
        self.re.reset()


class Sequence(Regex):
    _immutable_fields_ = ['left', 'right']

    def __init__(self, left, right):
        Regex.__init__(self, left.empty and right.empty)
        self.left = left
        self.right = right

    def _shift(self, c, mark):
        old = self.left.marked
        left = self.left.shift(c, mark)
        right = self.right.shift(c, old or (mark and self.left.empty))
        return (left and self.right.empty) or right

    def reset(self):
        self.marked = False
        self.left.reset()
        self.right.reset()


def match(re, s):
    matches = int(re.shift(s[0], True))
    i = 1
    while i < len(s):
        driver.can_enter_jit(i=i, matches=matches, s=s, re=re)
        driver.jit_merge_point(i=i, matches=matches, s=s, re=re)
        if re.shift(s[i], False):
            matches += 1
        i += 1
    re.reset()
    return matches


def letter():
    return Alternative(Char('a'), Char('b'))


def build(n):
    # (a|b)*a(a|b){n}a(a|b)*
    r = Sequence(Repetition(letter()), Char('a'))
    for i in range(n):
        r = Sequence(r, letter())
    return Sequence(Sequence(r, Char('a')), Repetition(letter()))


def entry_point(argv):
    x = 12345
    chars = []
    for i in range(20000):
        x = (x * 1103515245 + 12345) & 0x7fffffff
        chars.append('a' if (x >> 16) & 1 else 'b')
    s = ''.join(chars)
    for n in [1, 5, 12]:
        both = Sequence(build(n), Char('b'))
        ends = Sequence(Sequence(Repetition(letter()), Char('a')), letter())
        print("%d: %d %d %d" % (n, match(build(n), s), match(both, s[n:]), match(ends, s[n:])))
    return 0


def target(driver, args):
    return entry_point
