# origin: after published programs
# jit: yes
"""A language of prototypes: objects with shapes that form a tree, attributes of slots (read-only, accessors), delegation along parents,
arrays with a dense part and holes, closures over scopes, `this`, exceptions; property lookups are elidable on shapes."""
from rpython.rlib.jit import JitDriver, elidable, elidable_promote, promote, unroll_safe, hint
from rpython.rlib.objectmodel import specialize, we_are_translated
from rpython.rlib.rarithmetic import ovfcheck
from rpython.rlib.rfloat import formatd

PLAIN, READONLY, ACCESSOR = range(3)


class Shape(object):
    _immutable_fields_ = ["parent", "name", "flags", "index", "size"]

    def __init__(self, parent, name, flags, index):
        self.parent = parent
        self.name = name
        self.flags = flags
        self.index = index
        self.size = index + 1
        self.next = {}

    @elidable
    def find(self, name):
        shape = self
        while shape.parent is not None:
            if shape.name == name:
                return shape
            shape = shape.parent
        return None

    @elidable
    def add(self, name, flags):
        key = "%s/%d" % (name, flags)
        shape = self.next.get(key, None)
        if shape is None:
            shape = Shape(self, name, flags, self.size)
            self.next[key] = shape
        return shape


ROOT = Shape(None, "", PLAIN, -1)


class Thrown(Exception):
    def __init__(self, value):
        self.value = value


class Value(object):
    def truth(self):
        return True

    def text(self):
        return "?"


class Undefined(Value):
    def truth(self):
        return False

    def text(self):
        return "undefined"


UNDEFINED = Undefined()


class Num(Value):
    _immutable_fields_ = ["x"]

    def __init__(self, x):
        self.x = x

    def truth(self):
        return self.x != 0.0

    def text(self):
        n = int(self.x) if -1e15 < self.x < 1e15 else 0
        if float(n) == self.x:
            return str(n)
        return formatd(self.x, "g", 12)


class Str(Value):
    _immutable_fields_ = ["s"]

    def __init__(self, s):
        self.s = s

    def truth(self):
        return len(self.s) > 0

    def text(self):
        return self.s


class Obj(Value):
    def __init__(self, proto):
        self.proto = proto
        self.shape = ROOT
        self.slots = []

    def own(self, name):
        return promote(self.shape).find(name)

    def get(self, name, this):
        o = self
        while o is not None:
            shape = o.own(name)
            if shape is not None:
                v = o.slots[shape.index]
                if shape.flags == ACCESSOR:
                    assert isinstance(v, Fun)
                    return v.call(this, [])
                return v
            o = o.proto
        return UNDEFINED

    def put(self, name, value):
        shape = self.own(name)
        if shape is None:
            self.define(name, value, PLAIN)
        elif shape.flags != PLAIN:
            raise Thrown(Str("cannot assign " + name))
        else:
            self.slots[shape.index] = value

    def define(self, name, value, flags):
        self.shape = promote(self.shape).add(name, flags)
        self.slots.append(value)

    def text(self):
        f = self.get("toText", self)
        if isinstance(f, Fun):
            return f.call(self, []).text()
        return "[object]"


class Arr(Obj):
    def __init__(self, proto, items):
        Obj.__init__(self, proto)
        self.items = items

    def at(self, i):
        if 0 <= i < len(self.items):
            v = self.items[i]
            if v is not None:
                return v
        return UNDEFINED

    def store(self, i, v):
        if i < 0:
            raise Thrown(Str("bad index"))
        while len(self.items) <= i:
            self.items.append(None)
        self.items[i] = v

    def text(self):
        return "[" + ",".join([v.text() if v is not None else "" for v in self.items]) + "]"


class Fun(Value):
    _immutable_fields_ = ["params[*]", "body", "scope"]

    def __init__(self, params, body, scope):
        self.params = params
        self.body = body
        self.scope = scope

    def text(self):
        return "function/%d" % len(self.params)

    @unroll_safe
    def call(self, this, args):
        scope = Scope(self.scope, this)
        for i in range(len(self.params)):
            scope.define(self.params[i], args[i] if i < len(args) else UNDEFINED)
        try:
            self.body.eval(scope)
        except Returned as r:
            return r.value
        return UNDEFINED


class Returned(Exception):
    def __init__(self, value):
        self.value = value


class Scope(object):
    def __init__(self, parent, this):
        self.parent = parent
        self.this = this
        self.shape = ROOT
        self.slots = []

    def define(self, name, v):
        shape = promote(self.shape).find(name)
        if shape is not None:
            self.slots[shape.index] = v
            return
        self.shape = promote(self.shape).add(name, PLAIN)
        self.slots.append(v)

    @unroll_safe
    def lookup(self, name):
        scope = self
        while scope is not None:
            shape = promote(scope.shape).find(name)
            if shape is not None:
                return scope.slots[shape.index]
            scope = scope.parent
        raise Thrown(Str(name + " is not defined"))

    @unroll_safe
    def assign(self, name, v):
        scope = self
        while scope is not None:
            shape = promote(scope.shape).find(name)
            if shape is not None:
                scope.slots[shape.index] = v
                return
            scope = scope.parent
        raise Thrown(Str(name + " is not defined"))


class Log(object):
    def __init__(self):
        self.lines = []


log = Log()
OBJECT_PROTO = Obj(None)
ARRAY_PROTO = Obj(OBJECT_PROTO)


class Node(object):
    def eval(self, scope):
        raise NotImplementedError


class Lit(Node):
    def __init__(self, value):
        self.value = value

    def eval(self, scope):
        return self.value


class Name(Node):
    _immutable_fields_ = ["name"]

    def __init__(self, name):
        self.name = name

    def eval(self, scope):
        if self.name == "this":
            return scope.this
        return scope.lookup(self.name)


class Op(Node):
    """Any form with sub-expressions: by its head."""
    _immutable_fields_ = ["head", "kids[*]", "name"]

    def __init__(self, head, name, kids):
        self.head = head
        self.name = name
        self.kids = kids

    def kid(self, i, scope):
        return self.kids[i].eval(scope)

    def num(self, i, scope):
        v = self.kids[i].eval(scope)
        if isinstance(v, Num):
            return v.x
        raise Thrown(Str(v.text() + " is no number"))

    def obj(self, i, scope):
        v = self.kids[i].eval(scope)
        if isinstance(v, Obj):
            return v
        raise Thrown(Str(v.text() + " has no properties"))

    @unroll_safe
    def eval(self, scope):
        head = self.head
        if head == "do":
            v = UNDEFINED
            for k in self.kids:
                v = k.eval(scope)
            return v
        elif head == "var":
            scope.define(self.name, self.kid(0, scope))
        elif head == "set":
            v = self.kid(0, scope)
            scope.assign(self.name, v)
            return v
        elif head == "+":
            a = self.kid(0, scope)
            b = self.kid(1, scope)
            if isinstance(a, Num) and isinstance(b, Num):
                return Num(a.x + b.x)
            return Str(a.text() + b.text())
        elif head == "-":
            return Num(self.num(0, scope) - self.num(1, scope))
        elif head == "*":
            return Num(self.num(0, scope) * self.num(1, scope))
        elif head == "<":
            return Num(1.0 if self.num(0, scope) < self.num(1, scope) else 0.0)
        elif head == "if":
            if self.kid(0, scope).truth():
                return self.kid(1, scope)
            elif len(self.kids) > 2:
                return self.kid(2, scope)
        elif head == "while":
            loop(self, scope)
        elif head == "fn":
            return Fun(self.name.split(",") if self.name else [], self.kids[0], scope)
        elif head == "return":
            raise Returned(self.kid(0, scope))
        elif head == "throw":
            raise Thrown(self.kid(0, scope))
        elif head == "try":
            try:
                return self.kid(0, scope)
            except Thrown as t:
                inner = Scope(scope, scope.this)
                inner.define(self.name, t.value)
                return self.kids[1].eval(inner)
        elif head == "print":
            log.lines.append(self.kid(0, scope).text())
        elif head == "new":
            o = Obj(self.obj(0, scope) if self.kids else OBJECT_PROTO)
            return o
        elif head == "get":
            o = self.obj(0, scope)
            if isinstance(o, Arr) and self.name == "length":
                return Num(float(len(o.items)))
            return o.get(self.name, o)
        elif head == "put":
            o = self.obj(0, scope)
            v = self.kid(1, scope)
            o.put(self.name, v)
            return v
        elif head == "const" or head == "getter":
            self.obj(0, scope).define(self.name, self.kid(1, scope), READONLY if head == "const" else ACCESSOR)
        elif head == "array":
            return Arr(ARRAY_PROTO, [k.eval(scope) for k in self.kids])
        elif head == "at":
            a = self.obj(0, scope)
            if isinstance(a, Arr):
                return a.at(int(self.num(1, scope)))
        elif head == "store":
            a = self.obj(0, scope)
            if isinstance(a, Arr):
                a.store(int(self.num(1, scope)), self.kid(2, scope))
        elif head == "call":
            f = self.kid(0, scope)
            return invoke(f, UNDEFINED, [self.kids[i].eval(scope) for i in range(1, len(self.kids))])
        elif head == "send":
            o = self.obj(0, scope)
            return invoke(o.get(self.name, o), o, [self.kids[i].eval(scope) for i in range(1, len(self.kids))])
        return UNDEFINED


def invoke(f, this, args):
    if isinstance(f, Fun):
        return f.call(this, args)
    raise Thrown(Str(f.text() + " is no function"))


driver = JitDriver(greens=["node"], reds=["scope"], get_printable_location=lambda node: "loop")


def loop(node, scope):
    while node.kids[0].eval(scope).truth():
        driver.jit_merge_point(node=node, scope=scope)
        node.kids[1].eval(scope)
        driver.can_enter_jit(node=node, scope=scope)


NAMED = ["var", "set", "fn", "try", "get", "put", "const", "getter", "send"]


class Reader(object):
    def __init__(self, text):
        self.words = [w for w in text.replace("(", " ( ").replace(")", " ) ").split(" ") if w]
        self.pos = 0

    def read(self):
        w = self.words[self.pos]
        self.pos += 1
        if w != "(":
            if w[0].isdigit() or (w[0] == "-" and len(w) > 1):
                return Lit(Num(float(w)))
            if w[0] == "'":
                return Lit(Str(w[1:].replace("_", " ")))
            return Name(w)
        head = self.words[self.pos]
        self.pos += 1
        name = ""
        if head in NAMED:
            name = self.words[self.pos]
            self.pos += 1
            if name == "-":
                name = ""
        kids = []
        while self.words[self.pos] != ")":
            kids.append(self.read())
        self.pos += 1
        return Op(head, name, kids[:])


POINT = ("(var Point (new)) (put init Point (fn x,y (do (put x this x) (put y this y) (return this))))"
         " (put plus Point (fn o (do (return (send init (new Point) (+ (get x this) (get x o)) (+ (get y this) (get y o)))))))"
         " (put toText Point (fn - (do (return (+ (+ (+ '< (get x this)) ', ) (+ (get y this) '>))))))"
         " (getter norm Point (fn - (do (return (+ (* (get x this) (get x this)) (* (get y this) (get y this)))))))")
PROGRAMS = ["(print (+ 1 2)) (print (+ 'a 2.5)) (print (- 7 10))",
            POINT + " (var p (send init (new Point) 3 4)) (print p) (print (get norm p)) (print (send plus p p)) (print (get z p))",
            POINT + " (var i 0) (var s (send init (new Point) 0 0)) (while (< i 300) (do (set s (send plus s (send init (new Point) i 1))) (set i (+ i 1)))) (print s)",
            "(var fib (fn n (do (if (< n 2) (return n)) (return (+ (call fib (- n 1)) (call fib (- n 2))))))) (print (call fib 15))",
            "(var counter (fn - (do (var n 0) (return (fn - (do (set n (+ n 1)) (return n))))))) (var c (call counter)) (var d (call counter))"
            " (call c) (call c) (print (+ (call c) (* 10 (call d))))",
            "(var a (array 1 2 3)) (store a 5 'six) (print a) (print (get length a)) (print (at a 4)) (put tag a 'x) (print (get tag a))",
            "(var o (new)) (const k o 5) (print (get k o)) (try e (put k o 6) (print e)) (try e (put x 3 1) (print e)) (try e (call o) (print (+ 'E: e)))",
            "(var i 0) (var n 0) (while (< i 400) (do (try e (if (< n 3) (throw 'low) (set n 0)) (set n (+ n 1))) (set i (+ i 1)))) (print n)",
            "(var f (fn x (do (throw (* x 2))))) (print (try e (call f 21) e)) (call f 1)", "(print nothing)", "(print (fn a,b a))",
            "(var base (new)) (var o (new (new base))) (put v base 1) (var i 0) (var t 0) (while (< i 200) (do (set t (+ t (get v o))) (if (< 99 i) (put v o 2)) (set i (+ i 1)))) (print t)"]


def entry_point(argv):
    for text in PROGRAMS:
        log.lines = []
        node = Reader("(do " + text + ")").read()
        try:
            node.eval(Scope(None, UNDEFINED))
            end = "ok"
        except Thrown as t:
            end = "uncaught " + t.value.text()
        except Returned:
            end = "return outside"
        print(" | ".join(log.lines) + " | " + end)
    return 0


def target(driver, args):
    return entry_point, None
