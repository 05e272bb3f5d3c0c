"""Generators of a compiler: recursive walks, pipelines of stages, generators as methods with state, try/finally in them, generators
in lists of one kind, early ends, a merge of sorted streams and a lexer with look-ahead."""


class Tree(object):
    def __init__(self, value, left, right):
        self.value = value
        self.left = left
        self.right = right


def insert(tree, value):
    if tree is None:
        return Tree(value, None, None)
    if value < tree.value:
        tree.left = insert(tree.left, value)
    else:
        tree.right = insert(tree.right, value)
    return tree


def in_order(tree):
    stack = []
    while stack or tree is not None:
        while tree is not None:
            stack.append(tree)
            tree = tree.left
        tree = stack.pop()
        yield tree.value
        tree = tree.right


def recursive(tree, depth):
    if tree is not None:
        for pair in recursive(tree.left, depth + 1):
            yield pair
        yield tree.value, depth
        for pair in recursive(tree.right, depth + 1):
            yield pair


class Source(object):
    def __init__(self, text):
        self.text = text
        self.closed = 0
        self.read = 0

    def chars(self):
        try:
            for c in self.text:
                self.read += 1
                yield c
        finally:
            self.closed += 1

    def tokens(self):
        word = ""
        for c in self.chars():
            if c.isalnum():
                word += c
                continue
            if word:
                yield "word", word
                word = ""
            if c != " ":
                yield "sign", c
        if word:
            yield "word", word
        yield "end", ""


class Lookahead(object):
    """One token ahead of a stream."""
    def __init__(self, source):
        self.stream = source.tokens()
        self.kind, self.text = next(self.stream)

    def advance(self):
        text = self.text
        if self.kind != "end":
            self.kind, self.text = next(self.stream)
        return text


def evaluate(p):
    total = term(p)
    while p.kind == "sign" and (p.text == "+" or p.text == "-"):
        if p.advance() == "+":
            total += term(p)
        else:
            total -= term(p)
    return total


def term(p):
    value = atom(p)
    while p.kind == "sign" and p.text == "*":
        p.advance()
        value *= atom(p)
    return value


def atom(p):
    if p.kind == "sign" and p.text == "(":
        p.advance()
        value = evaluate(p)
        p.advance()
        return value
    return int(p.advance())


def naturals(start, step):
    n = start
    while True:
        yield n
        n += step


def limited(start, step, limit):
    for n in naturals(start, step):
        if n >= limit:
            return
        yield n


def merged(streams):
    """Streams of numbers, the smallest first."""
    heads = []
    for s in streams:
        for first in s:
            heads.append((first, s))
            break
    while heads:
        best = 0
        for i in range(1, len(heads)):
            if heads[i][0] < heads[best][0]:
                best = i
        value, s = heads.pop(best)
        yield value
        try:
            heads.insert(best, (next(s), s))
        except StopIteration:
            pass


def chunks(items, size):
    chunk = []
    for x in items:
        chunk.append(x)
        if len(chunk) == size:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def guarded(items, log):
    for x in items:
        try:
            if x < 0:
                raise ValueError
            yield 100 // x
        except ZeroDivisionError:
            log.append("zero")
            yield -1
        finally:
            log.append("f%d" % x)


def pairs(xs):
    previous = None
    for x in xs:
        if previous is not None:
            yield previous + x
        previous = x


def entry_point(argv):
    tree = None
    for v in [5, 2, 8, 1, 9, 3]:
        tree = insert(tree, v)
    print([v for v in in_order(tree)])
    print([(v, d) for v, d in recursive(tree, 0)])
    for text in ["1 + 2 * 3", "(1+2)*(3 + 4) - 5", "2*(3*(4+5))"]:
        source = Source(text)
        print(evaluate(Lookahead(source)), source.read, source.closed)
    source = Source("ab + c")
    print([kind[0] + text for kind, text in source.tokens()], source.closed)
    print([n for n in limited(3, 4, 20)], [n for n in limited(30, 1, 20)])
    print([n for n in merged([limited(0, 5, 21), limited(1, 7, 30), limited(2, 2, 3), limited(9, 1, 9)])])
    print([c for c in chunks([1, 2, 3, 4, 5], 2)], [len(c) for c in chunks([i for i in range(11)], 4)])
    log = []
    out = []
    try:
        for x in guarded([5, 0, 7, -1, 3], log):
            out.append(x)
    except ValueError:
        out.append(-99)
    print(out, log)
    print([p for p in pairs(["a", "b", "c"])], [p for p in pairs(["x"])])
    total = 0
    for a in limited(0, 1, 4):
        for b in limited(a, 1, 4):
            if (a + b) % 3 == 0:
                continue
            total += a * 10 + b
    print(total)
    return 0


def target(driver, args):
    return entry_point, None
