"""ctypes, for the import-time interpreter of the translator: the types of C with their sizes, and structures in memory of the import.

A pointer holds an object of this module and no address, and no function of C can be called: programs declare those with
`rpython.rtyper.lltypesystem.rffi`."""

import struct as _struct
import sys as _sys

_BIG = _sys.byteorder == 'big'
calls_nothing = True    # unlike CPython's
DEFAULT_MODE = RTLD_LOCAL = 0
RTLD_GLOBAL = 256


class ArgumentError(Exception):
    pass


class _Memory(object):
    """The bytes of an object and of what lies in it. Pointers are zeros there, and what they point to stands beside them."""

    def __init__(self, size):
        self.data = bytearray(size)
        self.pointers = {}


def _absent(what, instead):
    raise NotImplementedError('%s is not possible at import time: %s' % (what, instead))


class _Type(type):
    """The class of C's types: they have a size and an alignment, and `T * n` is an array."""

    def __init__(cls, name, bases, namespace):
        super(_Type, cls).__init__(name, bases, namespace)
        fields = namespace.get('_fields_')
        if fields is not None:
            _lay_out(cls, fields)

    def __setattr__(cls, name, value):
        type.__setattr__(cls, name, value)
        if name == '_fields_':
            _lay_out(cls, value)

    def __mul__(cls, n):
        return _array_type(cls, n)

    __rmul__ = __mul__

    def from_buffer_copy(cls, source, offset=0):
        size = sizeof(cls)
        if len(source) - offset < size:
            raise ValueError('Buffer size too small (%d instead of at least %d bytes)' % (len(source), size + offset))
        made = cls()
        made._put(bytes(source[offset:offset + size]))
        return made

    def in_dll(cls, library, name):
        _absent('a variable of a C library', 'use rffi.CExternVariable')

    def from_address(cls, address):
        _absent('memory at an address', 'use lltype.malloc(…, flavor="raw")')


_CData = _Type('_CData', (object,), {'_size_': 0, '_align_': 1, '__doc__': 'An object of C.'})


def _at(T, memory, offset):
    """The object of type T that lies there."""
    made = object.__new__(T)
    made._memory = memory
    made._offset = offset
    return made


def _bytes_of(self):
    return bytes(self._memory.data[self._offset:self._offset + type(self)._size_])


def _put(self, data):
    self._memory.data[self._offset:self._offset + len(data)] = data


_CData._bytes_of = _bytes_of
_CData._put = _put


class _Simple(_CData):
    """A number, a character or a pointer."""
    _code = ''

    def __init__(self, value=None):
        self._memory = _Memory(type(self)._size_)
        self._offset = 0
        if value is not None:
            self.value = value

    @property
    def value(self):
        return _struct.unpack(self._code, self._bytes_of())[0]

    @value.setter
    def value(self, value):
        self._put(self._packed(value))

    def _packed(self, value):
        if isinstance(value, _Simple):
            value = value.value
        if self._code in 'fd':
            return _struct.pack(self._code, float(value))
        if isinstance(value, float):
            raise TypeError("'float' object cannot be interpreted as an integer")
        bits = 8 * self._size_
        value &= (1 << bits) - 1
        if self._code.islower() and value >> bits - 1:
            value -= 1 << bits
        return _struct.pack(self._code, value)

    def __bool__(self):
        return bool(self.value)

    __nonzero__ = __bool__

    def __repr__(self):
        return '%s(%r)' % (type(self).__name__, self.value)


def _number(name, code):
    size = _struct.calcsize(code)
    return _Type(name, (_Simple,), {'_code': code, '_type_': code, '_size_': size, '_align_': size})


c_byte = c_int8 = _number('c_byte', 'b')
c_ubyte = c_uint8 = _number('c_ubyte', 'B')
c_short = c_int16 = _number('c_short', 'h')
c_ushort = c_uint16 = _number('c_ushort', 'H')
c_int = c_int32 = _number('c_int', 'i')
c_uint = c_uint32 = _number('c_uint', 'I')
c_long = c_longlong = c_int64 = c_ssize_t = _number('c_long', 'l')
c_ulong = c_ulonglong = c_uint64 = c_size_t = _number('c_ulong', 'L')
c_float = _number('c_float', 'f')
c_double = _number('c_double', 'd')


class c_bool(_Simple):
    _code = _type_ = '?'
    _size_ = _align_ = 1

    def _packed(self, value):
        return b'\x01' if value else b'\x00'

    @property
    def value(self):
        return self._bytes_of() != b'\x00'

    @value.setter
    def value(self, value):
        self._put(self._packed(value))


class c_char(_Simple):
    _code = _type_ = 'c'
    _size_ = _align_ = 1

    def _packed(self, value):
        if isinstance(value, c_char):
            value = value.value
        if not isinstance(value, bytes) or len(value) != 1:
            raise TypeError('one character bytes, bytearray or integer expected')
        return value

    def __init__(self, value=b'\x00'):
        _Simple.__init__(self, value)

    @property
    def value(self):
        return self._bytes_of()

    @value.setter
    def value(self, value):
        self._put(self._packed(value))


class _Pointing(_Simple):
    """A pointer: the object that it points to stands beside the memory."""
    _code = _type_ = 'P'
    _size_ = _align_ = _struct.calcsize('P')

    @property
    def value(self):
        return self._memory.pointers.get(self._offset)

    @value.setter
    def value(self, value):
        if value is None or value == 0 and not isinstance(value, (bytes, _CData)):
            self._memory.pointers.pop(self._offset, None)
        else:
            self._memory.pointers[self._offset] = value

    def __bool__(self):
        return self.value is not None

    __nonzero__ = __bool__


class c_char_p(_Pointing):
    _type_ = 'z'


class c_void_p(_Pointing):
    pass


class py_object(_Pointing):
    _type_ = 'O'


class _Pointer(_Pointing):

    @property
    def contents(self):
        """What it points to."""
        if self.value is None:
            raise ValueError('NULL pointer access')
        return self.value

    @contents.setter
    def contents(self, value):
        self.value = value


_pointer_types = {}


def POINTER(T):
    """The type of pointers to T."""
    if T not in _pointer_types:
        _pointer_types[T] = _Type('LP_%s' % (T.__name__ if T is not None else 'void'), (_Pointer,), {'_type_': T})
    return _pointer_types[T]


def pointer(obj):
    """A pointer to an object."""
    return POINTER(type(obj))(obj)


byref = pointer


def sizeof(what):
    """Bytes of a type or an object."""
    return _type_of(what)._size_


def alignment(what):
    """What addresses of a type or an object are multiples of."""
    return _type_of(what)._align_


def _type_of(what):
    T = what if isinstance(what, type) else type(what)
    if not issubclass(T, _CData):
        raise TypeError('this type has no size')
    return T


def _get(T, memory, offset):
    """What reading a field or an item gives: the value of a number, the object of anything else."""
    found = _at(T, memory, offset)
    if issubclass(T, _Simple) and not issubclass(T, _Pointer):
        return found.value
    if issubclass(T, _Array) and T._type_ is c_char:
        return found.value
    return found


def _set(T, memory, offset, value):
    place = _at(T, memory, offset)
    if issubclass(T, _Pointer):
        place.value = value.value if isinstance(value, _Pointer) else value
    elif issubclass(T, _Simple):
        place.value = value
    elif issubclass(T, _Array) and T._type_ is c_char and isinstance(value, bytes):
        place.value = value
    elif isinstance(value, T):
        place._put(value._bytes_of())
        memory.pointers.update((offset + at - value._offset, to) for at, to in value._memory.pointers.items()
                               if 0 <= at - value._offset < T._size_)
    elif isinstance(value, tuple):
        for name, item in zip([f[0] for f in T._fields_], value):
            setattr(place, name, item)
    else:
        raise TypeError('incompatible types, %s instance instead of %s instance' % (type(value).__name__, T.__name__))


class _Field(object):
    """A field of a structure or union: `offset` and `size` in bytes."""

    def __init__(self, T, offset):
        self.type = T
        self.offset = offset
        self.size = T._size_

    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        return _get(self.type, obj._memory, obj._offset + self.offset)

    def __set__(self, obj, value):
        _set(self.type, obj._memory, obj._offset + self.offset, value)


def _lay_out(cls, fields):
    """Places the fields behind those of the base class, as C does."""
    base = cls.__mro__[1]
    union = issubclass(cls, Union)
    pack = getattr(cls, '_pack_', 0)
    size, align = base._size_, base._align_
    for field in fields:
        if len(field) == 3:
            _absent('a field of %d bits (%s.%s)' % (field[2], cls.__name__, field[0]), 'use a whole field and masks')
        name, T = field
        own = min(T._align_, pack) if pack else T._align_
        align = max(align, own)
        offset = 0 if union else (size + own - 1) // own * own
        size = max(size, offset + T._size_)
        type.__setattr__(cls, name, _Field(T, offset))
    type.__setattr__(cls, '_size_', (size + align - 1) // align * align)
    type.__setattr__(cls, '_align_', align)


class _Record(_CData):
    """A structure or union: its fields are attributes."""

    def __init__(self, *args, **kwds):
        self._memory = _Memory(type(self)._size_)
        self._offset = 0
        names = [f[0] for T in reversed(type(self).__mro__) for f in T.__dict__.get('_fields_', ())]
        if len(args) > len(names):
            raise TypeError('too many initializers')
        for name, value in zip(names, args):
            setattr(self, name, value)
        for name, value in kwds.items():
            setattr(self, name, value)


class Structure(_Record):
    """Base class of structures: `_fields_` lists pairs of a name and a type."""


class Union(_Record):
    """Base class of unions: all fields begin at the same place."""


class _Swapped(Structure):

    def __init__(self, *args, **kwds):
        _absent('a structure of the other byte order', 'use struct, or rpython.rlib.rstruct')


BigEndianStructure = Structure if _BIG else _Swapped
LittleEndianStructure = _Swapped if _BIG else Structure


class _Array(_CData):
    """`_length_` objects of the type `_type_`, one after the other."""
    _type_ = c_byte
    _length_ = 0

    def __init__(self, *items):
        self._memory = _Memory(type(self)._size_)
        self._offset = 0
        if len(items) > self._length_:
            raise IndexError('invalid index')
        for i, item in enumerate(items):
            self[i] = item

    def __len__(self):
        return self._length_

    def _place(self, i):
        if i < 0:
            i += self._length_
        if not 0 <= i < self._length_:
            raise IndexError('invalid index')
        return self._offset + i * self._type_._size_

    def __getitem__(self, i):
        if isinstance(i, slice):
            items = [self[k] for k in range(*i.indices(self._length_))]
            return b''.join(items) if self._type_ is c_char else items
        return _get(self._type_, self._memory, self._place(i))

    def __setitem__(self, i, value):
        if isinstance(i, slice):
            for k, item in zip(range(*i.indices(self._length_)), value):
                self[k] = item
        else:
            _set(self._type_, self._memory, self._place(i), value)

    def __iter__(self):
        return iter([self[i] for i in range(self._length_)])

    def _chars(self):
        if self._type_ is not c_char:
            raise AttributeError("'%s' object has no attribute 'value'" % type(self).__name__)

    @property
    def raw(self):
        self._chars()
        return self._bytes_of()

    @raw.setter
    def raw(self, data):
        self._chars()
        if len(data) > self._size_:
            raise ValueError('byte string too long')
        self._put(bytes(data))

    @property
    def value(self):
        self._chars()
        return self._bytes_of().split(b'\x00')[0]

    @value.setter
    def value(self, data):
        self._chars()
        if len(data) > self._size_:
            raise ValueError('byte string too long')
        self._put(bytes(data) + b'\x00' * (len(data) < self._size_))


Array = _Array
_array_types = {}


def _array_type(T, n):
    if n < 0:
        raise ValueError("Array length must be >= 0, not %d" % n)
    if (T, n) not in _array_types:
        _array_types[T, n] = _Type('%s_Array_%d' % (T.__name__, n), (_Array,), {
            '_type_': T, '_length_': n, '_size_': n * T._size_, '_align_': T._align_})
    return _array_types[T, n]


def create_string_buffer(init, size=None):
    """An array of characters: of this size, or that holds this text and a zero behind it."""
    if isinstance(init, int):
        return (c_char * init)()
    made = (c_char * (len(init) + 1 if size is None else size))()
    made.value = init
    return made


c_buffer = create_string_buffer


def cast(obj, T):
    """The same pointer with another type; only None and pointers of this module have one."""
    made = T()
    if obj is not None:
        made.value = obj.value if isinstance(obj, _Pointing) else obj
    return made


def addressof(obj):
    _absent('an address', 'use lltype.malloc(…, flavor="raw")')


def string_at(ptr, size=-1):
    """The text behind a `c_char_p`."""
    data = ptr.value if isinstance(ptr, _CData) else ptr
    return data if size < 0 else data[:size]


def memset(dst, c, count):
    """Fills an object."""
    dst._put(bytes(bytearray([c & 255]) * count))


def memmove(dst, src, count):
    """Copies an object, or a byte string, into an object."""
    dst._put((src if isinstance(src, bytes) else src._bytes_of())[:count])


def get_errno():
    return 0


def CFUNCTYPE(result, *args, **kwds):
    """The type of C functions: only their size is known."""
    return _Type('CFunctionType', (_Pointing,), {'_restype_': result, '_argtypes_': args})


PYFUNCTYPE = CFUNCTYPE


class CDLL(object):
    """A C library; it cannot be opened."""

    def __init__(self, name, *args, **kwds):
        _absent('a call of a C library (%s)' % name, 'use rffi.llexternal')


PyDLL = CDLL


class _Loader(object):

    def __init__(self, name):
        self._name = name

    def LoadLibrary(self, name):
        return CDLL(name)

    def __getattr__(self, name):
        return CDLL(name)


cdll = _Loader('cdll')
pydll = _Loader('pydll')
