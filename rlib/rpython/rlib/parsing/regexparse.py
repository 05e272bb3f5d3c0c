r"""Regular expressions from text.

    a|b  ab  a*  a+  a?  a{2}  a{2,}  a{2,3}  (a)  .  [a-z_]  [^"]
    \d \s \w \D \S \W      classes of characters
    \n \t \r \f \v \a \b \e  \x41  \101  \cA  \.   single characters

`.` is any character. Expressions match whole tokens, so there are no anchors.
"""
from rpython.rlib.parsing.deterministic import compress_char_set
from rpython.rlib.parsing.regex import RangeExpression, StringExpression

ESCAPES = {"a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
OCTAL = "01234567"
ALL = frozenset(chr(i) for i in range(256))
DIGITS = frozenset("0123456789")
SPACES = frozenset(" \t\n\r\f")
WORD = DIGITS | frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
CLASSES = {"d": DIGITS, "s": SPACES, "w": WORD, "D": ALL - DIGITS, "S": ALL - SPACES, "W": ALL - WORD}


def unescape_muncher(string):
    """The first character of a text, which may be an escape sequence, and the rest."""
    if string[0] != "\\":
        return string[0], string[1:]
    kind = string[1]
    if kind == "x":
        return chr(int(string[2:4], 16)), string[4:]
    if kind in OCTAL:
        end = 2
        while end < min(4, len(string)) and string[end] in OCTAL:
            end += 1
        return chr(int(string[1:end], 8)), string[end:]
    if kind == "c":
        return chr(ord(string[2].upper()) ^ 0x40), string[3:]
    return ESCAPES.get(kind, kind), string[2:]


def unescape(s):
    """The text with its escape sequences replaced."""
    result = []
    while s:
        char, s = unescape_muncher(s)
        result.append(char)
    return "".join(result)


class RegexParser(object):
    """One parse of an expression's text."""

    def __init__(self, text):
        self.text = text
        self.pos = 0

    def error(self, message):
        return ValueError("%s at position %d of the regular expression %r" % (message, self.pos, self.text))

    def peek(self):
        return self.text[self.pos:self.pos + 1]

    def accept(self, char):
        if self.peek() == char:
            self.pos += 1
            return True
        return False

    def expect(self, char):
        if not self.accept(char):
            raise self.error("%r expected" % char)

    def parse(self):
        result = self.alternatives()
        if self.pos < len(self.text):
            raise self.error("unexpected %r" % self.peek())
        return result

    def alternatives(self):
        result = self.concatenation()
        if self.accept("|"):
            result = result | self.alternatives()
        return result

    def concatenation(self):
        result = StringExpression("")
        while self.peek() not in ("", "|", ")"):
            result = result + self.repetition()
        return result

    def repetition(self):
        what = self.primary()
        while True:
            if self.accept("*"):
                what = what.kleene()
            elif self.accept("+"):
                what = what + what.kleene()
            elif self.accept("?"):
                what = StringExpression("") | what
            else:
                counts = self.counts()
                if counts is None:
                    return what
                low, high = counts
                result = what * low
                if high is None:
                    what = result + what.kleene()
                else:
                    rest = StringExpression("")
                    for n in range(1, high - low + 1):
                        rest = rest | what * n
                    what = result + rest if high > low else result

    def counts(self):
        """`{2}`, `{2,}` or `{2,3}` as a pair; None, and nothing read, if there is none."""
        end = self.text.find("}", self.pos)
        if self.peek() != "{" or end < 0:
            return None
        low, comma, high = self.text[self.pos + 1:end].partition(",")
        if not low.isdigit() or (high and not high.isdigit()):
            return None
        self.pos = end + 1
        low = int(low)
        if not comma:
            return low, low
        if not high:
            return low, None
        if int(high) < low:
            raise self.error("wrong order of counts")
        return low, int(high)

    def primary(self):
        char = self.peek()
        if self.accept("("):
            result = self.alternatives()
            self.expect(")")
            return result
        if self.accept("["):
            return one_of(self.char_set())
        if self.accept("."):
            return RangeExpression(chr(0), chr(255))
        if char in "*+?^":
            raise self.error("unexpected %r" % char)
        chars = self.element()
        if isinstance(chars, str):
            return StringExpression(chars)
        return one_of(chars)

    def element(self):
        """A character (as a string), or a class of characters (as a set)."""
        char = self.peek()
        if char != "\\":
            self.pos += 1
            return char
        kind = self.text[self.pos + 1:self.pos + 2]
        if kind == "":
            self.pos += 1
            return "\\"
        if kind in CLASSES:
            self.pos += 2
            return CLASSES[kind]
        rest = self.text[self.pos:]
        try:
            char, left = unescape_muncher(rest)
        except (ValueError, IndexError):
            raise self.error("wrong escape sequence")
        self.pos += len(rest) - len(left)
        return char

    def char_set(self):
        negated = self.accept("^")
        result = set()
        first = True
        while first or self.peek() != "]":
            first = False
            if not self.peek():
                raise self.error("']' expected")
            low = self.element()
            if not isinstance(low, str):
                result |= low
                continue
            following = self.text[self.pos + 1:self.pos + 2]
            if self.peek() == "-" and following not in ("", "]"):
                self.pos += 1
                high = self.element()
                if not isinstance(high, str) or high < low:
                    raise self.error("wrong range")
                result |= set(chr(i) for i in range(ord(low), ord(high) + 1))
            else:
                result.add(low)
        self.expect("]")
        return ALL - result if negated else result


def one_of(chars):
    """The expression for one character of a set."""
    result = None
    for first, count in compress_char_set(chars):
        part = RangeExpression(first, chr(ord(first) + count - 1))
        result = part if result is None else result | part
    if result is None:
        raise ValueError("an empty set of characters")
    return result


def parse_regex(s):
    """The expression that a text describes; ValueError if it describes none."""
    return RegexParser(s).parse()


def make_runner(regex, view=False):
    """Something with a method `recognize(text)` for the expression's text."""
    dfa = parse_regex(regex).make_automaton().make_deterministic()
    if view:
        dfa.view()
    dfa.optimize()
    return dfa.get_runner()
