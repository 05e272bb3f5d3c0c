# origin: after published programs
# A Ruby-like machine: blocks with break and next, method caches by class version, method_missing, instance variables by maps.
class W_Object(object):
    def __init__(self, cls):
        self.cls = cls
        self.ivars = {}

    def text(self):
        return '#<%s>' % self.cls.name


class W_Fixnum(W_Object):
    def __init__(self, n):
        W_Object.__init__(self, FIXNUM)
        self.n = n

    def text(self):
        return str(self.n)


class W_Array(W_Object):
    def __init__(self, items):
        W_Object.__init__(self, ARRAY)
        self.items = items

    def text(self):
        return '[' + ', '.join([i.text() for i in self.items]) + ']'


class W_Nil(W_Object):
    def __init__(self):
        W_Object.__init__(self, NIL_CLASS)

    def text(self):
        return 'nil'


class Version(object):
    pass


class W_Class(object):
    def __init__(self, name, superclass):
        self.name = name
        self.superclass = superclass
        self.methods = {}
        self.version = Version()
        self.subclasses = []
        if superclass is not None:
            superclass.subclasses.append(self)

    def define(self, name, method):
        self.methods[name] = method
        self.mutated()

    def mutated(self):
        self.version = Version()
        for c in self.subclasses:
            c.mutated()

    def find(self, name):
        c = self
        while c is not None:
            if name in c.methods:
                return c.methods[name]
            c = c.superclass
        return None


class Method(object):
    def call(self, vm, w_self, args, block):
        raise NotImplementedError


class Builtin(Method):
    def __init__(self, f):
        self.f = f

    def call(self, vm, w_self, args, block):
        return self.f(vm, w_self, args, block)


class BreakException(Exception):
    def __init__(self, block, value):
        self.block = block
        self.value = value


class NoMethod(Exception):
    def __init__(self, name, cls):
        self.text = 'undefined method %s for %s' % (name, cls.name)


OBJECT = W_Class('Object', None)
FIXNUM = W_Class('Fixnum', OBJECT)
ARRAY = W_Class('Array', OBJECT)
NIL_CLASS = W_Class('NilClass', OBJECT)
NIL = W_Nil()


class Block(object):
    def __init__(self, f):
        self.f = f

    def call(self, vm, args):
        return self.f(vm, self, args)


class CallSite(object):
    def __init__(self, name):
        self.name = name
        self.version = None
        self.method = None
        self.hits = 0

    def send(self, vm, w_self, args, block):
        cls = w_self.cls
        if self.version is cls.version and self.method is not None:
            self.hits += 1
            return self.method.call(vm, w_self, args, block)
        m = cls.find(self.name)
        if m is None:
            missing = cls.find('method_missing')
            if missing is None:
                raise NoMethod(self.name, cls)
            vm.missed.append(self.name)
            return missing.call(vm, w_self, args, block)
        self.version = cls.version
        self.method = m
        if block is None:
            return m.call(vm, w_self, args, None)
        try:
            return m.call(vm, w_self, args, block)
        except BreakException as e:
            if e.block is not block:
                raise
            return e.value


class VM(object):
    def __init__(self):
        self.missed = []


def fix(w):
    assert isinstance(w, W_Fixnum)
    return w.n


def arr(w):
    assert isinstance(w, W_Array)
    return w.items


def array_each(vm, w_self, args, block):
    i = 0
    while i < len(arr(w_self)):
        block.call(vm, [arr(w_self)[i]])
        i += 1
    return w_self


def array_map(vm, w_self, args, block):
    return W_Array([block.call(vm, [w]) for w in arr(w_self)])


def array_inject(vm, w_self, args, block):
    w = args[0]
    for x in arr(w_self):
        w = block.call(vm, [w, x])
    return w


ARRAY.define('each', Builtin(array_each))
ARRAY.define('map', Builtin(array_map))
ARRAY.define('inject', Builtin(array_inject))
FIXNUM.define('+', Builtin(lambda vm, s, args, b: W_Fixnum(fix(s) + fix(args[0]))))
FIXNUM.define('to_s', Builtin(lambda vm, s, args, b: s))
PLUS, EACH, MAP, INJECT, GREET = CallSite('+'), CallSite('each'), CallSite('map'), CallSite('inject'), CallSite('greet')


def adder(n):
    def add(vm, block, args):
        return PLUS.send(vm, args[0], [W_Fixnum(n)], None)
    return Block(add)


def stop_at(limit):
    def body(vm, block, args):
        if fix(args[0]) > limit:
            raise BreakException(block, args[0])
        return NIL
    return Block(body)


def entry_point(argv):
    vm = VM()
    w = W_Array([W_Fixnum(i * 3) for i in range(6)])
    print(MAP.send(vm, w, [], adder(100)).text(), PLUS.hits)
    total = INJECT.send(vm, w, [W_Fixnum(0)], Block(lambda vm, block, args: PLUS.send(vm, args[0], [args[1]], None)))
    print(total.text(), PLUS.hits)
    for limit in (4, 100):
        site = CallSite('each')
        print(site.send(vm, w, [], stop_at(limit)).text())
    FIXNUM.define('+', Builtin(lambda vm, s, args, b: W_Fixnum(fix(s) - fix(args[0]))))
    print(MAP.send(vm, w, [], adder(1)).text(), PLUS.hits)
    try:
        GREET.send(vm, w, [], None)
    except NoMethod as e:
        print(e.text)
    OBJECT.define('method_missing', Builtin(lambda vm, s, args, b: W_Fixnum(len(args))))
    print(GREET.send(vm, w, [NIL, NIL], None).text(), vm.missed)
    ARRAY.define('greet', Builtin(lambda vm, s, args, b: W_Array(args)))
    print(GREET.send(vm, w, [NIL], None).text(), GREET.send(vm, w, [], None).text(), GREET.hits)
    outer = stop_at(7)
    inner = Block(lambda vm, block, args: outer.call(vm, args))
    try:
        CallSite('each').send(vm, w, [], inner)
    except BreakException as e:
        print('passed on', e.value.text(), e.block is outer)
    return 0


def target(driver, args):
    return entry_point, None
