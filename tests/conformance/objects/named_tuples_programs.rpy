# named tuples: defaults, subclasses, tuples of them, several classes in one program
from collections import namedtuple

Instr = namedtuple("Instr", ["op", "arg", "line"])
Instr.__new__.__defaults__
Pair = namedtuple("Pair", "left right")
Nest = namedtuple("Nest", "left right")
Opt = namedtuple("Opt", "name value flag", defaults=(0, False))
Tree = namedtuple("Tree", "value kids")

class Vec(namedtuple("Vec", "x y")):
    __slots__ = ()
    def __add__(self, other):
        return Vec(self.x + other.x, self.y + other.y)
    def __mul__(self, k):
        return Vec(self.x * k, self.y * k)
    @property
    def norm2(self):
        return self.x * self.x + self.y * self.y
    def __str__(self):
        return "<%d, %d>" % (self.x, self.y)

PROGRAM = [Instr("push", 1, 1), Instr("push", 2, 1), Instr("add", 0, 2), Instr("print", 0, 3)]
UNIT = {"x": Vec(1, 0), "y": Vec(0, 1)}
LEAF = Tree(1, [])
ROOT = Tree(5, [LEAF, Tree(2, [Tree(3, [])])])

def run(program):
    stack = []
    out = []
    for op, arg, line in program:
        if op == "push":
            stack.append(arg)
        elif op == "add":
            stack.append(stack.pop() + stack.pop())
        else:
            out.append("%d@%d" % (stack.pop(), line))
    return out

def total(t):
    n = t.value
    for k in t.kids:
        n += total(k)
    return n

def find(pairs, key):
    for p in pairs:
        if p.left == key:
            return p
    return None

def entry_point(argv):
    n = len(argv)
    print(run(PROGRAM), run([Instr(op="push", arg=n, line=7), Instr("print", 0, line=8)]))
    o = Opt("a")
    q = Opt("b", 4)
    r = Opt("c", flag=True)
    print(o, q, r, o.value, r.flag)
    v = Vec(1, 2) + Vec(n, n)
    print(v, v.norm2, (v * 3).x, UNIT["x"] + UNIT["y"], v == Vec(2, 3), repr(v))
    print(total(ROOT), ROOT.kids[0] == LEAF, len(ROOT))
    pairs = [Pair("k%d" % i, i) for i in range(3)]
    hit = find(pairs, "k2")
    if hit is not None:
        k, val = hit
        print(k, val, hit.right, hit[0], hit[-1])
    print(find(pairs, "zz") is None, isinstance(v, Vec), isinstance(v, tuple), isinstance(hit, Pair))
    seen = set()
    for p in [Vec(1, 2), Vec(2, 1), Vec(1, 2)]:
        seen.add(p)
    print(len(seen), Vec(2, 1) in seen, Vec(3, 3) in seen)
    moved = pairs[0]._replace(right=10)
    print(moved, pairs[0].right, pairs[0]._replace(left="z", right=1))
    order = sorted([Vec(2, 1), Vec(1, 5), Vec(1, 2)])
    print([str(x) for x in order], order[0] < order[1], max(order), order[0] <= order[0])
    x, y = v
    print(x, y, tuple(v), [c for c in v], sum(v), 3 in v, v[0] + v[1])
    nested = Nest(v, o)
    print(nested.left.x, nested.right.name, nested)
    (a, b), c = nested.left, nested.right
    print(a, b, c.name)
    print(Vec._fields, Pair._fields[1])
    return 0

def target(driver, args):
    return entry_point, None
