# origin: after published programs
# jit: yes
"""Bytecode with inline caches per call site, versioned classes with quasi-immutable dictionaries, frames with a value stack;
exceptions of the guest carry the frame they were raised in."""
from rpython.rlib import jit
from rpython.rlib.unroll import unrolling_iterable

OPS = ['PUSH', 'LOAD', 'STORE', 'SEND', 'ADD', 'LT', 'JUMP', 'JZ', 'RET', 'SELF', 'GETF', 'SETF', 'NEW', 'THROW', 'POP']
for _i, _name in enumerate(OPS):
    globals()[_name] = _i


class W_Root(object):
    def getclass(self, vm):
        return vm.root


class W_Int(W_Root):
    _immutable_fields_ = ['n']

    def __init__(self, n):
        self.n = n

    def getclass(self, vm):
        return vm.int_class


class W_Object(W_Root):
    _immutable_fields_ = ['cls']

    def __init__(self, cls):
        self.cls = cls
        self.fields = [None] * cls.nfields

    def getclass(self, vm):
        return self.cls


class Version(object):
    pass


class W_Class(W_Root):
    _immutable_fields_ = ['name', 'base', 'version?']

    def __init__(self, name, base, nfields):
        self.name = name
        self.base = base
        self.nfields = nfields
        self.methods = {}
        self.version = Version()

    def define(self, method):
        self.methods[method.name] = method
        self.version = Version()

    def lookup(self, name):
        self = jit.promote(self)
        return self._lookup(name, jit.promote(self.version))

    @jit.elidable
    def _lookup(self, name, version):
        cls = self
        while cls is not None:
            if name in cls.methods:
                return cls.methods[name]
            cls = cls.base
        return None


class Method(object):
    _immutable_fields_ = ['name', 'code[*]', 'names[*]', 'nlocals', 'classes[*]']

    def __init__(self, name, code, names, classes, nargs, nlocals):
        self.name = name
        self.code = code
        self.names = names
        self.classes = classes
        self.nargs = nargs
        self.nlocals = nlocals
        self.cache_cls = [None] * len(code)
        self.cache_version = [None] * len(code)
        self.cache_method = [None] * len(code)


class GuestError(Exception):
    def __init__(self, w_value, frame):
        self.w_value = w_value
        self.frame = frame
        self.trace = []


class Frame(object):
    def __init__(self, method, w_self, parent):
        self.method = method
        self.w_self = w_self
        self.parent = parent
        self.locals = [None] * method.nlocals
        self.stack = [None] * 8
        self.sp = 0

    def push(self, w):
        self.stack[self.sp] = w
        self.sp += 1

    def pop(self):
        self.sp -= 1
        w = self.stack[self.sp]
        self.stack[self.sp] = None
        return w


def where(pc, method):
    return method.name + "@" + str(pc)


driver = jit.JitDriver(greens=['pc', 'method'], reds=['frame', 'vm'], get_printable_location=where)


class VM(object):
    def __init__(self):
        self.root = W_Class("Object", None, 0)
        self.int_class = W_Class("Integer", self.root, 0)
        self.hits = 0
        self.misses = 0

    @jit.unroll_safe
    def send(self, frame, method, pc, name, nargs):
        args = [None] * nargs
        for i in range(nargs - 1, -1, -1):
            args[i] = frame.pop()
        w_recv = frame.pop()
        cls = w_recv.getclass(self)
        target = method.cache_method[pc]
        if method.cache_cls[pc] is cls and method.cache_version[pc] is cls.version:
            self.hits += 1
        else:
            self.misses += 1
            target = cls.lookup(name)
            method.cache_cls[pc] = cls
            method.cache_version[pc] = cls.version
            method.cache_method[pc] = target
        if target is None:
            raise GuestError(W_Int(404), frame)
        new = Frame(target, w_recv, frame)
        for i in range(nargs):
            new.locals[i] = args[i]
        frame.push(self.run(new))

    def run(self, frame):
        pc = 0
        method = frame.method
        while True:
            driver.jit_merge_point(pc=pc, method=method, frame=frame, vm=self)
            op = method.code[pc]
            arg = method.code[pc + 1]
            pc += 2
            if op == PUSH:
                frame.push(W_Int(arg))
            elif op == LOAD:
                frame.push(frame.locals[arg])
            elif op == STORE:
                frame.locals[arg] = frame.pop()
            elif op == SELF:
                frame.push(frame.w_self)
            elif op == POP:
                frame.pop()
            elif op == SEND:
                try:
                    self.send(frame, method, pc - 2, method.names[arg >> 2], arg & 3)
                except GuestError as e:
                    e.trace.append(method.name)
                    raise
            elif op == ADD or op == LT:
                w_b = frame.pop()
                w_a = frame.pop()
                if not isinstance(w_a, W_Int) or not isinstance(w_b, W_Int):
                    raise GuestError(W_Int(400), frame)
                frame.push(W_Int(w_a.n + w_b.n if op == ADD else int(w_a.n < w_b.n)))
            elif op == JUMP:
                if arg < pc:
                    driver.can_enter_jit(pc=arg, method=method, frame=frame, vm=self)
                pc = arg
            elif op == JZ:
                w = frame.pop()
                if isinstance(w, W_Int) and w.n == 0:
                    pc = arg
            elif op == GETF:
                w_self = frame.w_self
                assert isinstance(w_self, W_Object)
                frame.push(w_self.fields[arg])
            elif op == SETF:
                w_self = frame.w_self
                assert isinstance(w_self, W_Object)
                w_self.fields[arg] = frame.pop()
            elif op == NEW:
                frame.push(W_Object(method.classes[arg]))
            elif op == THROW:
                raise GuestError(frame.pop(), frame)
            elif op == RET:
                return frame.pop()
            else:
                raise NotImplementedError


def run(vm, method):
    try:
        w = vm.run(Frame(method, None, None))
        if isinstance(w, W_Int):
            print("result %d" % w.n)
    except GuestError as e:
        w = e.w_value
        assert isinstance(w, W_Int)
        print("error %d in %s, through %s" % (w.n, e.frame.method.name, ", ".join(e.trace)))


def entry_point(argv):
    vm = VM()
    counter = W_Class("Counter", vm.root, 1)
    twice = W_Class("Twice", counter, 1)
    counter.define(Method("init", [PUSH, 0, SETF, 0, SELF, 0, RET, 0], [], [], 0, 0))
    counter.define(Method("step", [PUSH, 1, RET, 0], [], [], 0, 0))
    counter.define(Method("tick", [GETF, 0, SELF, 0, SEND, 0, ADD, 0, SETF, 0, GETF, 0, RET, 0], ["step"], [], 0, 0))
    twice.define(Method("step", [PUSH, 2, RET, 0], [], [], 0, 0))
    vm.int_class.define(Method("plus", [SELF, 0, LOAD, 0, ADD, 0, RET, 0], [], [], 1, 1))

    def loop(which):
        return Method("main", [NEW, which, SEND, 0, STORE, 0, PUSH, 0, STORE, 1,
                               LOAD, 1, PUSH, 60, LT, 0, JZ, 36, LOAD, 0, SEND, 4, PUSH, 0, SEND, 9, STORE, 2,
                               LOAD, 1, PUSH, 1, ADD, 0, STORE, 1, JUMP, 10 + 0, LOAD, 2, RET, 0][:36] +
                      [JUMP, 10] + [LOAD, 2, RET, 0], ["init", "tick", "plus"], [counter, twice], 0, 3)
    m = loop(0)
    m.code[17] = 38
    run(vm, m)
    m2 = loop(1)
    m2.code[17] = 38
    run(vm, m2)
    counter.define(Method("step", [PUSH, 5, RET, 0], [], [], 0, 0))
    run(vm, m)
    run(vm, m2)
    twice.define(Method("step", [PUSH, 77, THROW, 0], [], [], 0, 0))
    run(vm, m2)
    run(vm, Method("bad", [PUSH, 1, SEND, 0, RET, 0], ["nothing"], [], 0, 0))
    run(vm, Method("bad2", [PUSH, 1, NEW, 0, ADD, 0, RET, 0], [], [counter], 0, 0))
    print(vm.hits, vm.misses)
    return 0


def target(driver, args):
    return entry_point
