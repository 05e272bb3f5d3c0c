# origin: after published programs
# jit: yes
"""A language with an operand stack, a dictionary stack and executable arrays: procedures are bound early, names are interned, errors
unwind the stacks; the loop operators enter the JIT."""
import math
from rpython.rlib.jit import JitDriver, elidable, promote, unroll_safe, hint
from rpython.rlib.rfloat import formatd
from rpython.rlib.objectmodel import compute_identity_hash, specialize, r_dict


class PSError(Exception):
    def __init__(self, name, w_what):
        self.name = name
        self.w_what = w_what


class ExitLoop(Exception):
    pass


class W_Root(object):
    executable = False

    def show(self):
        return "--"

    def same(self, w_other):
        return self is w_other

    def num(self):
        raise PSError("typecheck", self)


class W_Int(W_Root):
    _immutable_fields_ = ["n"]

    def __init__(self, n):
        self.n = n

    def show(self):
        return str(self.n)

    def num(self):
        return float(self.n)

    def same(self, w_other):
        if isinstance(w_other, W_Int):
            return self.n == w_other.n
        return isinstance(w_other, W_Real) and w_other.x == float(self.n)


class W_Real(W_Root):
    _immutable_fields_ = ["x"]

    def __init__(self, x):
        self.x = x

    def show(self):
        return formatd(self.x, "g", 6)

    def num(self):
        return self.x

    def same(self, w_other):
        return w_other.num() == self.x


class W_Bool(W_Root):
    def __init__(self, b):
        self.b = b

    def show(self):
        return "true" if self.b else "false"


class W_Mark(W_Root):
    def show(self):
        return "mark"


class W_Name(W_Root):
    _immutable_fields_ = ["text", "executable"]

    def __init__(self, text, executable):
        self.text = text
        self.executable = executable

    def show(self):
        return self.text if self.executable else "/" + self.text

    def same(self, w_other):
        return isinstance(w_other, W_Name) and w_other.text == self.text


class W_Array(W_Root):
    _immutable_fields_ = ["items[*]", "executable"]

    def __init__(self, items, executable):
        self.items = items
        self.executable = executable

    def show(self):
        parts = [w.show() for w in self.items]
        if self.executable:
            return "{" + " ".join(parts) + "}"
        return "[" + " ".join(parts) + "]"


class W_Dict(W_Root):
    def __init__(self):
        self.map = {}

    def show(self):
        return "<%d entries>" % len(self.map)


class W_Operator(W_Root):
    _immutable_fields_ = ["name", "f", "executable"]

    def __init__(self, name, f):
        self.name = name
        self.f = f
        self.executable = True

    def show(self):
        return "--" + self.name + "--"


w_true = W_Bool(True)
w_false = W_Bool(False)
w_mark = W_Mark()
NAMES = {}


def intern(text, executable):
    key = ("x" if executable else "l") + text
    if key not in NAMES:
        NAMES[key] = W_Name(text, executable)
    return NAMES[key]


def newbool(b):
    return w_true if b else w_false


class Machine(object):
    def __init__(self):
        self.stack = []
        self.systemdict = W_Dict()
        self.dicts = [self.systemdict, W_Dict()]
        for w_op in OPERATORS:
            self.systemdict.map[w_op.name] = w_op
        self.out = []

    def push(self, w):
        self.stack.append(w)

    def pop(self):
        if not self.stack:
            raise PSError("stackunderflow", None)
        return self.stack.pop()

    def pop_int(self):
        w = self.pop()
        if not isinstance(w, W_Int):
            raise PSError("typecheck", w)
        return w.n

    def pop_bool(self):
        w = self.pop()
        if not isinstance(w, W_Bool):
            raise PSError("typecheck", w)
        return w.b

    def pop_proc(self):
        w = self.pop()
        if not (isinstance(w, W_Array) and w.executable):
            raise PSError("typecheck", w)
        return w

    def lookup(self, name):
        i = len(self.dicts) - 1
        while i >= 0:
            w = self.dicts[i].map.get(name, None)
            if w is not None:
                return w
            i -= 1
        raise PSError("undefined", intern(name, True))

    def execute(self, w):
        if isinstance(w, W_Operator):
            w.f(self)
        elif isinstance(w, W_Name) and w.executable:
            w_value = self.lookup(w.text)
            if isinstance(w_value, W_Array) and w_value.executable:
                self.run(w_value)
            else:
                self.execute(w_value)
        else:
            self.push(w)

    def run(self, w_proc):
        body(self, w_proc)


def location(pc, w_proc):
    return "%d in %s" % (pc, w_proc.show())


driver = JitDriver(greens=["pc", "w_proc"], reds=["count", "machine"], get_printable_location=location)


@unroll_safe
def body(machine, w_proc):
    for w in w_proc.items:
        machine.execute(w)


def repeat(machine, w_proc, count):
    pc = 0
    while count > 0:
        driver.jit_merge_point(pc=pc, w_proc=w_proc, count=count, machine=machine)
        if pc == len(w_proc.items):
            pc = 0
            count -= 1
            driver.can_enter_jit(pc=pc, w_proc=w_proc, count=count, machine=machine)
            continue
        machine.execute(w_proc.items[pc])
        pc += 1


OPERATORS = []


def operator(*names):
    def register(f):
        for name in names:
            OPERATORS.append(W_Operator(name, f))
        return f
    return register


def arithmetic(name, f_int, f_real):
    def op(machine):
        w_b = machine.pop()
        w_a = machine.pop()
        if isinstance(w_a, W_Int) and isinstance(w_b, W_Int):
            machine.push(W_Int(f_int(w_a.n, w_b.n)))
        else:
            machine.push(W_Real(f_real(w_a.num(), w_b.num())))
    operator(name)(op)


arithmetic("add", lambda a, b: a + b, lambda a, b: a + b)
arithmetic("sub", lambda a, b: a - b, lambda a, b: a - b)
arithmetic("mul", lambda a, b: a * b, lambda a, b: a * b)


@operator("div")
def op_div(m):
    b = m.pop().num()
    a = m.pop().num()
    if b == 0.0:
        raise PSError("undefinedresult", None)
    m.push(W_Real(a / b))


def integers(name, f):
    def op(m):
        b = m.pop_int()
        a = m.pop_int()
        if b == 0:
            raise PSError("undefinedresult", None)
        m.push(W_Int(f(a, b)))
    operator(name)(op)


integers("idiv", lambda a, b: a // b)
integers("mod", lambda a, b: a % b)

for _name, _compare in [("lt", lambda a, b: a < b), ("gt", lambda a, b: a > b), ("le", lambda a, b: a <= b), ("ge", lambda a, b: a >= b)]:
    def _make(compare):
        def op(m):
            b = m.pop().num()
            a = m.pop().num()
            m.push(newbool(compare(a, b)))
        return op
    operator(_name)(_make(_compare))

for _name, _function in [("sqrt", math.sqrt), ("neg", lambda x: -x), ("floor", lambda x: float(math.floor(x)))]:
    def _make1(function):
        def op(m):
            x = m.pop().num()
            try:
                m.push(W_Real(function(x)))
            except ValueError:
                raise PSError("rangecheck", W_Real(x))
        return op
    operator(_name)(_make1(_function))


@operator("eq")
def op_eq(m):
    w_b, w_a = m.pop(), m.pop()
    m.push(newbool(w_a.same(w_b)))


@operator("not")
def op_not(m):
    m.push(newbool(not m.pop_bool()))


@operator("dup")
def op_dup(m):
    w = m.pop()
    m.push(w)
    m.push(w)


@operator("exch")
def op_exch(m):
    w_b, w_a = m.pop(), m.pop()
    m.push(w_b)
    m.push(w_a)


@operator("pop")
def op_pop(m):
    m.pop()


@operator("index")
def op_index(m):
    n = m.pop_int()
    if n < 0 or n >= len(m.stack):
        raise PSError("rangecheck", W_Int(n))
    m.push(m.stack[len(m.stack) - 1 - n])


@operator("roll")
def op_roll(m):
    by = m.pop_int()
    n = m.pop_int()
    if n < 0 or n > len(m.stack):
        raise PSError("rangecheck", W_Int(n))
    if n == 0:
        return
    base = len(m.stack) - n
    items = m.stack[base:]
    for i in range(n):
        m.stack[base + (i + by) % n] = items[i]


@operator("def")
def op_def(m):
    w_value = m.pop()
    w_name = m.pop()
    if not isinstance(w_name, W_Name):
        raise PSError("typecheck", w_name)
    m.dicts[-1].map[w_name.text] = w_value


@operator("dict")
def op_dict(m):
    m.pop_int()
    m.push(W_Dict())


@operator("begin")
def op_begin(m):
    w = m.pop()
    if not isinstance(w, W_Dict):
        raise PSError("typecheck", w)
    m.dicts.append(w)


@operator("end")
def op_end(m):
    if len(m.dicts) == 2:
        raise PSError("dictstackunderflow", None)
    m.dicts.pop()


@operator("exec")
def op_exec(m):
    m.run(m.pop_proc())


@operator("if")
def op_if(m):
    w_proc = m.pop_proc()
    if m.pop_bool():
        m.run(w_proc)


@operator("ifelse")
def op_ifelse(m):
    w_no = m.pop_proc()
    w_yes = m.pop_proc()
    m.run(w_yes if m.pop_bool() else w_no)


@operator("repeat")
def op_repeat(m):
    w_proc = m.pop_proc()
    n = m.pop_int()
    try:
        repeat(m, w_proc, n)
    except ExitLoop:
        pass


@operator("for")
def op_for(m):
    w_proc = m.pop_proc()
    limit = m.pop_int()
    step = m.pop_int()
    i = m.pop_int()
    try:
        while (step > 0 and i <= limit) or (step < 0 and i >= limit):
            m.push(W_Int(i))
            m.run(w_proc)
            i += step
    except ExitLoop:
        pass


@operator("exit")
def op_exit(m):
    raise ExitLoop()


@operator("[", "mark")
def op_mark(m):
    m.push(w_mark)


@operator("]")
def op_array(m):
    items = []
    while True:
        w = m.pop()
        if w is w_mark:
            break
        items.append(w)
    items.reverse()
    m.push(W_Array(items[:], False))


@operator("length")
def op_length(m):
    w = m.pop()
    if isinstance(w, W_Array):
        m.push(W_Int(len(w.items)))
    elif isinstance(w, W_Dict):
        m.push(W_Int(len(w.map)))
    else:
        raise PSError("typecheck", w)


@operator("forall")
def op_forall(m):
    w_proc = m.pop_proc()
    w = m.pop()
    if not isinstance(w, W_Array):
        raise PSError("typecheck", w)
    for w_item in w.items:
        m.push(w_item)
        m.run(w_proc)


@operator("=")
def op_print(m):
    m.out.append(m.pop().show())


@operator("bind")
def op_bind(m):
    m.push(bound(m, m.pop_proc()))


def bound(m, w_proc):
    items = []
    for w in w_proc.items:
        if isinstance(w, W_Name) and w.executable:
            w_op = m.systemdict.map.get(w.text, None)
            if w_op is not None:
                items.append(w_op)
                continue
        elif isinstance(w, W_Array) and w.executable:
            items.append(bound(m, w))
            continue
        items.append(w)
    return W_Array(items[:], True)


def parse(tokens, pos, nested):
    items = []
    while pos < len(tokens):
        t = tokens[pos]
        pos += 1
        if t == "{":
            w_body, pos = parse(tokens, pos, True)
            items.append(w_body)
        elif t == "}":
            if not nested:
                raise PSError("syntaxerror", None)
            return W_Array(items[:], True), pos
        elif t == "true" or t == "false":
            items.append(newbool(t == "true"))
        elif t[0] == "/":
            items.append(intern(t[1:], False))
        elif t[0].isdigit() or (t[0] == "-" and len(t) > 1):
            if "." in t:
                items.append(W_Real(float(t)))
            else:
                items.append(W_Int(int(t)))
        else:
            items.append(intern(t, True))
    if nested:
        raise PSError("syntaxerror", None)
    return W_Array(items[:], True), pos


def run(text):
    m = Machine()
    try:
        w_program, _ = parse([t for t in text.split(" ") if t], 0, False)
        for w in w_program.items:
            m.execute(w)
        status = "ok"
    except PSError as e:
        status = e.name
        if e.w_what is not None:
            status += " in " + e.w_what.show()
    except ExitLoop:
        status = "invalidexit"
    return " ".join(m.out) + " | " + " ".join([w.show() for w in m.stack]) + " | " + status


def entry_point(argv):
    for text in ["1 2 add = 3.5 2 mul = 7 2 div = 7 2 idiv = 10 sqrt =",
                 "/sq { dup mul } def 5 sq = { 1 2 } /p exch def p",
                 "0 1 1 200 { add } for = /n 0 def 300 { /n n 1 add def } repeat n =",
                 "/count { 0 exch { 1 add dup 57 eq { exit } if } repeat } bind def 1000 count = /count",
                 "[ 1 2 3 add /x true ] dup length = { = } forall",
                 "1 2 3 4 4 1 roll 2 index 3 -1 roll", "/d 5 dict def d begin /x 42 def x = end x",
                 "10 -3 0 { = } for 1 2 lt { /yes } { /no } ifelse", "/fib { dup 2 lt { } { dup 1 sub fib exch 2 sub fib add } ifelse } def 15 fib",
                 "1 0 idiv", "pop", "1 { 2 } add", "} 1", "{ 1", "exit", "end", "-4 sqrt", "1 2.0 eq 3 /x eq 1.5 neg floor",
                 "0 400 { dup 7 mod 3 lt { 2 add } { 1 sub 3 add } ifelse } bind repeat =", "0.5 100 { dup 1 exch sub mul 3.7 mul } repeat 0 gt ="]:
        print(run(text))
    return 0


def target(driver, args):
    return entry_point, None
