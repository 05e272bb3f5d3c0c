# origin: after published programs
"""A bytecode machine for a language with classes, in the style of interpreters of ten years ago: opcodes numbered by a metaclass,
handlers found by unrolled dispatch, slots of maps, method caches by class, strategies of arrays, hooks and callbacks of any kind."""
import functools
from collections import namedtuple
from operator import attrgetter, itemgetter
from rpython.rlib.jit import JitDriver, elidable, promote, unroll_safe, hint
from rpython.rlib.objectmodel import compute_identity_hash, instantiate, specialize
from rpython.rlib.rarithmetic import intmask
from rpython.rlib.unroll import unrolling_iterable
from rpython.tool.pairtype import extendabletype


# ---------------------------------------------------------------- opcodes

Instruction = namedtuple("Instruction", "opcode arg line")
Header = namedtuple("Header", ["selector", "nargs", "nlocals"])


class OpcodeMeta(type):
    """Numbers the methods that are opcodes, in the order in which they stand."""
    def __new__(meta, name, bases, namespace):
        found = [(f.opcode_order, f) for f in namespace.values() if hasattr(f, "opcode_order")]
        found.sort(key=itemgetter(0))
        cls = type.__new__(meta, name, bases, namespace)
        cls.OPCODES = getattr(cls, "OPCODES", []) + [f.__name__ for _, f in found]
        cls.ARITY = dict(getattr(cls, "ARITY", {}))
        for _, f in found:
            cls.ARITY[f.__name__] = f.opcode_arity
        return cls


class opcode(object):
    """Decorator for opcodes."""
    count = 0

    def __init__(self, arity):
        self.arity = arity

    def __call__(self, function):
        function.opcode_order = opcode.count
        function.opcode_arity = self.arity
        opcode.count += 1
        return function


# ---------------------------------------------------------------- values

class VMError(Exception):
    def __init__(self, text, line=0):
        self.text = text
        self.line = line

    def __str__(self):
        return "%s (line %d)" % (self.text, self.line)


class NoSuchMethod(VMError):
    pass


class W_Object(object, metaclass=extendabletype):
    _attrs_ = []

    def truth(self):
        return True

    def getclass(self, vm):
        raise NotImplementedError

    def text(self):
        return "?"

    def equals(self, other):
        return self is other


class W_Nil(W_Object):
    _attrs_ = []

    def truth(self):
        return False

    def text(self):
        return "nil"


class W_Integer(W_Object):
    _attrs_ = ["value"]
    _immutable_fields_ = ["value"]
    CACHE = []

    def __init__(self, value):
        self.value = value

    @staticmethod
    def make(value):
        if 0 <= value < len(W_Integer.CACHE):
            return W_Integer.CACHE[value]
        return W_Integer(value)

    def truth(self):
        return self.value != 0

    def text(self):
        return str(self.value)

    def equals(self, other):
        return isinstance(other, W_Integer) and other.value == self.value


W_Integer.CACHE = [W_Integer(i) for i in range(32)]


class W_String(W_Object):
    _attrs_ = ["string"]

    def __init__(self, string):
        self.string = string

    def text(self):
        return self.string

    def equals(self, other):
        return isinstance(other, W_String) and other.string == self.string


W_NIL = W_Nil()


# ---- arrays, by strategies

class Strategy(object):
    """One instance of each, shared by arrays."""
    def fits(self, w_value):
        raise NotImplementedError


class IntegerStrategy(Strategy):
    name = "integers"

    def fits(self, w_value):
        return isinstance(w_value, W_Integer)

    def get(self, array, i):
        return W_Integer.make(array.integers[i])

    def put(self, array, i, w_value):
        assert isinstance(w_value, W_Integer)
        array.integers[i] = w_value.value

    def append(self, array, w_value):
        assert isinstance(w_value, W_Integer)
        array.integers.append(w_value.value)

    def length(self, array):
        return len(array.integers)

    def generalize(self, array):
        array.objects = [W_Integer.make(i) for i in array.integers]
        array.integers = []
        array.strategy = OBJECTS


class ObjectStrategy(Strategy):
    name = "objects"

    def fits(self, w_value):
        return True

    def get(self, array, i):
        return array.objects[i]

    def put(self, array, i, w_value):
        array.objects[i] = w_value

    def append(self, array, w_value):
        array.objects.append(w_value)

    def length(self, array):
        return len(array.objects)

    def generalize(self, array):
        raise AssertionError("there is nothing more general")


INTEGERS = IntegerStrategy()
OBJECTS = ObjectStrategy()


class W_Array(W_Object):
    _attrs_ = ["strategy", "integers", "objects"]

    def __init__(self):
        self.strategy = INTEGERS
        self.integers = []
        self.objects = []

    def prepare(self, w_value):
        if not self.strategy.fits(w_value):
            self.strategy.generalize(self)
        return self.strategy

    def __len__(self):
        return self.strategy.length(self)

    def __getitem__(self, index):
        if isinstance(index, slice):
            part = W_Array()
            start, stop, step = index.indices(len(self))
            for i in range(start, stop, step):
                w_item = self.strategy.get(self, i)
                part.prepare(w_item).append(part, w_item)
            return part
        return self.strategy.get(self, index)

    def __setitem__(self, index, w_value):
        self.prepare(w_value).put(self, index, w_value)

    def __iter__(self):
        for i in range(len(self)):
            yield self.strategy.get(self, i)

    def truth(self):
        return len(self) > 0

    def text(self):
        return "[" + " ".join([w_item.text() for w_item in self]) + "]"


# ---- maps: where an instance keeps which attribute

class Map(object):
    _immutable_fields_ = ["names", "parent"]

    def __init__(self, parent, name):
        self.parent = parent
        self.indices = {}
        if parent is not None:
            for key in parent.indices:
                self.indices[key] = parent.indices[key]
            self.indices[name] = len(parent.indices)
        self.next = {}

    @elidable
    def find(self, name):
        return self.indices.get(name, -1)

    @elidable
    def extend(self, name):
        if name not in self.next:
            self.next[name] = Map(self, name)
        return self.next[name]


EMPTY_MAP = Map(None, "")


class W_Instance(W_Object):
    _attrs_ = ["cls", "map", "storage"]

    def __init__(self, cls):
        self.cls = cls
        self.map = EMPTY_MAP
        self.storage = []

    def read(self, name):
        i = promote(self.map).find(name)
        return W_NIL if i < 0 else self.storage[i]

    def write(self, name, w_value):
        i = promote(self.map).find(name)
        if i >= 0:
            self.storage[i] = w_value
        else:
            self.map = self.map.extend(name)
            self.storage = self.storage + [w_value]

    def text(self):
        return "a " + self.cls.name


# ---- classes

class W_Class(W_Object):
    _attrs_ = ["name", "base", "methods", "cache", "version"]

    def __init__(self, name, base):
        self.name = name
        self.base = base
        self.methods = {}
        self.cache = {}

    def lookup(self, selector):
        try:
            return self.cache[selector]
        except KeyError:
            pass
        cls = self
        while cls is not None:
            if selector in cls.methods:
                self.cache[selector] = cls.methods[selector]
                return cls.methods[selector]
            cls = cls.base
        raise NoSuchMethod("%s does not understand %s" % (self.name, selector))

    def define(self, selector, method):
        self.methods[selector] = method
        self.cache = {}

    def text(self):
        return "class " + self.name


class Method(object):
    """Of a class of the guest language. What is called is in `code`, or any callable of the machine."""
    def __init__(self, selector, nargs):
        self.selector = selector
        self.nargs = nargs

    def invoke(self, vm, args_w):
        if len(args_w) != self.nargs + 1:
            raise VMError("%s wants %d arguments, not %d" % (self.selector, self.nargs, len(args_w) - 1))
        return self.run(vm, args_w)


class CodeMethod(Method):
    def __init__(self, selector, nargs, nlocals, code, constants):
        Method.__init__(self, selector, nargs)
        self.nlocals = nlocals
        self.code = code
        self.constants = constants

    def run(self, vm, args_w):
        return Frame(vm, self, args_w).execute()


class PrimitiveMethod(Method):
    def __init__(self, selector, nargs, function):
        Method.__init__(self, selector, nargs)
        self.function = function

    def run(self, vm, args_w):
        return self.function(vm, args_w)


# ---------------------------------------------------------------- frames

driver = JitDriver(greens=["pc", "method"], reds=["self"], get_printable_location=None)


class FrameBase(object):
    def __init__(self, vm, method, args_w):
        self = hint(self, access_directly=True, fresh_virtualizable=True)
        self.vm = vm
        self.method = method
        self.locals_w = args_w + [W_NIL] * (method.nlocals - len(args_w))
        self.stack_w = []
        self.result = None

    def push(self, w_value):
        self.stack_w.append(w_value)

    def pop(self):
        return self.stack_w.pop()

    @unroll_safe
    def popn(self, n):
        assert n >= 0
        at = len(self.stack_w) - n
        assert at >= 0
        values_w = self.stack_w[at:]
        del self.stack_w[at:]
        return values_w


class Frame(FrameBase, metaclass=OpcodeMeta):
    def execute(self):
        pc = 0
        method = self.method
        while self.result is None:
            driver.jit_merge_point(pc=pc, method=method, self=self)
            instruction = method.code[pc]
            self.vm.steps += 1
            try:
                jump = self.dispatch(instruction.opcode, instruction.arg)
            except VMError as e:
                if e.line == 0:
                    e.line = instruction.line
                raise
            pc = jump if jump >= 0 else pc + 1
        return self.result

    def dispatch(self, number, arg):
        for name, code, arity in DISPATCH:
            if number == code:
                if arity == 0:
                    return getattr(self, name)()
                return getattr(self, name)(arg)
        raise VMError("opcode %d" % number)

    @opcode(1)
    def CONST(self, arg):
        self.push(self.method.constants[arg])
        return -1

    @opcode(1)
    def LOAD(self, arg):
        self.push(self.locals_w[arg])
        return -1

    @opcode(1)
    def STORE(self, arg):
        self.locals_w[arg] = self.pop()
        return -1

    @opcode(0)
    def POP(self):
        self.pop()
        return -1

    @opcode(1)
    def JUMP(self, arg):
        return arg

    @opcode(1)
    def JUMP_UNLESS(self, arg):
        return -1 if self.pop().truth() else arg

    @opcode(0)
    def RETURN(self):
        self.result = self.pop()
        return -1

    @opcode(1)
    def GETFIELD(self, arg):
        w_obj = self.pop()
        if not isinstance(w_obj, W_Instance):
            raise VMError("no fields: " + w_obj.text())
        self.push(w_obj.read(self.name_at(arg)))
        return -1

    @opcode(1)
    def SETFIELD(self, arg):
        w_value = self.pop()
        w_obj = self.pop()
        if not isinstance(w_obj, W_Instance):
            raise VMError("no fields: " + w_obj.text())
        w_obj.write(self.name_at(arg), w_value)
        return -1

    def name_at(self, i):
        w_name = self.method.constants[i]
        assert isinstance(w_name, W_String)
        return w_name.string


class SendingFrame(Frame):
    """Opcodes that come after those of the base class."""
    @opcode(1)
    def SEND(self, arg):
        # selector and number of arguments are one constant: name/n
        name, count = self.name_at(arg).split("/")
        args_w = self.popn(int(count) + 1)
        self.push(self.vm.send(args_w, name))
        return -1

    @opcode(1)
    def NEW(self, arg):
        self.push(W_Instance(self.vm.classes[self.name_at(arg)]))
        return -1

    @opcode(1)
    def ARRAY(self, arg):
        w_array = W_Array()
        for w_item in self.popn(arg):
            w_array.prepare(w_item).append(w_array, w_item)
        self.push(w_array)
        return -1


Frame = SendingFrame
DISPATCH = unrolling_iterable([(name, i, SendingFrame.ARITY[name]) for i, name in enumerate(SendingFrame.OPCODES)])
NUMBERS = dict((name, i) for i, name in enumerate(SendingFrame.OPCODES))


# ---------------------------------------------------------------- primitives

PRIMITIVES = []


def primitive(class_name, selector, nargs):
    def register(function):
        PRIMITIVES.append((class_name, selector, nargs, function))
        return function
    return register


def integer_primitive(selector, operation):
    @primitive("Integer", selector, 1)
    def run_primitive(vm, args_w):
        w_a, w_b = args_w
        if not (isinstance(w_a, W_Integer) and isinstance(w_b, W_Integer)):
            raise VMError("%s of %s and %s" % (selector, w_a.text(), w_b.text()))
        return vm.wrap(operation(w_a.value, w_b.value))


for _selector, _operation in [("+", lambda x, y: intmask(x + y)), ("-", lambda x, y: intmask(x - y)), ("*", lambda x, y: intmask(x * y)),
                              ("<", lambda x, y: x < y), ("=", lambda x, y: x == y), ("max:", max)]:
    integer_primitive(_selector, _operation)


@primitive("Integer", "%", 1)
def modulo(vm, args_w):
    w_a, w_b = args_w
    assert isinstance(w_a, W_Integer) and isinstance(w_b, W_Integer)
    try:
        return vm.wrap(w_a.value % w_b.value)
    except ZeroDivisionError:
        raise VMError("division by zero")


@primitive("String", "+", 1)
def concatenate(vm, args_w):
    return vm.wrap(args_w[0].text() + args_w[1].text())


@primitive("Array", "at:", 1)
def array_at(vm, args_w):
    w_array, w_index = args_w
    assert isinstance(w_array, W_Array) and isinstance(w_index, W_Integer)
    try:
        return w_array[w_index.value]
    except IndexError:
        raise VMError("no item " + w_index.text())


@primitive("Array", "at:put:", 2)
def array_put(vm, args_w):
    w_array, w_index, w_value = args_w
    assert isinstance(w_array, W_Array) and isinstance(w_index, W_Integer)
    w_array[w_index.value] = w_value
    return w_array


@primitive("Array", "size", 0)
def array_size(vm, args_w):
    w_array = args_w[0]
    assert isinstance(w_array, W_Array)
    return vm.wrap(len(w_array))


@primitive("Array", "reversed", 0)
def array_reversed(vm, args_w):
    w_array = args_w[0]
    assert isinstance(w_array, W_Array)
    return w_array[::-1]


@primitive("Array", "strategy", 0)
def array_strategy(vm, args_w):
    w_array = args_w[0]
    assert isinstance(w_array, W_Array)
    return vm.wrap(w_array.strategy.name)


class Printer(object):
    """A primitive that is an object."""
    def __init__(self, prefix):
        self.prefix = prefix
        self.lines = 0

    def __call__(self, vm, args_w):
        self.lines += 1
        vm.out.append(self.prefix + args_w[0].text())
        return args_w[0]


class CountedPrinter(Printer):
    def __call__(self, vm, args_w):
        self.lines += 1
        vm.out.append("%s%d: %s" % (self.prefix, self.lines, args_w[0].text()))
        return W_NIL


def respond(text, vm, args_w):
    return vm.wrap(text + args_w[0].text())


PRINTER = Printer("| ")
PRIMITIVES.append(("Object", "print", 0, PRINTER))
PRIMITIVES.append(("Object", "show", 0, CountedPrinter("#")))
PRIMITIVES.append(("Object", "describe", 0, functools.partial(respond, "it is ")))
PRIMITIVES.append(("Object", "class", 0, lambda vm, args_w: vm.class_of(args_w[0])))
PRIMITIVES.append(("Object", "==", 1, lambda vm, args_w: vm.wrap(args_w[0].equals(args_w[1]))))


# ---------------------------------------------------------------- the machine

class VM(object):
    def __init__(self):
        self.classes = {}
        self.out = []
        self.steps = 0
        self.on_miss = None
        root = self.make_class("Object", None)
        for name in ["Integer", "String", "Array", "Nil", "Class", "Boolean"]:
            self.make_class(name, root)
        for class_name, selector, nargs, function in PRIMITIVES:
            self.classes[class_name].define(selector, PrimitiveMethod(selector, nargs, function))
        # a method bound to the machine, among the others
        root.define("steps", PrimitiveMethod("steps", 0, self.count_steps))

    def count_steps(self, vm, args_w):
        return vm.wrap(self.steps)

    def make_class(self, name, base):
        cls = W_Class(name, base)
        self.classes[name] = cls
        return cls

    @specialize.argtype(1)
    def wrap(self, value):
        if isinstance(value, bool):
            return W_Integer.make(1 if value else 0)
        if isinstance(value, int):
            return W_Integer.make(value)
        return W_String(value)

    def class_of(self, w_obj):
        return w_obj.getclass(self)

    def send(self, args_w, selector):
        try:
            method = self.class_of(args_w[0]).lookup(selector)
        except NoSuchMethod as e:
            if self.on_miss is None:
                raise
            return self.on_miss(self, args_w[0], selector)
        return method.invoke(self, args_w)


def getclass_by_name(name):
    def getclass(self, vm):
        return vm.classes[name]
    return getclass


for _cls, _name in [(W_Integer, "Integer"), (W_String, "String"), (W_Array, "Array"), (W_Nil, "Nil"), (W_Class, "Class")]:
    _cls.getclass = getclass_by_name(_name)


class __extend__(W_Instance):
    def getclass(self, vm):
        return self.cls


# ---------------------------------------------------------------- the assembler

class Assembler(object):
    """Makes classes of a text: `class C B`, `method m nargs nlocals`, instructions, labels."""
    def __init__(self, vm):
        self.vm = vm
        self.cls = None
        self.reset()

    def reset(self):
        self.header = None
        self.code = []
        self.constants = []
        self.labels = {}
        self.jumps = []

    def constant(self, w_value):
        for i in range(len(self.constants)):
            if self.constants[i].equals(w_value):
                return i
        self.constants.append(w_value)
        return len(self.constants) - 1

    def finish(self):
        if self.header is None:
            return
        for index, label in self.jumps:
            self.code[index] = self.code[index]._replace(arg=self.labels[label])
        name, nargs, nlocals = self.header
        self.cls.define(name, CodeMethod(name, nargs, nlocals, self.code, self.constants))
        self.reset()

    def assemble(self, text):
        for number, line in enumerate(text.split("\n")):
            words = line.split()
            if not words:
                continue
            handler = self.statements.get(words[0], None)
            if handler is not None:
                handler(self, words)
            elif words[0].endswith(":"):
                self.labels[words[0][:-1]] = len(self.code)
            else:
                self.instruction(words, number + 1)
        self.finish()

    def class_statement(self, words):
        self.finish()
        self.cls = self.vm.make_class(words[1], self.vm.classes[words[2]])

    def method_statement(self, words):
        self.finish()
        self.header = Header(words[1], int(words[2]), int(words[3]))

    statements = {"class": class_statement, "method": method_statement}

    def instruction(self, words, line):
        op = words[0]
        if op not in NUMBERS:
            raise VMError("no instruction " + op, line)
        arg = 0
        if op == "CONST":
            text = " ".join(words[1:])
            if text[0].isdigit():
                arg = self.constant(W_Integer(int(text)))
            else:
                arg = self.constant(W_String(text[1:]))
        elif op.startswith("JUMP"):
            self.jumps.append((len(self.code), words[1]))
        elif op in ("SEND", "NEW", "GETFIELD", "SETFIELD"):
            arg = self.constant(W_String(words[1]))
        elif len(words) > 1:
            arg = int(words[1])
        self.code.append(Instruction(NUMBERS[op], arg, line))


PROGRAM = """
class Counter Object
method start 0 1
    LOAD 0
    CONST 0
    SETFIELD count
    LOAD 0
    RETURN
method up: 1 2
    LOAD 0
    LOAD 0
    GETFIELD count
    LOAD 1
    SEND +/1
    SETFIELD count
    LOAD 0
    RETURN
method value 0 1
    LOAD 0
    GETFIELD count
    RETURN
class Stepper Counter
method up: 1 2
    LOAD 0
    LOAD 0
    GETFIELD count
    LOAD 1
    CONST 10
    SEND */1
    SEND +/1
    SETFIELD count
    LOAD 0
    RETURN
class Main Object
method sum: 1 4
    CONST 0
    STORE 2
    CONST 0
    STORE 3
again:
    LOAD 3
    LOAD 1
    SEND </1
    JUMP_UNLESS done
    LOAD 2
    LOAD 3
    SEND +/1
    STORE 2
    LOAD 3
    CONST 1
    SEND +/1
    STORE 3
    JUMP again
done:
    LOAD 2
    RETURN
method fib: 1 2
    LOAD 1
    CONST 2
    SEND </1
    JUMP_UNLESS more
    LOAD 1
    RETURN
more:
    LOAD 0
    LOAD 1
    CONST 1
    SEND -/1
    SEND fib:/1
    LOAD 0
    LOAD 1
    CONST 2
    SEND -/1
    SEND fib:/1
    SEND +/1
    RETURN
method use: 1 2
    LOAD 1
    SEND start/0
    POP
    LOAD 1
    CONST 3
    SEND up:/1
    CONST 4
    SEND up:/1
    SEND value/0
    SEND print/0
    RETURN
method arrays 0 2
    CONST 4
    CONST 5
    CONST 6
    ARRAY 3
    STORE 1
    LOAD 1
    SEND strategy/0
    SEND show/0
    POP
    LOAD 1
    CONST 1
    CONST 'five
    SEND at:put:/2
    SEND strategy/0
    SEND show/0
    POP
    LOAD 1
    SEND reversed/0
    SEND print/0
    POP
    LOAD 1
    CONST 7
    SEND at:/1
    RETURN
method main 0 2
    LOAD 0
    CONST 100
    SEND sum:/1
    SEND print/0
    POP
    LOAD 0
    CONST 12
    SEND fib:/1
    SEND print/0
    POP
    LOAD 0
    NEW Counter
    SEND use:/1
    POP
    LOAD 0
    NEW Stepper
    SEND use:/1
    POP
    NEW Stepper
    SEND describe/0
    CONST '!
    SEND +/1
    SEND show/0
    POP
    CONST 3
    SEND class/0
    SEND print/0
    POP
    CONST 3
    CONST 9
    SEND max:/1
    CONST 4
    SEND %/1
    RETURN
method broken 0 1
    CONST 3
    CONST 0
    SEND %/1
    RETURN
method missing 0 1
    CONST 3
    SEND frobnicate/0
    RETURN
method wrong 0 1
    LOAD 0
    SEND fib:/0
    RETURN
method field 0 1
    CONST 3
    GETFIELD x
    RETURN
"""


class MissCounter(object):
    def __init__(self):
        self.missed = []

    def __call__(self, vm, w_obj, selector):
        self.missed.append(selector)
        return vm.wrap("missed " + selector)

    def polite(self, vm, w_obj, selector):
        return vm.wrap("sorry, no " + selector)


def shrug(vm, w_obj, selector):
    return W_NIL


def run_main(vm, selector):
    w_main = W_Instance(vm.classes["Main"])
    try:
        result = vm.send([w_main], selector).text()
    except NoSuchMethod as e:
        result = "no method: " + str(e)
    except VMError as e:
        result = "error: " + str(e)
    for line in vm.out:
        print(line)
    del vm.out[:]
    print(selector, "->", result)


def entry_point(argv):
    vm = VM()
    Assembler(vm).assemble(PROGRAM)
    for selector in ["main", "arrays", "broken", "missing", "wrong", "field"]:
        run_main(vm, selector)
    counter = MissCounter()
    extra = len(argv) + 5
    for hook in [counter, shrug, counter.polite, lambda vm, w_obj, selector: vm.wrap(extra), None]:
        vm.on_miss = hook
        run_main(vm, "missing")
    print(counter.missed, PRINTER.lines, vm.steps, len(W_Integer.CACHE))
    names = sorted(vm.classes.values(), key=attrgetter("name"))
    print([cls.name for cls in names], NUMBERS["SEND"], Instruction(1, 2, 3))
    try:
        Assembler(vm).assemble("class A Object\nmethod m 0 1\n JUMPY 3")
    except VMError as e:
        print(e)
    return 0


def target(driver, args):
    return entry_point, None
