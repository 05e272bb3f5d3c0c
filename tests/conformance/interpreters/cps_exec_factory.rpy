# origin: after published programs
"""Primitives generated in loops by factories and class decorators; `globals()` loops; a registry keyed by function arity."""
from rpython.rlib.rarithmetic import ovfcheck, intmask, r_uint, string_to_int
from rpython.rlib.rstring import ParseStringError, ParseStringOverflowError
from rpython.rlib.unroll import unrolling_iterable

REGISTRY = []


def primitive(cls):
    cls.prim_name = cls.__name__[len('Prim'):].lower()
    cls.index = len(REGISTRY)
    cls.instance = cls()
    REGISTRY.append(cls.instance)
    return cls


class Primitive(object):
    prim_name = ''

    def call(self, args):
        raise NotImplementedError


def overflow_checked(op):
    source = """
def checked(a, b):
    try:
        return ovfcheck(a %s b)
    except OverflowError:
        return fallback(a, b)
""" % op

    def make(fallback):
        ns = {'ovfcheck': ovfcheck, 'fallback': fallback}
        exec(source, ns)
        return ns['checked']
    return make


def saturate(a, b):
    return -1


for _name, _op in [('add', '+'), ('sub', '-'), ('mul', '*')]:
    globals()['ovf_' + _name] = overflow_checked(_op)(saturate)


def binary_class(name, func):
    class Binary(Primitive):
        def call(self, args):
            if len(args) != 2:
                raise TypeError
            return func(args[0], args[1])
    Binary.__name__ = 'Prim' + name
    return primitive(Binary)


binary_class('Add', ovf_add)
binary_class('Sub', ovf_sub)
binary_class('Mul', ovf_mul)
binary_class('Umul', lambda a, b: intmask((r_uint(a) * r_uint(b)) >> 3))


@primitive
class PrimSum(Primitive):
    def call(self, args):
        total = 0
        for a in args:
            total = ovf_add(total, a)
        return total


@primitive
class PrimCount(Primitive):
    def call(self, args):
        return len(args)


class Counting(object):
    _mixin_ = True
    calls = 0

    def note(self):
        self.calls += 1
        return self.calls


@primitive
class PrimTick(Counting, Primitive):
    def call(self, args):
        return self.note()


@primitive
class PrimTock(Counting, Primitive):
    def call(self, args):
        return self.note() * 100


unrolled = unrolling_iterable(list(enumerate(REGISTRY)))


def dispatch(index, args):
    for i, prim in unrolled:
        if i == index:
            return prim.call(args)
    raise IndexError


def index_of(name):
    for p in REGISTRY:
        if p.prim_name == name:
            return p.index
    return -1


def number(word):
    try:
        return string_to_int(word, 0)
    except ParseStringOverflowError:
        return -2
    except ParseStringError:
        return -3


def entry_point(argv):
    for line in ["add 1 2", "add 9223372036854775807 1", "sub 0x10 0b11", "mul 4611686018427387904 2", "mul 3 -5", "umul -1 1",
                 "sum 1 2 3 4 0o17", "count", "tick", "tick", "tock", "tick", "tock", "add 1", "nope 1", "sum 99999999999999999999 zz"]:
        words = line.split(" ")
        try:
            print("%s = %d" % (line, dispatch(index_of(words[0]), [number(w) for w in words[1:]])))
        except TypeError:
            print(line + ": wrong number of arguments")
        except IndexError:
            print(line + ": no such primitive")
    print(" ".join([p.prim_name for p in REGISTRY]))
    return 0


def target(driver, args):
    return entry_point
