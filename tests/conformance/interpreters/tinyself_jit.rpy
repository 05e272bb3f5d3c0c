# origin: after published programs
# jit: yes
"""Prototype objects with maps, parents and lookups through elidable methods, interpreted from an AST with a green node per loop."""
from rpython.rlib.jit import JitDriver, elidable, promote, unroll_safe, dont_look_inside

driver = JitDriver(greens=['node'], reds='auto', name='tinyself', is_recursive=True)


class Map(object):
    _immutable_fields_ = ['parent']

    def __init__(self):
        self.indexes = {}
        self.children = {}

    @elidable
    def index(self, name):
        return self.indexes.get(name, -1)

    @elidable
    def add(self, name):
        if name not in self.children:
            m = Map()
            m.indexes.update(self.indexes)
            m.indexes[name] = len(self.indexes)
            self.children[name] = m
        return self.children[name]


ROOT = Map()


class Obj(object):
    def __init__(self, parent=None):
        self.map = ROOT
        self.slots = []
        self.parent = parent

    def own(self, name):
        return promote(self.map).index(name)

    @unroll_safe
    def get(self, name):
        o = self
        while o is not None:
            i = o.own(name)
            if i >= 0:
                return o.slots[i]
            o = o.parent
        raise Missing(name)

    def put(self, name, value):
        i = self.own(name)
        if i >= 0:
            self.slots[i] = value
        else:
            self.map = self.map.add(name)
            self.slots.append(value)

    def clone(self):
        o = Obj(self.parent)
        o.map = self.map
        o.slots = self.slots[:]
        return o


class Num(Obj):
    _immutable_fields_ = ['n']

    def __init__(self, n):
        Obj.__init__(self, None)
        self.n = n


class Missing(Exception):
    def __init__(self, name):
        self.name = name


class Node(object):
    def eval(self, ctx):
        raise NotImplementedError


class Lit(Node):
    def __init__(self, n):
        self.n = n

    def eval(self, ctx):
        return Num(self.n)


class Get(Node):
    def __init__(self, name):
        self.name = name

    def eval(self, ctx):
        return ctx.get(self.name)


class Put(Node):
    def __init__(self, name, node):
        self.name = name
        self.node = node

    def eval(self, ctx):
        v = self.node.eval(ctx)
        ctx.put(self.name, v)
        return v


class Arith(Node):
    def __init__(self, op, a, b):
        self.op = op
        self.a = a
        self.b = b

    def eval(self, ctx):
        a = self.a.eval(ctx)
        b = self.b.eval(ctx)
        if not isinstance(a, Num) or not isinstance(b, Num):
            raise Missing(self.op)
        if self.op == '+':
            return Num(a.n + b.n)
        elif self.op == '-':
            return Num(a.n - b.n)
        elif self.op == '%':
            if b.n == 0:
                raise Missing('%0')
            return Num(a.n % b.n)
        return Num(1 if a.n < b.n else 0)


class Seq(Node):
    _immutable_fields_ = ['nodes[*]']

    def __init__(self, nodes):
        self.nodes = nodes

    @unroll_safe
    def eval(self, ctx):
        result = None
        for n in self.nodes:
            result = n.eval(ctx)
        return result


class If(Node):
    def __init__(self, test, then, els):
        self.test = test
        self.then = then
        self.els = els

    def eval(self, ctx):
        t = self.test.eval(ctx)
        assert isinstance(t, Num)
        return self.then.eval(ctx) if t.n else self.els.eval(ctx)


class While(Node):
    def __init__(self, test, body):
        self.test = test
        self.body = body

    def eval(self, ctx):
        node = self
        last = None
        while True:
            driver.jit_merge_point(node=node)
            t = node.test.eval(ctx)
            assert isinstance(t, Num)
            if t.n == 0:
                return last
            last = node.body.eval(ctx)


def parse(words, pos):
    w = words[pos]
    pos += 1
    if w == 'do':
        nodes = []
        while words[pos] != 'end':
            n, pos = parse(words, pos)
            nodes.append(n)
        return Seq(nodes[:]), pos + 1
    elif w == 'while':
        a, pos = parse(words, pos)
        b, pos = parse(words, pos)
        return While(a, b), pos
    elif w == 'if':
        a, pos = parse(words, pos)
        b, pos = parse(words, pos)
        c, pos = parse(words, pos)
        return If(a, b, c), pos
    elif w.endswith(':'):
        a, pos = parse(words, pos)
        return Put(w[:-1], a), pos
    elif w in ('+', '-', '<', '%'):
        a, pos = parse(words, pos)
        b, pos = parse(words, pos)
        return Arith(w, a, b), pos
    elif w.isdigit():
        return Lit(int(w)), pos
    return Get(w), pos


LOBBY = Obj()
LOBBY.put("limit", Num(50))
PROGRAMS = ["do s: 0 i: 0 while < i limit do i: + i 1 s: + s i end s end",
            "do i: 0 odd: 0 while < i 60 do if % i 2 odd: + odd 1 even: i i: + i 1 end + odd even end",
            "do i: 0 t: 0 while < i 12 do j: 0 while < j i do j: + j 1 t: + t j end i: + i 1 end t end",
            "do a: 48 b: 18 while b do r: % a b a: b b: r end a end",
            "do i: 40 while < 0 i do x: % 100 - i 5 i: - i 1 end x end",
            "do i: 0 while < i 20 do i: + i 1 if < i 15 1 k end end", "nothing"]


def entry_point(argv):
    for text in PROGRAMS:
        ctx = Obj(LOBBY)
        try:
            node, end = parse(text.split(), 0)
            w = node.eval(ctx)
            assert isinstance(w, Num)
            print(w.n, len(ctx.slots), len(ctx.clone().map.indexes))
        except Missing as e:
            print("missing " + e.name, len(ctx.slots))
    print(LOBBY.map.index("limit"), len(ROOT.children))
    return 0


def target(driver, args):
    return entry_point
