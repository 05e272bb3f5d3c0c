"""A stream editor: commands with addresses, patterns compiled by rsre at run time through a small compiler of regular expressions to
its codes at import time; substitutions with groups, transliteration, hold space, labels."""
import re
from rpython.rlib.rsre import rsre_re
from rpython.rlib.rstring import StringBuilder
from rpython.rlib.objectmodel import specialize

P_WORD = rsre_re.compile(r"[A-Za-z_]\w*")
P_NUMBER = rsre_re.compile(r"-?\d+(\.\d+)?")
P_DATE = rsre_re.compile(r"(\d{4})-(\d\d)-(\d\d)")
P_PAIR = rsre_re.compile(r"(\w+)\s*=\s*(\"[^\"]*\"|\w+)")
P_BLANKS = rsre_re.compile(r"\s+")
P_COMMENT = rsre_re.compile(r"#.*$")
P_TRAILING = rsre_re.compile(r"[ \t]+$")
P_REPEAT = rsre_re.compile(r"(\w+) \1\b")
PATTERNS = {"word": P_WORD, "number": P_NUMBER, "date": P_DATE, "pair": P_PAIR, "blanks": P_BLANKS, "comment": P_COMMENT,
            "trailing": P_TRAILING, "repeat": P_REPEAT}


class Command(object):
    def applies(self, editor):
        return True

    def run(self, editor):
        raise NotImplementedError


class Addressed(Command):
    def __init__(self, first, last, pattern, negated, inner):
        self.first, self.last, self.pattern, self.negated, self.inner = first, last, pattern, negated, inner

    def applies(self, editor):
        if self.pattern is not None:
            hit = self.pattern.search(editor.space) is not None
        else:
            hit = self.first <= editor.line <= self.last
        return hit != self.negated

    def run(self, editor):
        self.inner.run(editor)


class Substitute(Command):
    def __init__(self, pattern, template, everywhere):
        self.pattern, self.template, self.everywhere = pattern, template, everywhere

    def run(self, editor):
        text = editor.space
        out = StringBuilder(len(text))
        pos = count = 0
        while pos <= len(text):
            m = self.pattern.search(text, pos)
            if m is None:
                break
            start, end = m.start(), m.end()
            assert 0 <= pos <= start <= end
            out.append(text[pos:start])
            out.append(expand(self.template, m))
            count += 1
            if end == start:
                if start < len(text):
                    out.append(text[start])
                end += 1
            pos = end
            if not self.everywhere:
                break
        if pos <= len(text):
            out.append(text[pos:])
        editor.space = out.build()
        editor.changes += count


def expand(template, m):
    out = StringBuilder()
    i = 0
    while i < len(template):
        c = template[i]
        if c == "&":
            out.append(m.group(0))
        elif c == "%" and i + 1 < len(template):
            i += 1
            g = ord(template[i]) - ord("0")
            try:
                text = m.group(g)
            except IndexError:
                text = "<no group>"
            if text is not None:
                out.append(text)
        else:
            out.append(c)
        i += 1
    return out.build()


class Transliterate(Command):
    def __init__(self, source, to):
        self.source, self.to = source, to

    def run(self, editor):
        out = []
        for c in editor.space:
            i = self.source.find(c)
            out.append(self.to[i] if i >= 0 else c)
        editor.space = "".join(out)


class Simple(Command):
    def __init__(self, letter):
        self.letter = letter

    def run(self, editor):
        if self.letter == "d":
            editor.deleted = True
        elif self.letter == "p":
            editor.out.append(editor.space)
        elif self.letter == "h":
            editor.hold = editor.space
        elif self.letter == "G":
            editor.space = editor.space + "|" + editor.hold
        elif self.letter == "x":
            editor.space, editor.hold = editor.hold, editor.space
        elif self.letter == "=":
            editor.out.append(str(editor.line))
        elif self.letter == "q":
            editor.quit = True


class Count(Command):
    def __init__(self, pattern):
        self.pattern = pattern

    def run(self, editor):
        n = 0
        longest = ""
        for m in self.pattern.finditer(editor.space):
            n += 1
            if m.end() - m.start() > len(longest):
                longest = m.group(0)
        editor.out.append("%d:%s" % (n, longest))


class Editor(object):
    def __init__(self, commands):
        self.commands = commands
        self.out = []
        self.hold = ""
        self.space = ""
        self.line = 0
        self.changes = 0
        self.deleted = False
        self.quit = False

    def run(self, text):
        for line in text.split("\n"):
            self.line += 1
            self.space = line
            self.deleted = False
            for c in self.commands:
                if c.applies(self):
                    c.run(self)
                if self.deleted or self.quit:
                    break
            if not self.deleted:
                self.out.append(self.space)
            if self.quit:
                break
        return self.out


class BadCommand(Exception):
    def __init__(self, text):
        self.text = text


def parse(text):
    commands = []
    for part in text.split(" ; "):
        words = part.split(" ")
        first, last, pattern, negated = 0, 1 << 30, None, False
        addressed = True
        w = words[0]
        if P_NUMBER.match(w) is not None:
            comma = w.find(",")
            if comma >= 0:
                first, last = int(w[:comma]), int(w[comma + 1:])
            else:
                first = last = int(w)
        elif w[0] == "/":
            name = w[1:]
            if name[0] == "!":
                negated = True
                name = name[1:]
            if name not in PATTERNS:
                raise BadCommand(w)
            pattern = PATTERNS[name]
        else:
            addressed = False
        if addressed:
            words = words[1:]
        inner = command(words)
        if addressed:
            commands.append(Addressed(first, last, pattern, negated, inner))
        else:
            commands.append(inner)
    return commands


def command(words):
    w = words[0]
    if w == "s" or w == "S":
        return Substitute(PATTERNS[words[1]], words[2].replace("_", " "), w == "S")
    if w == "y":
        if len(words[1]) != len(words[2]):
            raise BadCommand("y")
        return Transliterate(words[1], words[2])
    if w == "n":
        return Count(PATTERNS[words[1]])
    if len(w) == 1 and w in "dphGx=q":
        return Simple(w)
    raise BadCommand(w)


TEXT = """name = "Ann Lee"   # the first
born = 1984-05-17, died = 2043-12-01
the the value is -12.50 of 100
   \t
plain"""


def entry_point(argv):
    for script in ["S word <&>", "S date %3/%2/%1", "S pair %2:%1 ; S blanks _", "s comment - ; s trailing ]", "S repeat %1", "n word ; n number",
                   "2 d ; 4,9 d", "/date p ; /!date d", "1 h ; 3 G ; 5 x", "y aeiou AEIOU ; 3 =", "2 q", "S blanks %9", "S number [&%1]",
                   "/nothing d", "z", "y abc d"]:
        try:
            editor = Editor(parse(script))
            lines = editor.run(TEXT)
            print("%s (%d)" % (script, editor.changes))
            for line in lines:
                print("  " + line.replace("\t", "~"))
        except BadCommand as e:
            print(script + ": bad command " + e.text)
    m = P_DATE.match("2001-02-03 and more")
    print(m.group(1), m.group(3), m.span(2), m.end(), P_DATE.match(" 2001-02-03") is None)
    print(P_BLANKS.split("a  b\tc d"), P_NUMBER.findall("1 22 x-3"), P_BLANKS.sub("_", " x  y "))
    return 0


def target(driver, args):
    return entry_point, None
