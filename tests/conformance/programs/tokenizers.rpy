"""Tokenizers: a table-driven automaton, a hand-written one with indentation, and a stack calculator on top."""


class Token(object):
    def __init__(self, kind, text, line, column):
        self.kind = kind
        self.text = text
        self.line = line
        self.column = column

    def __repr__(self):
        return "%s:%r" % (self.kind, self.text)

    def __eq__(self, other):
        return self.kind == other.kind and self.text == other.text


class LexError(Exception):
    def __init__(self, message, line, column=0):
        self.message = message
        self.line = line
        self.column = column


def letters(c):
    return c.isalpha() or c == "_"


CLASSES = [("letter", letters), ("digit", lambda c: c.isdigit()), ("dot", lambda c: c == "."), ("space", lambda c: c in " \t"),
           ("op", lambda c: c in "+-*/%=<>!(),:^")]
TABLE = {
    ("start", "letter"): "name", ("name", "letter"): "name", ("name", "digit"): "name",
    ("start", "digit"): "int", ("int", "digit"): "int", ("int", "dot"): "float", ("float", "digit"): "float",
    ("start", "op"): "op", ("start", "space"): "space", ("space", "space"): "space",
}
DOUBLE = ("==", "!=", "<=", ">=", "**")
KEYWORDS = frozenset(["if", "else", "while", "def", "return"])


def classify(c):
    for name, test in CLASSES:
        if test(c):
            return name
    return "other"


def scan_line(text, number):
    pos = 0
    while pos < len(text):
        start = pos
        state = "start"
        while pos < len(text):
            following = TABLE.get((state, classify(text[pos])), None)
            if following is None:
                break
            state = following
            pos += 1
        if state == "start":
            if text[pos] in "'\"":
                end = text.find(text[pos], pos + 1)
                if end < 0:
                    raise LexError("string is not closed", number, pos)
                yield Token("string", text[pos + 1:end], number, pos)
                pos = end + 1
                continue
            if text[pos] == "#":
                return
            raise LexError("bad character %r" % text[pos], number, pos)
        word = text[start:pos]
        if state == "op" and text[start:start + 2] in DOUBLE:
            pos = start + 2
            word = text[start:pos]
        if state == "name" and word in KEYWORDS:
            state = "keyword"
        if state != "space":
            yield Token(state, word, number, start)


def scan(source):
    stack = [0]
    number = 0
    for number, line in enumerate(source.splitlines(), 1):
        stripped = line.lstrip(" ")
        if not stripped or stripped.startswith("#"):
            continue
        depth = len(line) - len(stripped)
        if depth > stack[-1]:
            stack.append(depth)
            yield Token("indent", "", number, 0)
        while depth < stack[-1]:
            stack.pop()
            yield Token("dedent", "", number, 0)
        if depth != stack[-1]:
            raise LexError("bad indentation", number)
        for token in scan_line(line, number):
            yield token
        yield Token("newline", "", number, len(line))
    while len(stack) > 1:
        stack.pop()
        yield Token("dedent", "", number + 1, 0)


PRIORITY = {"+": 1, "-": 1, "*": 2, "/": 2, "%": 2, "^": 3, "neg": 4}


def to_postfix(tokens):
    out = []
    stack = []
    operand = False
    for t in tokens:
        if t.kind in ("int", "float", "name"):
            out.append(t.text)
            operand = True
        elif t.text == "(":
            stack.append("(")
            operand = False
        elif t.text == ")":
            while stack and stack[-1] != "(":
                out.append(stack.pop())
            if not stack:
                raise LexError("no ( for )", t.line, t.column)
            stack.pop()
            operand = True
        elif t.text in PRIORITY:
            op = "neg" if t.text == "-" and not operand else t.text
            while (op != "neg" and stack and stack[-1] != "(" and
                   (PRIORITY[stack[-1]] > PRIORITY[op] or PRIORITY[stack[-1]] == PRIORITY[op] and op != "^")):
                out.append(stack.pop())
            stack.append(op)
            operand = False
        else:
            raise LexError("unexpected " + repr(t), t.line, t.column)
    if "(" in stack:
        raise LexError("( is not closed", 1)
    return out + stack[::-1]


def calculate(postfix, env):
    stack = []
    for word in postfix:
        if word == "neg":
            stack.append(-stack.pop())
        elif word in PRIORITY:
            b = stack.pop()
            a = stack.pop()
            stack.append({"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "/": lambda: a / b,
                          "%": lambda: a % b, "^": lambda: a ** b}[word]())
        elif word[0].isdigit():
            stack.append(float(word))
        else:
            stack.append(env[word])
    if len(stack) != 1:
        raise IndexError("left over")
    return stack[0]


SOURCE = """def area(w, h):
    # a comment
    if w <= 0:
        return 'none' # why

    return w*h
x = area(3,4.5)
while x != y:
    x=x-1
      """


def entry_point(argv):
    tokens = list(scan(SOURCE))
    line = 0
    for t in tokens:
        if t.line != line:
            line = t.line
            print(line, [u for u in tokens if u.line == line])
    kinds = {}
    for t in tokens:
        kinds[t.kind] = kinds.get(t.kind, 0) + 1
    print(sorted(kinds.items(), key=lambda p: (-p[1], p[0])))
    print(tokens.count(Token("name", "x", 0, 0)), tokens.index(Token("keyword", "if", 0, 0)))
    for bad in ["a $ b", "x = 'abc", "if x:\n    a\n  b", "1.2.3", "'a' \"b'c\" ''"]:
        try:
            print(list(scan(bad)))
        except LexError as e:
            print("line %d, column %d: %s" % (e.line, e.column, e.message))
    env = {"pi": 3.25, "x": -2.0}
    for text in ["1 + 2 * 3", "(1 + 2) * 3", "2 ^ 3 ^ 2", "-x ^ 2", "10 - 4 - 3", "7 % 4 / 2", "-(3 - 5) * -pi", "1 / (x + 2)",
                 "y + 1", "(1", "1)", "1 2", "1 +", "", "a == b"]:
        try:
            postfix = to_postfix(scan_line(text, 1))
            print("%-16s %-26s %.3f" % (text, " ".join(postfix), calculate(postfix, env)))
        except ZeroDivisionError:
            print("%-16s zero" % text)
        except KeyError as e:
            print("%-16s unknown %s" % (text, e))
        except IndexError:
            print("%-16s malformed" % text)
        except LexError as e:
            print("%-16s %s" % (text, e.message))
    return 0


def target(driver, args):
    return entry_point
