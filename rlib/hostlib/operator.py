"""operator, for the import-time interpreter of the translator."""


def lt(a, b): return a < b
def le(a, b): return a <= b
def eq(a, b): return a == b
def ne(a, b): return a != b
def ge(a, b): return a >= b
def gt(a, b): return a > b
def not_(a): return not a
def truth(a): return bool(a)
def is_(a, b): return a is b
def is_not(a, b): return a is not b
def add(a, b): return a + b
def sub(a, b): return a - b
def mul(a, b): return a * b
def div(a, b): return a / b
def floordiv(a, b): return a // b
def mod(a, b): return a % b
def pow(a, b): return a ** b
def lshift(a, b): return a << b
def rshift(a, b): return a >> b
def and_(a, b): return a & b
def or_(a, b): return a | b
def xor(a, b): return a ^ b
def neg(a): return -a
def pos(a): return +a
def inv(a): return ~a
def concat(a, b): return a + b
def contains(a, b): return b in a
def getitem(a, b): return a[b]
def delitem(a, b): del a[b]
def index(a): return a.__index__()
def getslice(a, i, j): return a[i:j]
def countOf(a, b): return list(a).count(b)
def indexOf(a, b): return list(a).index(b)


def truediv(a, b):
    if isinstance(a, int) and isinstance(b, int):
        return a.__truediv__(b)
    return a / b


def setitem(a, b, c):
    a[b] = c


def iadd(a, b):
    a += b
    return a


def isub(a, b):
    a -= b
    return a


def imul(a, b):
    a *= b
    return a


def ifloordiv(a, b):
    a //= b
    return a


def imod(a, b):
    a %= b
    return a


def ilshift(a, b):
    a <<= b
    return a


def irshift(a, b):
    a >>= b
    return a


def iand(a, b):
    a &= b
    return a


def ior(a, b):
    a |= b
    return a


def ixor(a, b):
    a ^= b
    return a


abs = abs
invert = inv


def itemgetter(*items):
    if len(items) == 1:
        item = items[0]
        return lambda obj: obj[item]
    return lambda obj: tuple([obj[item] for item in items])


def attrgetter(*names):
    def resolve(obj, name):
        for part in name.split('.'):
            obj = getattr(obj, part)
        return obj
    if len(names) == 1:
        return lambda obj: resolve(obj, names[0])
    return lambda obj: tuple([resolve(obj, name) for name in names])


def methodcaller(name, *args, **kwargs):
    return lambda obj: getattr(obj, name)(*args, **kwargs)


for _name in ['lt', 'le', 'eq', 'ne', 'ge', 'gt', 'add', 'sub', 'mul', 'floordiv', 'truediv',
              'mod', 'lshift', 'rshift', 'xor', 'neg', 'pos', 'contains', 'getitem', 'setitem']:
    globals()['__%s__' % _name] = globals()[_name]
