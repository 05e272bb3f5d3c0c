# origin: after published programs
# A compiler with visitors made at import, mixins, class-level tables of methods, code objects by setattr
import sys
from rpython.rlib.unroll import unrolling_iterable
from rpython.rlib.objectmodel import import_from_mixin

NODES = [
    ("Num", ["value"]), ("Name", ["id"]), ("BinOp", ["op", "left", "right"]), ("Assign", ["id", "expr"]),
    ("Block", ["body"]), ("While", ["test", "body"]), ("If", ["test", "body", "orelse"]), ("Print", ["expr"]),
    ("Call", ["func", "args"]),
]


class Node(object):
    _fields = ()
    lineno = 0

    def accept(self, v):
        raise NotImplementedError("abstract")

    def mutate_over(self, v):
        return self


class VisitorBase(object):
    def default(self, node):
        raise NotImplementedError


def make_node(name, fields):
    params = ", ".join(fields)
    src = ["def __init__(self, %s, lineno=0):" % params]
    for f in fields:
        src.append("    self.%s = %s" % (f, f))
    src.append("    self.lineno = lineno")
    src.append("def accept(self, v):")
    src.append("    return v.visit_%s(self)" % name)
    d = {}
    exec("\n".join(src), d)
    return type(name, (Node,), {"__init__": d["__init__"], "accept": d["accept"], "_fields": tuple(fields)})


for _name, _fields in NODES:
    globals()[_name] = make_node(_name, _fields)


def make_default(name):
    def visit(self, node):
        return self.default(node)
    visit.__name__ = "visit_" + name
    return visit

for _name, _fields in NODES:
    setattr(VisitorBase, "visit_" + _name, make_default(_name))

OPCODES = ["LOAD_CONST", "LOAD_VAR", "STORE_VAR", "ADD", "SUB", "MUL", "LT", "JUMP", "JUMP_FALSE", "PRINT", "CALL", "HALT"]
for _i, _n in enumerate(OPCODES):
    globals()[_n] = _i
HAS_ARG = dict((n, n in ("LOAD_CONST", "LOAD_VAR", "STORE_VAR", "JUMP", "JUMP_FALSE", "CALL")) for n in OPCODES)


class EmitMixin(object):
    _mixin_ = True

    def emit(self, op, arg=0):
        self.code.append(op)
        self.code.append(arg)
        return len(self.code) - 1

    def patch(self, at):
        self.code[at] = len(self.code)


class ConstPool(object):
    def const(self, v):
        for i in range(len(self.consts)):
            if self.consts[i] == v:
                return i
        self.consts.append(v)
        return len(self.consts) - 1


BINOPS = {"+": ADD, "-": SUB, "*": MUL, "<": LT}


class Compiler(VisitorBase, EmitMixin):
    import_from_mixin(ConstPool)

    def __init__(self):
        self.code = []
        self.consts = []
        self.vars = {}

    def var(self, name):
        if name not in self.vars:
            self.vars[name] = len(self.vars)
        return self.vars[name]

    def visit_Num(self, node):
        self.emit(LOAD_CONST, self.const(node.value))

    def visit_Name(self, node):
        self.emit(LOAD_VAR, self.var(node.id))

    def visit_BinOp(self, node):
        node.left.accept(self)
        node.right.accept(self)
        self.emit(BINOPS[node.op])

    def visit_Assign(self, node):
        node.expr.accept(self)
        self.emit(STORE_VAR, self.var(node.id))

    def visit_Block(self, node):
        for s in node.body:
            s.accept(self)

    def visit_While(self, node):
        top = len(self.code)
        node.test.accept(self)
        at = self.emit(JUMP_FALSE)
        node.body.accept(self)
        self.emit(JUMP, top)
        self.patch(at)

    def visit_If(self, node):
        node.test.accept(self)
        at = self.emit(JUMP_FALSE)
        node.body.accept(self)
        if node.orelse is not None:
            out = self.emit(JUMP)
            self.patch(at)
            node.orelse.accept(self)
            self.patch(out)
        else:
            self.patch(at)

    def visit_Print(self, node):
        node.expr.accept(self)
        self.emit(PRINT)

    def visit_Call(self, node):
        for a in node.args:
            a.accept(self)
        self.emit(CALL, FUNCTIONS.index_of(node.func))


class Counter(VisitorBase):
    def __init__(self):
        self.n = 0
        self.kinds = {}

    def default(self, node):
        self.n += 1
        name = node.__class__.__name__
        self.kinds[name] = self.kinds.get(name, 0) + 1

    def visit_Block(self, node):
        for s in node.body:
            s.accept(self)

    def visit_While(self, node):
        self.default(node)
        node.test.accept(self)
        node.body.accept(self)


class Function(object):
    def __init__(self, name, arity, impl):
        self.name = name
        self.arity = arity
        self.impl = impl


class FunctionTable(object):
    def __init__(self):
        self.list = []

    def register(self, name, arity):
        def deco(f):
            self.list.append(Function(name, arity, f))
            return f
        return deco

    def index_of(self, name):
        for i, f in enumerate(self.list):
            if f.name == name:
                return i
        raise KeyError(name)

FUNCTIONS = FunctionTable()


@FUNCTIONS.register("max", 2)
def fn_max(vm):
    b = vm.pop()
    a = vm.pop()
    vm.push(a if a > b else b)


@FUNCTIONS.register("neg", 1)
def fn_neg(vm):
    vm.push(-vm.pop())


class VM(object):
    def __init__(self, compiler):
        self.code = compiler.code[:]
        self.consts = compiler.consts
        self.vars = [0] * len(compiler.vars)
        self.stack = []
        self.out = []

    def push(self, v):
        self.stack.append(v)

    def pop(self):
        return self.stack.pop()

    def op_LOAD_CONST(self, arg, pc):
        self.push(self.consts[arg])
        return pc

    def op_LOAD_VAR(self, arg, pc):
        self.push(self.vars[arg])
        return pc

    def op_STORE_VAR(self, arg, pc):
        self.vars[arg] = self.pop()
        return pc

    def op_JUMP(self, arg, pc):
        return arg

    def op_JUMP_FALSE(self, arg, pc):
        if not self.pop():
            return arg
        return pc

    def op_PRINT(self, arg, pc):
        self.out.append(str(self.pop()))
        return pc

    def op_CALL(self, arg, pc):
        FUNCTIONS.list[arg].impl(self)
        return pc

    def run(self):
        pc = 0
        while pc < len(self.code):
            op = self.code[pc]
            arg = self.code[pc + 1]
            pc += 2
            for i, func in dispatch:
                if op == i:
                    pc = func(self, arg, pc)
                    break
            else:
                raise ValueError("bad opcode %d" % op)


def make_binary(name, expr):
    d = {}
    exec("def op_%s(self, arg, pc):\n    b = self.pop()\n    a = self.pop()\n    self.push(%s)\n    return pc\n" % (name, expr), d)
    setattr(VM, "op_" + name, d["op_" + name])

for _n, _e in [("ADD", "a + b"), ("SUB", "a - b"), ("MUL", "a * b"), ("LT", "int(a < b)")]:
    make_binary(_n, _e)

dispatch = unrolling_iterable([(i, getattr(VM, "op_" + n)) for i, n in enumerate(OPCODES) if hasattr(VM, "op_" + n)])


def sample(n):
    body = [Assign("i", Num(0)), Assign("s", Num(0))]
    loop = While(BinOp("<", Name("i"), Num(n)), Block([
        If(BinOp("<", Name("i"), Num(3)), Assign("s", BinOp("+", Name("s"), Num(100))),
           Assign("s", BinOp("+", Name("s"), BinOp("*", Name("i"), Num(2))))),
        If(BinOp("<", Num(6), Name("i")), Print(Name("s")), None),
        Assign("i", BinOp("+", Name("i"), Num(1)))]), lineno=7)
    body.append(loop)
    body.append(Print(Call("max", [Name("s"), Call("neg", [Name("i")])])))
    return Block(body)


def entry_point(argv):
    tree = sample(9 + len(argv))
    c = Compiler()
    tree.accept(c)
    vm = VM(c)
    vm.run()
    print(" ".join(vm.out), len(c.code), c.consts)
    k = Counter()
    tree.accept(k)
    names = k.kinds.keys()
    names.sort() if isinstance(names, list) else None
    print(k.n)
    for name in sorted(k.kinds):
        print(name, k.kinds[name])
    for node in tree.body:
        print(node.lineno, node.__class__.__name__)
    try:
        FUNCTIONS.index_of("nope")
    except KeyError:
        print("no function")
    return 0


def target(driver, args):
    return entry_point, None
