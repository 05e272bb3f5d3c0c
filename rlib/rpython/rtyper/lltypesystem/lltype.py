"""Low-level types, and the operations on low-level objects (those that only helpers use: rlib/ll/README.md).

The translator knows these functions. Untranslated, raw memory is emulated by lists and dicts."""
from rpython.rlib.objectmodel import specialize


class LowLevelType(object):
    _gc = False
    _varsize = False

    def __repr__(self):
        return '<%s>' % (self._name,)

    def _freeze_(self):
        return True


class Primitive(LowLevelType):
    def __init__(self, name):
        self._name = name


class Struct(LowLevelType):
    """A structure: name, (field name, type) pairs."""
    kind = 'struct'

    def __init__(self, name, *fields, **kwds):
        self._name = name
        self._fields = [(str(n), T) for n, T in fields]
        self._hints = kwds.get('hints', {})

    def __getattr__(self, name):
        for n, T in self.__dict__.get('_fields', ()):
            if n == name:
                return T
        raise AttributeError(name)


class GcStruct(Struct):
    _gc = True


class Array(LowLevelType):
    """An array: the type of its items, or (field name, type) pairs of items that are structures."""
    kind = 'array'
    _varsize = True

    def __init__(self, *of, **kwds):
        if len(of) == 1 and isinstance(of[0], LowLevelType):
            self.OF = of[0]
        else:
            self.OF = Struct('item', *of)
        self._hints = kwds.get('hints', {})
        self._nolength = bool(self._hints.get('nolength', False))
        self._tag = 'void' if self._hints.get('render_as_void') else ''
        self._name = 'Array of %r' % (self.OF,)


class GcArray(Array):
    _gc = True


class FixedSizeArray(LowLevelType):
    """An array of n items, without stored length."""
    kind = 'fixed'

    def __init__(self, OF, length):
        self.OF = OF
        self.length = length
        self._name = 'FixedSizeArray of %d %r' % (length, OF)


class OpaqueType(LowLevelType):
    """A structure of which only pointers are handled."""
    kind = 'opaque'

    def __init__(self, name, hints=None):
        self._name = name


class FuncType(LowLevelType):
    """A function's type."""
    kind = 'func'

    def __init__(self, args, result):
        self.ARGS = tuple(args)
        self.RESULT = result
        self._name = 'function'


class ForwardReference(LowLevelType):
    """A type that is told later, by `become`."""
    kind = 'forward'
    _target = None
    _name = 'forward reference'

    def become(self, T):
        self._target = T


class GcForwardReference(ForwardReference):
    _gc = True


class Ptr(LowLevelType):
    """A pointer to a container."""

    def __init__(self, TO, use_cache=True):
        self.TO = TO
        self._name = 'pointer'

    def __eq__(self, other):
        return isinstance(other, Ptr) and self.TO is other.TO

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return id(self.TO)


Void = Primitive('Void')
Bool = Primitive('Bool')
Char = Primitive('Char')
UniChar = Primitive('UniChar')
Signed = Primitive('Signed')
Unsigned = Primitive('Unsigned')
SignedLongLong = Primitive('Signed')
UnsignedLongLong = Primitive('Unsigned')
Int32 = Primitive('Int32')
UInt32 = Primitive('UInt32')
Float = Primitive('Float')
SingleFloat = Primitive('SingleFloat')
Address = Primitive('Address')
GCREF = Primitive('GCREF')

LongFloat = Primitive('LongFloat')
SignedLongLongLong = Primitive('SignedLongLongLong')

# containers that the translator registers
STR = Primitive('rpy_string')
UNICODE = Primitive('rpy_unicode')
OBJECT = Primitive('object')


def _only_translated(*args):
    raise NotImplementedError("this low-level operation works in translated code only")


def _resolve(T):
    while isinstance(T, ForwardReference):
        T = T._target
    return T


def _zero(T):
    """What cleared memory holds, as an item of type T."""
    T = _resolve(T)
    if isinstance(T, Ptr):
        return _ptr(T.TO, None)
    if isinstance(T, (Struct, FixedSizeArray)):
        return malloc(T, flavor='raw')
    if T is Char:
        return '\x00'
    if T is UniChar:
        return u'\x00'
    if T is Float or T is SingleFloat:
        return 0.0
    if T is Bool:
        return False
    return 0


class _ptr(object):
    """A pointer of untranslated code: items or fields of a piece of memory, from an offset on."""

    def __init__(self, T, mem, offset=0):
        self.__dict__['_T'] = T
        self.__dict__['_mem'] = mem
        self.__dict__['_offset'] = offset

    def _item(self, i):
        if self._mem is None:
            raise RuntimeError("a null pointer is used")
        i += self._offset
        if not 0 <= i < len(self._mem):
            raise IndexError("raw memory is used out of bounds")
        return i

    def __getitem__(self, i):
        return self._mem[self._item(i)]

    def __setitem__(self, i, x):
        self._mem[self._item(i)] = x

    def __len__(self):
        return len(self._mem)

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        if self._mem is None:
            raise RuntimeError("a null pointer is used")
        try:
            return self._mem[name]
        except (KeyError, TypeError):
            raise AttributeError("no field %s" % name)

    def __setattr__(self, name, x):
        if self._mem is None or name not in self._mem:
            raise AttributeError("no field %s" % name)
        self._mem[name] = x

    def __bool__(self):
        return self._mem is not None

    __nonzero__ = __bool__

    def __eq__(self, other):
        return isinstance(other, _ptr) and self._mem is other._mem and self._offset == other._offset

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash((id(self._mem), self._offset))


def malloc(T, n=None, flavor='gc', zero=False, immortal=False, track_allocation=True,
           add_memory_pressure=False, nonmovable=False):
    """New object of a container type, with n items."""
    T = _resolve(T)
    if isinstance(T, Array):
        return _ptr(T, [_zero(T.OF) for i in range(n)])
    if isinstance(T, FixedSizeArray):
        return _ptr(T, [_zero(T.OF) for i in range(T.length)])
    if isinstance(T, Struct):
        mem = {}
        for name, F in T._fields:
            mem[name] = _zero(F)
        return _ptr(T, mem)
    _only_translated()


def malloc_like(p, n=None):
    """New object of the container type that p points to."""
    _only_translated()


def null_like(p):
    """Null pointer of p's type."""
    _only_translated()


def nullptr(T):
    """Null pointer to a container."""
    return _ptr(T, None)


def zero_of_item(p, field=None):
    """Zero of the type of p's items (or of a field of its inline items)."""
    _only_translated()


def typeOf(p):
    """The low-level type of a value."""
    if isinstance(p, _ptr):
        return Ptr(p._T)
    if isinstance(p, bool):
        return Bool
    if isinstance(p, float):
        return Float
    if isinstance(p, str):
        return Char
    return Signed


def cast_pointer(T, p):
    return _ptr(T.TO, p._mem, p._offset)


def cast_opaque_ptr(T, p):
    return _ptr(T.TO, p._mem, p._offset)


def cast_primitive(T, x):
    _only_translated()


def cast_int_to_ptr(T, i):
    _only_translated()


def cast_ptr_to_int(p):
    _only_translated()


def cast_ptr_to_adr(p):
    _only_translated()


def cast_adr_to_ptr(T, a):
    _only_translated()


def cast_adr_to_int(a):
    _only_translated()


def cast_int_to_adr(i):
    _only_translated()


def free(p, flavor='raw', track_allocation=True):
    """Gives raw memory back."""
    if isinstance(p._mem, dict):
        p._mem.clear()
    else:
        del p._mem[:]


@specialize.memo()
def _scoped_class(T):
    if T._varsize:
        class Scoped(object):
            def __init__(self, n):
                self.buf = malloc(T, n, flavor='raw', zero=True)

            def __enter__(self):
                return self.buf

            def __exit__(self, *args):
                free(self.buf, flavor='raw')
    else:
        class Scoped(object):
            def __init__(self, n):
                self.buf = malloc(T, flavor='raw', zero=True)

            def __enter__(self):
                return self.buf

            def __exit__(self, *args):
                free(self.buf, flavor='raw')
    return Scoped


@specialize.arg(0)
def scoped_alloc(T, n=0, zero=False):
    """`with lltype.scoped_alloc(T, n) as p:` raw memory for a block."""
    return _scoped_class(T)(n)


def malloc_str(n):
    _only_translated()


def str_of(p):
    """The string behind a pointer to its container."""
    _only_translated()


def ptr_of(s):
    """Pointer to the container of a string."""
    _only_translated()


def direct_fieldptr(*args, **kwds):
    _only_translated()


def direct_arrayitems(*args, **kwds):
    _only_translated()


def direct_ptradd(*args, **kwds):
    _only_translated()


def cast_ptr_to_uint(*args, **kwds):
    _only_translated()


def functionptr(*args, **kwds):
    _only_translated()


def opaqueptr(*args, **kwds):
    _only_translated()


def render_immortal(*args, **kwds):
    _only_translated()


def getRuntimeTypeInfo(*args, **kwds):
    _only_translated()


def attachRuntimeTypeInfo(*args, **kwds):
    _only_translated()


def identityhash(*args, **kwds):
    _only_translated()


def normalizeptr(*args, **kwds):
    _only_translated()


def length_of_simple_gcarray_from_opaque(*args, **kwds):
    _only_translated()
