"""Functions of C, and C's types. What cannot be called untranslated goes through ctypes, if its types are simple."""
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rstring import StringBuilder
from rpython.rtyper.lltypesystem import lltype
from rpython.translator.tool.cbuild import ExternalCompilationInfo

CHAR = lltype.Char
SIGNED = LONG = LONGLONG = SSIZE_T = INTPTR_T = PTRDIFF_T = INT64_T = TIME_T = OFF_T = lltype.Signed
UNSIGNED = ULONG = ULONGLONG = SIZE_T = UINTPTR_T = UINT64_T = lltype.Unsigned
INT = INT32_T = INT_real = PID_T = INT_FAST32_T = lltype.Int32
r_int_real = int
UINT = UINT32_T = MODE_T = lltype.UInt32
SIGNEDCHAR = INT8_T = lltype.Primitive('SIGNEDCHAR')
UCHAR = UINT8_T = lltype.Primitive('UCHAR')
SHORT = INT16_T = lltype.Primitive('SHORT')
USHORT = UINT16_T = lltype.Primitive('USHORT')
DOUBLE = lltype.Float
FLOAT = lltype.SingleFloat
LONGDOUBLE = lltype.LongFloat
WCHAR_T = lltype.UniChar

_arrays = {}


@specialize.memo()
def CArray(T):
    """Items of type T, as many as there are."""
    if T not in _arrays:
        _arrays[T] = lltype.Array(T, hints={'nolength': True})
    return _arrays[T]


_array_pointers = {}


@specialize.memo()
def CArrayPtr(T):
    """Pointer to items of type T."""
    if T not in _array_pointers:
        _array_pointers[T] = lltype.Ptr(CArray(T))
    return _array_pointers[T]


@specialize.memo()
def CFixedArray(T, n):
    """n items of type T."""
    return lltype.FixedSizeArray(T, n)


def CStruct(name, *fields, **kwds):
    """A structure of C: its fields are read and written as c_NAME."""
    return lltype.Struct(name, *[('c_' + n, T) for n, T in fields], **kwds)


def CStructPtr(name, *fields, **kwds):
    """Pointer to a structure of C."""
    return lltype.Ptr(CStruct(name, *fields, **kwds))


def COpaque(name=None, ptr_typedef=None, hints=None, compilation_info=None, **kwds):
    """A type of C whose inside is not known."""
    return lltype.OpaqueType(name or ptr_typedef)


def COpaquePtr(*args, **kwds):
    """Pointer to a type of C whose inside is not known."""
    return lltype.Ptr(COpaque(*args, **kwds))


def CCallback(args, result):
    """Pointer to a function."""
    return lltype.Ptr(lltype.FuncType(args, result))


VOIDP = lltype.Ptr(lltype.Array(lltype.Char, hints={'nolength': True, 'render_as_void': True}))
VOID = lltype.Void
CCHARP = CONST_CCHARP = CArrayPtr(lltype.Char)
CWCHARP = CArrayPtr(lltype.UniChar)
CCHARPP = CArrayPtr(CCHARP)
VOIDPP = CArrayPtr(VOIDP)
INTP = CArrayPtr(INT)
UINTP = CArrayPtr(UINT)
SIGNEDP = LONGP = SSIZE_TP = LONGLONGP = CArrayPtr(lltype.Signed)
UNSIGNEDP = ULONGP = SIZE_TP = ULONGLONGP = CArrayPtr(lltype.Unsigned)
DOUBLEP = CArrayPtr(DOUBLE)
FLOATP = CArrayPtr(FLOAT)

RFFI_SAVE_ERRNO = 1
RFFI_READSAVED_ERRNO = 2
RFFI_ZERO_ERRNO_BEFORE = 4
RFFI_FULL_ERRNO = 7
RFFI_FULL_ERRNO_ZERO = 5
RFFI_ALT_ERRNO = 64
RFFI_ERR_NONE = 0
RFFI_ERR_ALL = 7

# what C programs see without any include of their own
_STANDARD = ['stddef.h', 'stdlib.h', 'stdio.h', 'string.h', 'stdint.h', 'errno.h', 'math.h', 'time.h',
             'unistd.h', 'ctype.h', 'fcntl.h', 'sys/types.h', 'sys/stat.h', 'sys/time.h']


class ExternalFunction(object):
    def __init__(self, name, argtypes, restype, includes, can_collect, cannot_raise):
        self.name = name
        self.argtypes = argtypes
        self.restype = restype
        self.includes = includes
        self.can_collect = can_collect
        self.compilation_info = None

    def _freeze_(self):
        return True

    def __call__(self, *args):
        raise NotImplementedError("external function %s: in translated code only" % self.name)


class ForeignFunction(ExternalFunction):
    """A function of C that a program calls: pointers are those of C, strings are converted."""

    def __init__(self, name, argtypes, restype, info):
        includes = list(_STANDARD)
        if info is not None:
            includes = list(info.includes)
            includes.extend(['\n' + bits for bits in info.post_include_bits])
        ExternalFunction.__init__(self, name, argtypes, restype, includes, False, True)
        self.compilation_info = info

    def __call__(self, *args):
        from rpython.rtyper.lltypesystem import ll2ctypes
        return ll2ctypes.call(self, args)


def llexternal(name, args, result, includes=None, can_collect=False, compilation_info=None, _callable=None,
               sandboxsafe=False, releasegil='auto', _nowrapper=False, calling_conv='c', elidable_function=False,
               macro=None, random_effects_on_gcobjs='auto', save_err=0, natural_arity=-1, **kwds):
    """The C function `name`; a prototype is made from the types unless headers are given."""
    if includes is not None or name.startswith('tw_'):
        return ExternalFunction(name, list(args), result, list(includes or ()), can_collect, True)
    if calling_conv != 'c':
        raise NotImplementedError("llexternal: calling convention %s" % (calling_conv,))
    if isinstance(macro, str):
        name = macro
    return ForeignFunction(name, list(args), result, compilation_info)


def cast(T, x):
    """x as a value of type T."""
    if isinstance(T, lltype.Ptr):
        if isinstance(x, int):
            if x == 0:
                return lltype.nullptr(T.TO)
            raise NotImplementedError("untranslated: a pointer from a number")
        return lltype._ptr(T.TO, x._mem, x._offset)
    if isinstance(x, str):
        x = ord(x)
    if T is lltype.Char:
        return chr(int(x) & 255)
    if T is lltype.UniChar:
        return chr(int(x))
    if T is lltype.Bool:
        return bool(x)
    if T is lltype.Float:
        return float(x)
    if T is lltype.SingleFloat:
        import struct
        return struct.unpack('f', struct.pack('f', float(x)))[0]
    x = int(x)
    bits, signed = _BITS[T]
    x &= (1 << bits) - 1
    if signed and x >> (bits - 1):
        x -= 1 << bits
    return x


_BITS = {lltype.Signed: (64, True), lltype.Unsigned: (64, False), lltype.SignedLongLong: (64, True),
         lltype.UnsignedLongLong: (64, False), INT: (32, True), UINT: (32, False),
         SIGNEDCHAR: (8, True), UCHAR: (8, False), SHORT: (16, True), USHORT: (16, False)}


def sizeof(T):
    """Bytes of a value of type T, or of a container."""
    T = lltype._resolve(T)
    if isinstance(T, lltype.FixedSizeArray):
        return sizeof(T.OF) * T.length
    if isinstance(T, lltype.Struct):
        at, align = 0, 1
        for _, F in T._fields:
            n = sizeof(F)
            at = (at + n - 1) // n * n + n
            align = max(align, n)
        return (at + align - 1) // align * align
    if T is lltype.Char or T is lltype.Bool:
        return 1
    if T is lltype.UniChar or T is lltype.SingleFloat:
        return 4
    if T in _BITS:
        return _BITS[T][0] // 8
    return 8


def ptradd(p, n):
    """The pointer n items further on."""
    return lltype._ptr(p._T, p._mem, p._offset + n)


def str2charp(s, track_allocation=True):
    """A copy of the string for C, with a NUL at its end: to be freed by free_charp."""
    n = len(s)
    p = lltype.malloc(CCHARP.TO, n + 1, flavor='raw')
    for i in range(n):
        p[i] = s[i]
    p[n] = '\x00'
    return p


def free_charp(p, track_allocation=True):
    """Frees what str2charp made."""
    lltype.free(p, flavor='raw')


def charpsize2str(p, n):
    """The first n characters."""
    b = StringBuilder(n)
    for i in range(n):
        b.append(p[i])
    return b.build()


def charp2str(p):
    """The characters before the NUL."""
    n = 0
    while p[n] != '\x00':
        n += 1
    return charpsize2str(p, n)


def charp2strn(p, maxlen):
    """The characters before the NUL, at most maxlen."""
    n = 0
    while n < maxlen and p[n] != '\x00':
        n += 1
    return charpsize2str(p, n)


def str2chararray(s, p, maxsize):
    """Copies at most maxsize characters; their number."""
    n = min(len(s), maxsize)
    for i in range(n):
        p[i] = s[i]
    return n


def get_nonmovingbuffer(s):
    """A copy of the string (with a NUL at its end), to be given back by free_nonmovingbuffer."""
    return str2charp(s)


def free_nonmovingbuffer(s, p):
    """Frees what get_nonmovingbuffer made."""
    free_charp(p)


def liststr2charpp(items):
    """An array of C strings with a null pointer at its end: to be freed by free_charpp."""
    n = len(items)
    p = lltype.malloc(CCHARPP.TO, n + 1, flavor='raw')
    for i in range(n):
        p[i] = str2charp(items[i])
    p[n] = lltype.nullptr(CCHARP.TO)
    return p


def charpp2liststr(p):
    """The strings of an array that ends in a null pointer."""
    result = []
    i = 0
    while p[i]:
        result.append(charp2str(p[i]))
        i += 1
    return result


def free_charpp(p):
    """Frees what liststr2charpp made."""
    i = 0
    while p[i]:
        free_charp(p[i])
        i += 1
    lltype.free(p, flavor='raw')


@specialize.arg(0)
def make(STRUCT):
    """New cleared structure, in raw memory."""
    return lltype.malloc(STRUCT, flavor='raw', zero=True)


class scoped_str2charp(object):
    """`with rffi.scoped_str2charp(s) as p:` a copy of the string for a block."""

    def __init__(self, value):
        if value is not None:
            self.buf = str2charp(value)
        else:
            self.buf = lltype.nullptr(CCHARP.TO)

    def __enter__(self):
        return self.buf

    def __exit__(self, *args):
        if self.buf:
            free_charp(self.buf)


class scoped_nonmovingbuffer(object):
    """`with rffi.scoped_nonmovingbuffer(s) as p:` the string's characters for a block."""

    def __init__(self, data):
        self.buf = str2charp(data)

    def __enter__(self):
        return self.buf

    def __exit__(self, *args):
        free_charp(self.buf)


class scoped_view_charp(scoped_nonmovingbuffer):
    """`with rffi.scoped_view_charp(s) as p:` the string's characters for a block."""


class scoped_alloc_buffer(object):
    """`with rffi.scoped_alloc_buffer(n) as b:` b.raw is raw memory, b.str(n) what stands in it."""

    def __init__(self, size):
        self.size = size

    def __enter__(self):
        self.raw = lltype.malloc(CCHARP.TO, self.size, flavor='raw')
        return self

    def __exit__(self, *args):
        lltype.free(self.raw, flavor='raw')

    def str(self, length):
        return charpsize2str(self.raw, length)


def _not_supported(what):
    raise NotImplementedError("rffi.%s" % what)


def llexternal_use_eci(info):
    """Functions of C of one compilation_info need nothing else."""


def CExternVariable(*args, **kwds):
    _not_supported('CExternVariable')


def CConstant(c_name, TP):
    _not_supported('CConstant')


def CDefinedIntSymbolic(*args, **kwds):
    _not_supported('CDefinedIntSymbolic')


def llhelper(*args):
    _not_supported('llhelper')


def structcopy(*args):
    _not_supported('structcopy')


def c_memcpy(*args):
    _not_supported('c_memcpy')


def c_memset(*args):
    _not_supported('c_memset')


def aroundstate(*args):
    _not_supported('aroundstate')


def offsetof(*args):
    _not_supported('offsetof')


def getintfield(*args):
    _not_supported('getintfield')


def setintfield(*args):
    _not_supported('setintfield')
