from collections import namedtuple

Point = namedtuple("Point", ["x", "y"])
Token = namedtuple("Token", "kind value line")
ORIGIN = Point(0, 0)
TOKENS = [Token("num", "1", 1), Token("op", "+", 1)]

class Rec(namedtuple("Rec", "a b")):
    def total(self):
        return self.a + self.b

def lex(text):
    out = []
    for i in range(len(text)):
        c = text[i]
        if c.isdigit():
            out.append(Token("num", c, i))
        else:
            out.append(Token(kind="op", value=c, line=i))
    return out

def entry_point(argv):
    n = len(argv)
    p = Point(n, 2)
    q = Point(x=1, y=2)
    print(p.x, p.y, p == q, p != q, p == ORIGIN, p)
    x, y = p
    print(x + y, p[0], p[1], len(p))
    r = p._replace(y=9)
    print(r.y, r, p)
    d = {p: "p", ORIGIN: "o"}
    print(d[Point(1, 2)], d[Point(0, 0)], Point(5, 5) in d)
    for t in lex("1+2"):
        print(t.kind, t.value, t.line, t)
    for t in TOKENS:
        print(t.value)
    rec = Rec(3, n)
    print(rec.total(), rec.a, rec)
    ps = [Point(3, 1), Point(1, 5), Point(1, 2)]
    ps.sort()
    print(ps, min(ps), sorted(ps, key=lambda p: p.y))
    for a, b in ps:
        print(a, b)
    print(tuple(p) == (1, 2), p == (1, 2), hash(p) == hash(q), p < ps[2])
    return 0

def target(driver, args):
    return entry_point, None
