# Readers of TOML-like text, markdown and CSV; Huffman and LZ77 coders.
import heapq, re, itertools, math
from collections import OrderedDict, Counter, defaultdict, deque, namedtuple

class Value(object): pass
class Str(Value):
    def __init__(self, s): self.s = s
    def __repr__(self): return repr(self.s)
class Num(Value):
    def __init__(self, n): self.n = n
    def __repr__(self): return "%g" % self.n
class Bool(Value):
    def __init__(self, b): self.b = b
    def __repr__(self): return "true" if self.b else "false"
class Arr(Value):
    def __init__(self, items): self.items = items
    def __repr__(self): return repr(self.items)
class Table(Value):
    def __init__(self): self.d = OrderedDict()
    def __repr__(self): return "{" + ", ".join("%s = %r" % (k, v) for k, v in self.d.items()) + "}"

class ParseError(Exception):
    def __init__(self, msg, line):
        Exception.__init__(self, "%s (line %d)" % (msg, line))
        self.line = line

class Toml(object):
    def __init__(self, text):
        self.text = text
        self.pos = 0
        self.line = 1
    def peek(self): return self.text[self.pos] if self.pos < len(self.text) else ""
    def error(self, msg): raise ParseError(msg, self.line)
    def skip(self, nl=False):
        while self.pos < len(self.text):
            c = self.text[self.pos]
            if c == "#":
                while self.peek() not in ("", "\n"): self.pos += 1
            elif c in " \t" or (nl and c == "\n"):
                if c == "\n": self.line += 1
                self.pos += 1
            else: break
    def key(self):
        start = self.pos
        while self.peek() and (self.peek().isalnum() or self.peek() in "_-"): self.pos += 1
        if start == self.pos: self.error("expected a key, found %r" % self.peek())
        return self.text[start:self.pos]
    def value(self):
        c = self.peek()
        if c == '"':
            self.pos += 1
            out = []
            while self.peek() != '"':
                if not self.peek(): self.error("unterminated string")
                if self.peek() == "\\":
                    self.pos += 1
                    out.append({"n": "\n", "t": "\t"}.get(self.peek(), self.peek()))
                else: out.append(self.peek())
                self.pos += 1
            self.pos += 1
            return Str("".join(out))
        if c == "[":
            self.pos += 1
            items = []
            self.skip(True)
            while self.peek() != "]":
                items.append(self.value())
                self.skip(True)
                if self.peek() == ",":
                    self.pos += 1
                    self.skip(True)
                elif self.peek() != "]": self.error("expected , or ]")
            self.pos += 1
            return Arr(items)
        m = re.match("[-+0-9._eEx]+|true|false", self.text[self.pos:])
        if m is None: self.error("bad value %r" % self.text[self.pos:self.pos + 5])
        word = m.group(0)
        self.pos += len(word)
        if word in ("true", "false"): return Bool(word == "true")
        try: return Num(float(word.replace("_", "")))
        except ValueError: self.error("bad number " + word)
    def parse(self):
        root = Table()
        cur = root
        while True:
            self.skip(True)
            if not self.peek(): return root
            if self.peek() == "[":
                self.pos += 1
                cur = root
                while True:
                    k = self.key()
                    nxt = cur.d.get(k)
                    if nxt is None:
                        nxt = Table()
                        cur.d[k] = nxt
                    if not isinstance(nxt, Table): self.error("key %s is no table" % k)
                    assert isinstance(nxt, Table)
                    cur = nxt
                    if self.peek() == ".": self.pos += 1
                    else: break
                if self.peek() != "]": self.error("expected ]")
                self.pos += 1
            else:
                k = self.key()
                self.skip()
                if self.peek() != "=": self.error("expected =")
                self.pos += 1
                self.skip()
                if k in cur.d: self.error("duplicate key " + k)
                cur.d[k] = self.value()

def huffman(text):
    heap = [(n, ord(c), c) for c, n in Counter(text).items()]
    heapq.heapify(heap)
    codes = defaultdict(str)
    while len(heap) > 1:
        n1, o1, a = heapq.heappop(heap)
        n2, o2, b = heapq.heappop(heap)
        for c in a: codes[c] = "0" + codes[c]
        for c in b: codes[c] = "1" + codes[c]
        heapq.heappush(heap, (n1 + n2, min(o1, o2), a + b))
    return dict(codes)

def lz(text, window=16):
    i = 0
    while i < len(text):
        best, at = 0, 0
        for j in range(max(0, i - window), i):
            k = 0
            while i + k < len(text) and text[j + k] == text[i + k] and k < 9: k += 1
            if k > best: best, at = k, i - j
        if best > 2:
            yield (at, best, "")
            i += best
        else:
            yield (0, 0, text[i])
            i += 1

def unlz(tokens):
    out = []
    for at, n, c in tokens:
        if n:
            for _ in range(n): out.append(out[-at])
        else: out.append(c)
    return "".join(out)

def inline(s):
    s = s.replace("&", "&amp;").replace("<", "&lt;")
    s = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", s)
    s = re.sub(r"`([^`]*)`", r"<code>\1</code>", s)
    return re.sub(r"\[([^\]]+)\]\(([^)]+)\)", r'<a href="\2">\1</a>', s)

def markdown(text):
    out = []
    para = []
    in_list = False
    def flush():
        if para:
            out.append("<p>" + inline(" ".join(para)) + "</p>")
            del para[:]
    for line in text.splitlines() + [""]:
        level = len(line) - len(line.lstrip("#"))
        if in_list and not line.startswith("- "):
            out.append("</ul>")
            in_list = False
        if 1 <= level <= 6 and line[level:level + 1] == " ":
            flush()
            out.append("<h%d>%s</h%d>" % (level, inline(line[level:].strip()), level))
        elif line.startswith("- "):
            flush()
            if not in_list: out.append("<ul>")
            in_list = True
            out.append("<li>%s</li>" % inline(line[2:]))
        elif not line.strip(): flush()
        else: para.append(line.strip())
    return "\n".join(out)

def csv_rows(text):
    row, field, quoted = [], [], False
    it = iter(text)
    for c in it:
        if quoted:
            if c == '"': quoted = False
            else: field.append(c)
        elif c == '"': quoted = True
        elif c == ",":
            row.append("".join(field)); field = []
        elif c == "\n":
            row.append("".join(field)); field = []
            yield row
            row = []
        else: field.append(c)
    if field or row:
        row.append("".join(field))
        yield row

Stat = namedtuple("Stat", "name count mean")

def entry_point(argv):
    t = Toml('title = "x\\ty" # c\n[a.b]\nn = 1_000\nf = -2.5e3\nl = [1, 2,\n [true, "z"]]\n[a.c]\nk=false\n').parse()
    print(t)
    for bad in ["a", "a = ", "a = [1 2]", "[a\n", 'a = "x', "a=1\na=2", "\n\n= 1", "a=1\n[a.b]\n", "a = 1-2"]:
        try: print(Toml(bad).parse())
        except ParseError as e: print(e, e.line)
    text = "abracadabra alakazam abracadabra"
    codes = huffman(text)
    for c in sorted(codes, key=lambda c: (len(codes[c]), codes[c])): print(repr(c), codes[c], end="; ")
    print(sum(len(codes[c]) for c in text))
    toks = list(lz(text))
    print(len(toks), toks[-3:], unlz(toks) == text)
    print(markdown("# T **b**\nsome `code` & <x>\nmore\n\n- one\n- [two](u)\nafter\n## S"))
    rows = list(csv_rows('n,v\n"a,b",1\nx,2\nx,4.5\n"a,b",3'))
    groups = defaultdict(list)
    for name, v in rows[1:]: groups[name].append(float(v))
    stats = [Stat(k, len(v), sum(v) / len(v)) for k, v in sorted(groups.items())]
    for s in stats: print("{0.name:>5}|{0.count:<3d}|{0.mean:^8.2f}|".format(s), s)
    for k, g in itertools.groupby(sorted(text.split(), key=len), key=len): print(k, list(g))
    print(["%s%d" % p for p in itertools.product("ab", range(2))], list(itertools.accumulate([1, 2, 3])), math.isqrt(99), math.comb(6, 2), math.gcd(12, 18), math.hypot(3, 4), math.fsum([0.1] * 10), math.log2(8), math.copysign(1, -0.0), math.isclose(0.1 + 0.2, 0.3))
    return 0
def target(driver, args):
    return entry_point, None
