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


def itruediv(a, b):
    return truediv(a, b)


def ipow(a, b):
    a **= b
    return a


def iconcat(a, b):
    a += b
    return a


def length_hint(obj, default=0):
    try:
        return len(obj)
    except TypeError:
        return default


def call(obj, *args, **kwargs):
    return obj(*args, **kwargs)


def matmul(a, b): return a @ b


abs = abs
invert = inv


class itemgetter(object):
    def __init__(self, item, *items):
        self._items = (item,) + items

    def __call__(self, obj):
        if len(self._items) == 1:
            return obj[self._items[0]]
        return tuple([obj[item] for item in self._items])

    def __repr__(self):
        return 'operator.itemgetter(%s)' % ', '.join([repr(item) for item in self._items])


def attrgetter(name, *names):
    """A function, made at translation time: the names of attributes are constants."""
    names = (name,) + names
    for name in names:
        if not isinstance(name, str):
            raise TypeError('attribute name must be a string')
        for part in name.split('.'):
            if not part.isidentifier():
                raise ValueError('no name of an attribute: %r' % (name,))
    values = ', '.join(['obj.' + name for name in names])
    get = eval('lambda obj: ' + (values if len(names) == 1 else '(%s)' % values), {'__name__': __name__})
    get._annspecialcase_ = 'specialize:argtype(0)'
    get.__name__ = 'attrgetter'
    return get


attrgetter._annspecialcase_ = 'specialize:memo'


class methodcaller(object):
    def __init__(self, name, *args, **kwargs):
        self._name = name
        self._args = args
        self._kwargs = kwargs

    def __call__(self, obj):
        return getattr(obj, self._name)(*self._args, **self._kwargs)


for _name in ['lt', 'le', 'eq', 'ne', 'ge', 'gt', 'add', 'sub', 'mul', 'floordiv', 'truediv',
              'mod', 'pow', 'lshift', 'rshift', 'and_', 'or_', 'xor', 'not_', 'neg', 'pos', 'inv',
              'invert', 'abs', 'index', 'concat', 'contains', 'getitem', 'setitem', 'delitem', 'div',
              'iadd', 'isub', 'imul', 'ifloordiv', 'imod', 'iand', 'ior', 'ixor', 'matmul']:
    globals()['__%s__' % _name.rstrip('_')] = globals()[_name]
