"""Low-level types, and the operations on low-level objects (those that only helpers use: rlib/ll/README.md).

The translator knows these functions. Untranslated, raw memory is C's (`ll2ctypes`); what is made while the translator
imports a program, and objects of the garbage collector, are emulated by lists and dicts."""
from rpython.rlib.objectmodel import specialize


class LowLevelType(object):
    _gc = False
    _varsize = False

    def __repr__(self):
        return '<%s>' % (self._name,)

    def _freeze_(self):
        return True


class ContainerType(LowLevelType):
    """Base of the types of memory."""


class Primitive(LowLevelType):
    def __init__(self, name):
        self._name = name


class Struct(ContainerType):
    """A structure: name, (field name, type) pairs."""
    kind = 'struct'

    def __init__(self, name, *fields, **kwds):
        self._name = name
        self._fields = [(str(n), T) for n, T in fields]
        self._names = [str(n) for n, T in fields]
        self._flds = dict(self._fields)
        self._hints = kwds.get('hints', {})
        # as the C compiler has it, if it was asked
        self._offsets = list(self._hints.get('fieldoffsets', ()))
        self._size = [self._hints['size']] if self._offsets and 'size' in self._hints else []

    def __getattr__(self, name):
        for n, T in self.__dict__.get('_fields', ()):
            if n == name:
                return T
        raise AttributeError(name)


class GcStruct(Struct):
    """A structure of the garbage collector. It may begin with another one, whose fields are then the first ones of its
    own, and contain structures and arrays."""
    _gc = True

    def __init__(self, name, *fields, **kwds):
        Struct.__init__(self, name, *fields, **kwds)
        self._parent = ''       # name of the first field, if that is what this one begins with
        taken = {}              # names of all fields, with those of what it begins with
        for i, (n, T) in enumerate(self._fields):
            T = _resolve(T)
            if isinstance(T, GcStruct) and i == 0:
                self._parent = n
                taken.update(T._all_keys)
            elif isinstance(T, ContainerType):
                _check_inside(name, n, T, i == len(self._fields) - 1)
        if self._parent and _ends_in_array(self._fields[0][1]):
            raise TypeError("%s: a structure that ends in an array cannot be the beginning of another one" % name)
        # Names of its own fields among all of them.
        self._keys = {}
        for n, _ in self._fields:
            if n == self._parent:
                continue
            key = n
            while key in taken:
                key += '_'
            taken[key] = None
            self._keys[n] = key
        self._own_keys = [self._keys.get(n, '') for n in self._names]
        self._all_keys = taken


def _check_inside(name, field, T, last):
    """Stops where a container cannot be a field of a structure of the garbage collector."""
    if T._gc or isinstance(T, (OpaqueType, FuncType)):
        raise TypeError("%s: the field '%s' can only be a pointer to this container" % (name, field))
    if isinstance(T, Array) and not last:
        raise TypeError("%s: the field '%s' is an array of any length: only the last field can be one" % (name, field))


def _ends_in_array(T):
    T = _resolve(T)
    return isinstance(T, Struct) and len(T._fields) > 0 and isinstance(_resolve(T._fields[-1][1]), Array)


class Array(ContainerType):
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


class FixedSizeArray(ContainerType):
    """An array of n items, without stored length."""
    kind = 'fixed'

    def __init__(self, OF, length):
        self.OF = OF
        self.length = length
        self._name = 'FixedSizeArray of %d %r' % (length, OF)


class OpaqueType(ContainerType):
    """A structure of which only pointers are handled."""
    kind = 'opaque'

    def __init__(self, name, hints=None):
        self._name = name


class GcOpaqueType(OpaqueType):
    _gc = True


class FuncType(ContainerType):
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


class FuncForwardReference(ForwardReference):
    pass


class Ptr(LowLevelType):
    """A pointer to a container. A pointer to what all instances begin with is a GCREF: how instances begin is not for programs."""

    def __new__(cls, TO, use_cache=True):
        return GCREF if TO is OBJECT else LowLevelType.__new__(cls)

    def __init__(self, TO, use_cache=True):
        self.TO = TO
        self._name = 'pointer'

    def __eq__(self, other):
        return isinstance(other, Ptr) and _same(self.TO, other.TO)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        TO = _resolve(self.TO)
        return hash((len(TO.ARGS), TO.RESULT)) if isinstance(TO, FuncType) else id(TO)


def _same(a, b):
    a, b = _resolve(a), _resolve(b)
    if isinstance(a, FuncType) and isinstance(b, FuncType):
        return a.ARGS == b.ARGS and a.RESULT == b.RESULT
    return a is b


Number = Primitive
Typedef = LowLevelType
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
Int8 = Primitive('Int8')
UInt8 = Primitive('UInt8')
Int16 = Primitive('Int16')
UInt16 = Primitive('UInt16')
Float = Primitive('Float')
SingleFloat = Primitive('SingleFloat')
Address = Primitive('Address')
GCREF = Primitive('GCREF')
GCREF.TO = GCREF        # nullptr(GCREF.TO)

LongFloat = Primitive('LongFloat')
SignedLongLongLong = Primitive('SignedLongLongLong')

_native = None

# containers that the translator registers
STR = Primitive('rpy_string')
UNICODE = Primitive('rpy_unicode')
OBJECT = Primitive('object')


def _only_translated(*args):
    raise NotImplementedError("this low-level operation works in translated code only")


def failed_import(message, found):
    """Stands in a function for an import that failed; nobody comes there in a right program."""
    raise ImportError(message)


def not_supported(what):
    """What calls this cannot be translated."""
    raise NotImplementedError(what)


def _resolve(T):
    while isinstance(T, ForwardReference):
        T = T._target
    return T


def _zero(T):
    """What cleared memory holds, as an item of type T."""
    T = _resolve(T)
    if isinstance(T, Ptr):
        return _ptr(_resolve(T.TO), None)
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

    def __init__(self, T, mem, offset=0, inside=False, exact=None):
        self.__dict__['_T'] = T
        self.__dict__['_mem'] = mem
        self.__dict__['_offset'] = offset
        self.__dict__['_inside'] = inside       # part of an object of the garbage collector
        self.__dict__['_exact'] = exact         # the type of the whole object of the garbage collector

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
        T = self._T
        if isinstance(T, GcStruct):
            if name == T._parent:
                return _ptr(_resolve(T._fields[0][1]), self._mem, 0, self._inside, self._exact)
            name = T._keys.get(name, '')
        try:
            return self._mem[name]
        except (KeyError, TypeError):
            raise AttributeError("no field %s" % name)

    def __setattr__(self, name, x):
        T = self._T
        if isinstance(T, GcStruct):
            name = T._keys.get(name, '')
        if self._mem is None or name not in self._mem:
            raise AttributeError("no field %s" % name)
        old = self._mem[name]
        if isinstance(old, _ptr) and old._inside:
            raise AttributeError("the field %s is a container itself: assign to its fields or items" % name)
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


# how items of primitive types lie in memory
_PACKED = {Char: 'c', Bool: '?', Signed: 'q', Unsigned: 'Q', Int32: 'i', UInt32: 'I', Int16: 'h', UInt16: 'H', Int8: 'b',
           UInt8: 'B', Float: 'd', SingleFloat: 'f'}


def _item_code(T):
    """The letter for items of an array or a fixed array, or None if they are not primitive."""
    return _PACKED.get(T.OF) if isinstance(T, (Array, FixedSizeArray)) else None


class _pun(_ptr):
    """A pointer to raw memory of import time that was allocated with items of another type: reads and writes their bytes.
    It is none that the translated program can have."""

    def __init__(self, T, mem, exact):
        _ptr.__init__(self, T, mem, None, False, exact)

    def _span(self, i):
        """Where an item begins and ends in bytes; the base items that it touches, and where these begin."""
        import struct
        size, base = struct.calcsize(_item_code(self._T)), struct.calcsize(_item_code(self._exact))
        first, last = i * size // base, ((i + 1) * size - 1) // base
        if not 0 <= first <= last < len(self._mem):
            raise IndexError("raw memory is used out of bounds")
        return i * size - first * base, size, first, last + 1

    def _pack(self, first, end):
        import struct
        code = _item_code(self._exact)
        return b''.join([struct.pack(code, self._mem[i]) for i in range(first, end)])

    def __getitem__(self, i):
        import struct
        at, size, first, end = self._span(i)
        return struct.unpack(_item_code(self._T), self._pack(first, end)[at:at + size])[0]

    def __setitem__(self, i, x):
        import struct
        at, size, first, end = self._span(i)
        data = self._pack(first, end)
        data = data[:at] + struct.pack(_item_code(self._T), x) + data[at + size:]
        code = _item_code(self._exact)
        base = struct.calcsize(code)
        for k in range(first, end):
            piece = (k - first) * base
            self._mem[k] = struct.unpack(code, data[piece:piece + base])[0]


def _seen_as(T, p):
    """The pointer to the same memory, as one to a container of type T."""
    exact = p._exact
    if p._mem is None or exact is None:
        return _ptr(T, p._mem, p._offset)
    codes = _item_code(T), _item_code(exact)
    if None not in codes and codes[0] != codes[1] and not getattr(T, '_tag', ''):
        return _pun(T, p._mem, exact)
    return _ptr(T, p._mem, p._offset or 0, False, exact)


def malloc(T, n=None, flavor='gc', zero=False, immortal=False, track_allocation=True,
           add_memory_pressure=False, nonmovable=False):
    """New object of a container type, with n items."""
    T = _resolve(T)
    if _native is not None and not T._gc:
        return _native.malloc(T, n)
    if isinstance(T, GcStruct):
        mem = {}
        _clear(T, mem, n)
        return _ptr(T, mem, 0, False, T)
    if isinstance(T, GcArray):
        return _ptr(T, [_zero_inside(T.OF) for i in range(n)], 0, False, T)
    if isinstance(T, Array):
        return _ptr(T, [_zero(T.OF) for i in range(n)], 0, False, T if _item_code(T) else None)
    if isinstance(T, FixedSizeArray):
        return _ptr(T, [_zero(T.OF) for i in range(T.length)], 0, False, T if _item_code(T) else None)
    if isinstance(T, Struct):
        mem = {}
        for name, F in T._fields:
            F = _resolve(F)
            mem[name] = _ptr(F, [_zero(F.OF) for i in range(n)]) if isinstance(F, Array) else _zero(F)
        return _ptr(T, mem)
    _only_translated()


def _clear(T, mem, n):
    """Cleared memory of all fields of a GcStruct."""
    for name, F in T._fields:
        F = _resolve(F)
        if name == T._parent:
            _clear(F, mem, n)
        elif isinstance(F, Array):
            mem[T._keys[name]] = _ptr(F, [_zero_inside(F.OF) for i in range(n)], 0, True)
        else:
            mem[T._keys[name]] = _zero_inside(F)


def _zero_inside(T):
    """The same as `_zero`, in an object of the garbage collector: containers are parts of it."""
    T = _resolve(T)
    if isinstance(T, FixedSizeArray):
        return _ptr(T, [_zero_inside(T.OF) for i in range(T.length)], 0, True)
    if isinstance(T, Struct):
        mem = {}
        for name, F in T._fields:
            mem[name] = _zero_inside(F)
        return _ptr(T, mem, 0, True)
    return _zero(T)


def malloc_like(p, n=None):
    """New object of the container type that p points to."""
    _only_translated()


def null_like(p):
    """Null pointer of p's type."""
    _only_translated()


def nullptr(T):
    """Null pointer to a container."""
    T = _resolve(T)
    if T is GCREF:
        return None
    if _native is not None and not T._gc:
        return _native.pointer(T, 0)
    return _ptr(T, None)


def zero_of_item(p, field=None):
    """Zero of the type of p's items (or of a field of its inline items)."""
    _only_translated()


def _narrow_of(cls):
    """The low-level type of an integer type of rarithmetic that has fewer bits than a word."""
    signed = {8: Int8, 16: Int16, 32: Int32}
    unsigned = {8: UInt8, 16: UInt16, 32: UInt32}
    return (signed if getattr(cls, 'SIGNED', True) else unsigned).get(getattr(cls, 'BITS', 0))


def typeOf(p):
    """The low-level type of a value."""
    if isinstance(p, _ptr) or _native is not None and isinstance(p, _native.pointer):
        return Ptr(p._T)
    if hasattr(p, '_lltype'):
        return p._lltype
    if isinstance(p, bool):
        return Bool
    if isinstance(p, float):
        return Float
    if type(p).__name__ == 'r_uint':
        return Unsigned
    narrow = _narrow_of(type(p))
    if narrow is not None:
        return narrow
    if isinstance(p, str):
        return Char
    return Signed


def cast_pointer(T, p):
    """The pointer, as one of type T: to what its object begins with, or to what begins with that."""
    if _native is not None and isinstance(p, _native.pointer):
        return _native.pointer(T.TO, p._adr)
    to = _resolve(T.TO)
    if isinstance(to, GcStruct) and p._mem is not None and not _begins_with(p._exact, to):
        raise RuntimeError("cast_pointer: the object is no %s" % to._name)
    return _ptr(to, p._mem, p._offset, p._inside, p._exact)


def _begins_with(T, first):
    """Whether T is the GcStruct or begins with it."""
    while T is not first:
        if not isinstance(T, GcStruct) or not T._parent:
            return False
        T = _resolve(T._fields[0][1])
    return True


cast_opaque_ptr = cast_pointer


def cast_primitive(T, x):
    """A number or a character, as another type."""
    from rpython.rtyper.lltypesystem import rffi
    return rffi.cast(T, x)


def cast_int_to_ptr(T, i):
    """The pointer with this address."""
    from rpython.rtyper.lltypesystem import rffi
    return rffi.cast(T, i)


def cast_ptr_to_int(p):
    """The address of raw memory."""
    return p._adr


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
    if _native is not None and isinstance(p, _native.pointer):
        _native.free(p)
    elif isinstance(p._mem, dict):
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
    return p


def unicode_of(p):
    """The string behind a pointer to its container."""
    return p


def ptr_of(s):
    """Pointer to the container of a string."""
    return s


def cast_instance_to_gcref(x):
    """An instance, as a reference of unknown type."""
    return x


def cast_gcref_to_instance(Class, ref):
    """A reference that is known to be one to an instance of the class."""
    assert ref is None or isinstance(ref, Class)
    return ref


def _wants_memory():
    if _native is None:
        raise NotImplementedError('pointers into memory exist in the translated program and under CPython (rlib/run.py), not here')


def direct_fieldptr(p, name):
    """Pointer to a field, as to an array of one item."""
    from rpython.rtyper.lltypesystem import rffi
    _wants_memory()
    at, F = _native.offset(p._T, name)
    return _native.pointer(rffi.CArray(F), p._used() + at)


def direct_arrayitems(p):
    """Pointer to the items."""
    from rpython.rtyper.lltypesystem import rffi
    _wants_memory()
    return _native.pointer(rffi.CArray(p._T.OF), p._item(0))


def direct_ptradd(p, n):
    """The pointer n items further on."""
    _wants_memory()
    return _native.pointer(p._T, p._item(n))


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


def pointer_to(T):
    """`Ptr(T)` in a function of the program."""
    return Ptr(T)


pointer_to._annspecialcase_ = 'specialize:memo'


def normalizeptr(*args, **kwds):
    _only_translated()


def length_of_simple_gcarray_from_opaque(*args, **kwds):
    _only_translated()


def isCompatibleType(T1, T2):
    """Whether the types are the same."""
    return T1 == T2


try:
    from rpython.rtyper.lltypesystem import ll2ctypes as _native
except ImportError:
    _native = None      # the translator's import time


def build_number(name, type):
    """The low-level type of the numbers of a class that `rarithmetic.build_int` makes."""
    types = {(True, 64): Signed, (False, 64): Unsigned, (True, 32): Int32, (False, 32): UInt32,
             (True, 16): Int16, (False, 16): UInt16, (True, 8): Int8, (False, 8): UInt8}
    if (type.SIGNED, type.BITS) not in types:
        raise NotImplementedError('numbers of %d bits' % type.BITS)
    return types[type.SIGNED, type.BITS]
