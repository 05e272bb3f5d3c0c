# stage: rtyper
"""A small Lisp whose objects are low-level structures: a header, with a table of functions of the class; conses, numbers, symbols with
their property lists inside, closures with an environment at the end; references of unknown type; errors as exceptions."""
from rpython.rtyper.lltypesystem import lltype, llmemory, rffi
from rpython.rtyper.annlowlevel import llhelper, llstr, hlstr
from rpython.rtyper.lltypesystem.rstr import STR
from rpython.rlib.rarithmetic import r_uint, intmask
from rpython.rlib import rgc

OBJECT = lltype.GcForwardReference()
POBJECT = lltype.Ptr(OBJECT)
SHOW = lltype.Ptr(lltype.FuncType([POBJECT], lltype.Signed))
CLASS = lltype.GcStruct("class", ("number", lltype.Signed), ("size", SHOW), ("made", lltype.Unsigned))
OBJECT.become(lltype.GcStruct("object_", ("cls", lltype.Ptr(CLASS)), ("mark", lltype.Bool)))
NUMBER = lltype.GcStruct("number", ("object", OBJECT), ("value", lltype.Signed))
REAL = lltype.GcStruct("real", ("object", OBJECT), ("value", lltype.Float), ("mark", lltype.UniChar))
CONS = lltype.GcStruct("cons", ("object", OBJECT), ("pair", lltype.Struct("pair", ("car", POBJECT), ("cdr", POBJECT))))
SYMBOL = lltype.GcStruct("symbol", ("object", OBJECT), ("name", lltype.Ptr(STR)),
                         ("value", POBJECT),
                         ("stats", lltype.Struct("stats", ("reads", lltype.Signed), ("small", rffi.UCHAR), ("rate", lltype.SingleFloat),
                                                 ("last", lltype.FixedSizeArray(lltype.Signed, 3)))))
CLOSURE = lltype.GcStruct("closure", ("object", OBJECT), ("body", POBJECT),
                          ("env", lltype.Array(("name", lltype.Ptr(SYMBOL)), ("value", POBJECT), ("set", lltype.Bool))))
NIL = lltype.nullptr(OBJECT)
PNUMBER, PREAL, PCONS, PSYMBOL, PCLOSURE = [lltype.Ptr(T) for T in (NUMBER, REAL, CONS, SYMBOL, CLOSURE)]


class LispError(Exception):
    def __init__(self, message, what):
        self.message = message
        self.what = what


def size_of_leaf(o):
    return 1


def size_of_cons(o):
    n = 0
    while o:
        if o.cls.number != 3:
            return n + o.cls.size(o)
        pair = lltype.cast_pointer(PCONS, o).pair
        if pair.car:
            n += pair.car.cls.size(pair.car)
        n += 1
        o = pair.cdr
    return n


def size_of_closure(o):
    c = lltype.cast_pointer(PCLOSURE, o)
    n = 0
    for i in range(len(c.env)):
        if c.env[i].set and c.env[i].value:
            n += c.env[i].value.cls.size(c.env[i].value)
    return n + 10


def new_class(number, size):
    c = lltype.malloc(CLASS, immortal=True)
    c.number = number
    c.size = llhelper(SHOW, size)
    return c


CLASSES = [new_class(0, size_of_leaf), new_class(1, size_of_leaf), new_class(2, size_of_leaf), new_class(3, size_of_cons),
           new_class(4, size_of_closure)]


def init(o, number):
    c = CLASSES[number]
    o.cls = c
    c.made += r_uint(1)
    return o


def number(n):
    o = lltype.malloc(NUMBER)
    o.value = n
    return init(o.object, 1)


def real(x):
    o = lltype.malloc(REAL)
    o.value = x
    o.mark = u"\u1234"
    return init(o.object, 2)


def cons(a, b):
    o = lltype.malloc(CONS)
    init(o.object, 3)
    o.pair.car = a
    o.pair.cdr = b
    return o.object


def symbol(name):
    o = lltype.malloc(SYMBOL, zero=True)
    init(o.object, 0)
    o.name = llstr(name)
    return o


class Interp(object):
    def __init__(self):
        self.symbols = {}
        self.handles = []

    def intern(self, name):
        if name not in self.symbols:
            self.symbols[name] = symbol(name)
        return self.symbols[name]

    def closure(self, names, body):
        c = lltype.malloc(CLOSURE, len(names), zero=True)
        init(c.object, 4)
        c.body = body
        for i in range(len(names)):
            entry = c.env[i]
            entry.name = self.intern(names[i])
            entry.set = i % 2 == 0
            if entry.set:
                entry.value = number(i)
        return c.object

    def look(self, env, name):
        if env:
            c = lltype.cast_pointer(PCLOSURE, env)
            i = 0
            while i < len(c.env):
                entry = c.env[i]
                if hlstr(entry.name.name) == name and entry.set:
                    return entry.value
                i += 1
        s = self.intern(name)
        stats = s.stats
        stats.last[stats.reads % 3] = stats.reads * 7
        stats.reads += 1
        stats.small = rffi.cast(rffi.UCHAR, stats.reads * 100)
        if not s.value:
            raise LispError("unbound", name)
        return s.value

    def keep(self, o):
        self.handles.append(lltype.cast_opaque_ptr(llmemory.GCREF, o))

    def back(self, i):
        return lltype.cast_opaque_ptr(POBJECT, self.handles[i])


def show(o):
    if not o:
        return "()"
    n = o.cls.number
    if n == 1:
        return str(lltype.cast_pointer(PNUMBER, o).value)
    if n == 2:
        r = lltype.cast_pointer(PREAL, o)
        return "%s#%d" % (r.value, ord(r.mark))
    if n == 0:
        return hlstr(lltype.cast_pointer(PSYMBOL, o).name)
    if n == 4:
        return "<closure>"
    out = []
    while o:
        if o.cls.number != 3:
            out.append(".")
            out.append(show(o))
            break
        pair = lltype.cast_pointer(PCONS, o).pair
        out.append(show(pair.car))
        o = pair.cdr
    return "(%s)" % " ".join(out)


def total(o):
    if not o:
        return 0.0
    n = o.cls.number
    if n == 1:
        return float(lltype.cast_pointer(PNUMBER, o).value)
    if n == 2:
        return lltype.cast_pointer(PREAL, o).value
    if n == 3:
        p = lltype.cast_pointer(PCONS, o)
        return total(p.pair.car) + total(p.pair.cdr)
    raise LispError("no number", show(o))


INTERP = Interp()
INTERP.intern("x").value = cons(number(3), cons(real(1.5), NIL))
INTERP.intern("f").value = INTERP.closure(["a", "b", "c"], NIL)
INTERP.keep(INTERP.intern("x").value)


def entry_point(argv):
    it = INTERP
    print(show(it.look(NIL, "x")), total(it.look(NIL, "x")), show(it.look(NIL, "f")))
    f = it.symbols["f"].value
    for name in ["a", "b", "c", "x"]:
        try:
            print(name, show(it.look(f, name)))
        except LispError as e:
            print(e.message, e.what)
    l = NIL
    for i in range(40):
        l = cons(number(i) if i % 3 else real(i * 0.25), l)
        if i % 10 == 0:
            it.keep(l)
            rgc.collect()
    print(show(l)[:60], total(l), l.cls.size(l), f.cls.size(f))
    print(show(it.back(0)), total(it.back(3)), len(it.handles), it.back(1) == it.back(1), it.back(1) == l)
    try:
        total(cons(number(1), it.symbols["x"].object))
    except LispError as e:
        print(e.message, e.what)
    x = it.symbols["x"]
    print(x.stats.reads, [x.stats.last[i] for i in range(3)], rffi.cast(lltype.Signed, x.stats.small), x.object.mark)
    print(show(cons(f, cons(x.object, number(7)))), [intmask(c.made) for c in CLASSES])
    return 0


def target(driver, args):
    return entry_point, None
