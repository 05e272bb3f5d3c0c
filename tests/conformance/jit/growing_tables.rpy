# jit: yes
"""Lists named x[*] in _immutable_fields_ that the program fills and resizes while traces run; wrappers that are made from the
names of parameters, collected by a metaclass into tables that an unrolled loop searches."""
from rpython.rlib.jit import JitDriver
from rpython.rlib.unroll import unrolling_iterable

driver = JitDriver(greens=["pc", "code"], reds=["n", "acc", "machine"])


def unwrap_args(**kinds):
    """A wrapper that takes (machine, args) and converts each argument by the name of the parameter."""
    def decorate(function):
        code = function.__code__
        names = code.co_varnames[:code.co_argcount]
        defaults = function.__defaults__ or ()
        required = code.co_argcount - 1 - len(defaults)
        lines = ["def wrapper(machine, args):",
                 "    if len(args) < %d or len(args) > %d:" % (required, len(names) - 1),
                 "        raise BadCall(name, len(args))"]
        call = ["machine"]
        for i, name in enumerate(names[1:]):
            convert = "to_" + kinds.get(name, "int")
            if i < required:
                lines.append("    %s = %s(args[%d])" % (name, convert, i))
            else:
                lines.append("    if len(args) > %d:" % i)
                lines.append("        %s = %s(args[%d])" % (name, convert, i))
                lines.append("    else:")
                lines.append("        %s = defaults[%d]" % (name, i - required))
            call.append(name)
        lines.append("    return function(%s)" % ", ".join(call))
        space = {"function": function, "defaults": defaults, "name": function.__name__, "BadCall": BadCall,
                 "to_int": to_int, "to_flag": to_flag, "to_half": to_half}
        exec("\n".join(lines), space)
        wrapper = space["wrapper"]
        wrapper.primitive = function.__name__
        return wrapper
    return decorate


class BadCall(Exception):
    def __init__(self, name, count):
        self.name = name
        self.count = count


def to_int(n):
    return n


def to_flag(n):
    return n != 0


def to_half(n):
    return n // 2


class Collect(type):
    def __new__(meta, name, bases, attrs):
        table = []
        for base in bases:
            table += getattr(base, "primitives", [])
        found = [v for v in attrs.values() if hasattr(v, "primitive")]
        table = table + sorted([(f.primitive, f) for f in found])
        attrs["primitives"] = table
        cls = type.__new__(meta, name, bases, attrs)
        cls.dispatch = unrolling_iterable(list(enumerate(table)))
        return cls


Root = Collect("Root", (object,), {})


class Machine(Root):
    _immutable_fields_ = ["cells[*]", "fixed[*]", "late?[*]", "names[*]"]

    def __init__(self, size):
        self.cells = []
        self.fixed = [i * i for i in range(size)]
        self.late = [0] * size
        self.names = ["start"]
        self.trail = 0

    @unwrap_args()
    def store(self, where, value):
        while len(self.cells) <= where:
            self.cells.append(-1)
        self.cells[where] = value
        return value

    @unwrap_args()
    def load(self, where, default=5):
        if where < len(self.cells):
            return self.cells[where]
        return default

    @unwrap_args(negative="flag", step="half")
    def walk(self, step, negative=False):
        self.trail += -step if negative else step
        return self.trail

    @unwrap_args()
    def shrink(self):
        if self.cells:
            return self.cells.pop()
        return -2

    @unwrap_args()
    def square(self, i):
        return self.fixed[i % len(self.fixed)]

    @unwrap_args()
    def renew(self, k):
        self.late = [k + i for i in range(3)]
        self.names.append("n%d" % k)
        return len(self.names)

    @unwrap_args()
    def newest(self, i=1):
        return self.late[i] + len(self.names[-1])

    def call(self, number, args):
        for i, (name, function) in Machine.dispatch:
            if i == number:
                return function(self, args)
        return -3


INDEX = {}
for i, (name, function) in Machine.dispatch:
    INDEX[name] = i


class Op(object):
    _immutable_fields_ = ["number", "args[*]"]

    def __init__(self, name, args):
        self.number = INDEX.get(name, 99)
        self.args = args


class Code(object):
    _immutable_fields_ = ["ops[*]"]

    def __init__(self):
        self.ops = []

    def add(self, name, args):
        self.ops.append(Op(name, args))


def run(code, machine, n):
    pc = 0
    acc = 0
    while n > 0:
        driver.jit_merge_point(pc=pc, code=code, n=n, acc=acc, machine=machine)
        op = code.ops[pc]
        args = op.args
        try:
            acc = (acc * 3 + machine.call(op.number, args)) % 1000003
        except BadCall as e:
            acc += e.count + len(e.name)
        # The program rewrites itself.
        if n % 97 == 0:
            code.ops[pc] = Op("load", [n % 5])
        if n % 501 == 0:
            code.add("walk", [n % 11, n % 2])
        if n % 233 == 0:
            machine.store_late(n)
        n -= 1
        pc += 1
        if pc >= len(code.ops):
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, n=n, acc=acc, machine=machine)
    return acc


def store_late(self, n):
    self.cells.append(n)
    self.late = [n, n + 1, n + 2]


Machine.store_late = store_late


def entry_point(argv):
    print(sorted(INDEX))
    code = Code()
    code.add("store", [2, 40])
    code.add("load", [2])
    code.add("load", [7])
    code.add("load", [7, 11])
    code.add("walk", [9])
    code.add("walk", [4, 1])
    code.add("square", [3])
    code.add("square", [])
    code.add("newest", [])
    code.add("newest", [2])
    code.add("missing", [2])
    machine = Machine(6)
    for n in [10, 200, 3000, 9000]:
        if n > 200:
            code.add("renew", [n])
            code.add("shrink", [])
        print(n, run(code, machine, n), len(code.ops), len(machine.cells), machine.trail, len(machine.names))
    return 0


def target(driver, args):
    return entry_point
