"""rlib.parsing: parsers whose rules are in the docstring of a class; rules give values of different types."""
from rpython.rlib.parsing.makepackrat import BacktrackException, Status
from rpython.rlib.parsing.pypackrat import PackratParser


class Value(object):
    def show(self):
        raise NotImplementedError


class Number(Value):
    def __init__(self, n):
        self.n = n

    def show(self):
        return str(self.n)


class Word(Value):
    def __init__(self, name):
        self.name = name

    def show(self):
        return self.name


class Text(Value):
    def __init__(self, text):
        self.text = text

    def show(self):
        return '"' + self.text + '"'


class Pair(Value):
    def __init__(self, car, cdr):
        self.car = car
        self.cdr = cdr

    def show(self):
        parts = []
        at = self
        while isinstance(at, Pair):
            parts.append(at.car.show())
            at = at.cdr
        tail = "" if at is nil else " . " + at.show()
        return "(" + " ".join(parts) + tail + ")"


class Nil(Value):
    def show(self):
        return "()"


nil = Nil()


class Reader(PackratParser):
    r"""
    # what stands between
    IGNORE: ` |\n|;[^\n]*`;
    EOF: !__any__;

    NUMBER:
        c = `\-?(0|[1-9][0-9]*)`
        IGNORE*
        return {Number(int(c))};

    TEXT:
        c = `"([^\\"]|\\.)*"`
        IGNORE*
        return {Text(unquote(c))};

    WORD:
        c = `[a-z\+\*\-\?=<>][a-z0-9\+\*\-\?=<>]*`
        IGNORE*
        return {Word(c)};

    value: list | quoted | NUMBER | WORD | TEXT;

    quoted:
        mark = (`'` | `\``) IGNORE*
        v = value
        return {Pair(Word("quote" if mark == "\x27" else "quasi"), Pair(v, nil))};

    list: '(' IGNORE* p = pairs ')' IGNORE* return {p};

    pairs:
        car = value
        '.'
        IGNORE*
        cdr = value
        return {Pair(car, cdr)}
      | car = value
        cdr = pairs
        return {Pair(car, cdr)}
      | return {nil};

    file:
        IGNORE*
        all = value*
        EOF
        return {all};
    """


class Sums(PackratParser):
    r"""
    additive:
        a = additive '+' b = multitive return {a + b}
      | a = additive '-' b = multitive return {a - b}
      | multitive;
    multitive:
        a = multitive '*' b = simple return {a * b}
      | a = multitive '/' b = simple if {b != 0} return {a // b}
      | simple;
    simple: '(' <additive> ')' | x = `0|[1-9][0-9]*` return {int(x)};
    all: <additive> !__any__;
    """


class Odds(PackratParser):
    """
    letters(low, high): l = letter({low}, {high})+ return {"".join(l)};
    letter(low, high): do c = __any__ if {low <= c <= high};
    between(low, high): '[' <letters({low}, {high})> ']';
    spaced: ('a' [' '*])+;
    nested: ('a' 'b'*)+;
    maybe: 'x'? <'y'>;
    optional: l = ('x' | 'z')* 'y'? return {len(l)};
    chosen: choose w in {WORDS} t = __chars__({w}) return {t + "!"};
    before: 'a' !!'b' __any__;
    without: 'a' !'b' __any__;
    """

    def __init__(self, text, name):
        self.init_parser(text)
        self.name = name


class Hex(Sums):
    r"""
    simple: '$' x = `[0-9a-f]+` return {int(x, 16)} | x = `0|[1-9][0-9]*` return {int(x)};
    """


WORDS = ["begin", "end", "e"]


def unquote(text):
    result = []
    i = 1
    while i < len(text) - 1:
        if text[i] == "\\":
            i += 1
        result.append(text[i])
        i += 1
    return "".join(result)


def read(text):
    reader = Reader(text)
    try:
        values = reader.file()
    except BacktrackException as e:
        if e.error is not None:
            print(e.error.nice_error_message("<text>", text))
        else:
            print("no parse")
        return
    print([v.show() for v in values])


def sums(text):
    parser = Sums(text)
    try:
        print(parser.all())
    except BacktrackException as e:
        error = e.error
        assert error is not None
        line, column = error.get_line_column(text)
        print(line, column, error.expected)


def odds():
    print(Odds("hello world", "o").letters("a", "z"), Odds("[bcd]", "o").between("a", "m"))
    for text in ["[xyz]", "[ab"]:
        try:
            Odds(text, "failing").between("a", "m")
        except BacktrackException as e:
            if e.error is not None:
                print(e.error.pos, e.error.expected)
    print(Odds("a  a a", "o").spaced(), Odds("abbaab", "o").nested())
    print(Odds("xy", "o").maybe(), Odds("y", "o").maybe(), Odds("xzzy", "o").optional(), Odds("", "o").optional())
    print(Odds("end", "o").chosen(), Odds("ex", "o").chosen(), Odds("ab", "o").before(), Odds("ac", "o").without())
    try:
        Odds("ab", "o").without()
    except BacktrackException as e:
        if e.error is not None:
            print(e.error.nice_error_message("f", "ab"))
    parser = Odds("abc!", "kept")
    print(parser.letters("a", "b"), parser._pos, parser.name)


def entry_point(argv):
    read("(define (f x) (* x -12)) ; comment\n'(a . b) () \"q\\\"t\"")
    read("`(a b . (c . (d)))")
    read("(a b")
    read("(a ! b)")
    sums("1+2*3-4-5")
    sums("2*(3+4)*5")
    sums("10/3/2")
    sums("1/0")
    sums("1+")
    sums("1+2)")
    print(Hex("$ff+1*$10").additive())
    odds()
    return 0


def target(driver, args):
    return entry_point, None
