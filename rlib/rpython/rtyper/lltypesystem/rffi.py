"""Functions of C, and C's types. What cannot be called untranslated goes through ctypes, if its types are simple."""
import os

from rpython.rlib.objectmodel import dont_inline, specialize, we_are_translated
from rpython.rlib import rarithmetic
from rpython.rlib.rstring import StringBuilder, UnicodeBuilder
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython.rtyper.tool.rfficache import platform
from rpython.translator.tool.cbuild import ExternalCompilationInfo

CHAR = lltype.Char
SIGNED = LONG = LONGLONG = SSIZE_T = INTPTR_T = PTRDIFF_T = INT64_T = INTMAX_T = TIME_T = OFF_T = lltype.Signed
SUSECONDS_T = CLOCK_T = INO_T_SIGNED = lltype.Signed
UNSIGNED = ULONG = ULONGLONG = SIZE_T = UINTPTR_T = UINT64_T = UINTMAX_T = DEV_T = INO_T = RLIM_T = lltype.Unsigned
NLINK_T = lltype.Unsigned
INT = INT32_T = INT_real = PID_T = lltype.Int32
INT_FAST16_T = INT_FAST32_T = INT_FAST64_T = lltype.Signed      # as in glibc
UINT_FAST16_T = UINT_FAST32_T = UINT_FAST64_T = lltype.Unsigned
UINT = UINT32_T = MODE_T = UINT_real = GID_T = UID_T = SOCKLEN_T = lltype.UInt32
SIGNEDCHAR = INT8_T = INT_FAST8_T = INT_LEAST8_T = lltype.Int8
UCHAR = UINT8_T = UINT_FAST8_T = UINT_LEAST8_T = lltype.UInt8
SHORT = INT16_T = INT_LEAST16_T = lltype.Int16
USHORT = UINT16_T = UINT_LEAST16_T = lltype.UInt16
INT_LEAST32_T, INT_LEAST64_T = INT, LONG
UINT_LEAST32_T, UINT_LEAST64_T = lltype.UInt32, ULONG
DOUBLE = lltype.Float
FLOAT = lltype.SingleFloat
LONGDOUBLE = lltype.LongFloat
WCHAR_T = lltype.Int32     # as a number; texts consist of UniChar

TYPES = ['short', 'unsigned short', 'int', 'unsigned int', 'long', 'unsigned long', 'signed char', 'unsigned char',
         'long long', 'unsigned long long', 'size_t', 'time_t', 'wchar_t', 'uintptr_t', 'intptr_t', 'void*',
         'int8_t', 'uint8_t', 'int16_t', 'uint16_t', 'int32_t', 'uint32_t', 'int64_t', 'uint64_t', 'ssize_t',
         'off_t', 'pid_t', 'mode_t']
NUMBER_TYPES = [SHORT, USHORT, INT, UINT, LONG, ULONG, SIGNEDCHAR, UCHAR]

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
CONST_VOIDP = VOIDP
VOID = lltype.Void
CCHARP = CONST_CCHARP = CArrayPtr(lltype.Char)
CWCHARP = CArrayPtr(lltype.UniChar)
CCHARPP = CArrayPtr(CCHARP)
VOIDPP = CArrayPtr(VOIDP)
INTP = INT32P = INT32_TP = INT_realP = CArrayPtr(INT)
UINTP = UINT32P = UINT32_TP = CArrayPtr(UINT)
SHORTP = INT16_TP = CArrayPtr(SHORT)
USHORTP = UINT16_TP = CArrayPtr(USHORT)
SIGNEDCHARP = INT8_TP = CArrayPtr(SIGNEDCHAR)
UCHARP = UINT8_TP = CArrayPtr(UCHAR)
SIGNEDP = LONGP = SSIZE_TP = LONGLONGP = INT64_TP = INTPTR_TP = CArrayPtr(lltype.Signed)
UNSIGNEDP = ULONGP = SIZE_TP = ULONGLONGP = UINT64_TP = UINTPTR_TP = CArrayPtr(lltype.Unsigned)
DOUBLEP = CArrayPtr(DOUBLE)
TIME_TP = OFF_TP = LONGP
build_number = lltype.build_number
FLOATP = CArrayPtr(FLOAT)
LONGDOUBLEP = CArrayPtr(LONGDOUBLE)
NULL = None

# save_err of llexternal, for rposix.get_saved_errno
RFFI_SAVE_ERRNO = 1
RFFI_READSAVED_ERRNO = 2
RFFI_ZERO_ERRNO_BEFORE = 4
RFFI_FULL_ERRNO = 3
RFFI_FULL_ERRNO_ZERO = 5
RFFI_SAVE_LASTERROR = 8
RFFI_READSAVED_LASTERROR = 16
RFFI_SAVE_WSALASTERROR = 32
RFFI_FULL_LASTERROR = 24
RFFI_ERR_NONE = 0
RFFI_ERR_ALL = 27
RFFI_ALT_ERRNO = 64

# what C programs see without any include of their own
_STANDARD = ['stddef.h', 'stdlib.h', 'stdio.h', 'string.h', 'stdint.h', 'errno.h', 'math.h', 'time.h',
             'unistd.h', 'ctype.h', 'fcntl.h', 'sys/types.h', 'sys/stat.h', 'sys/time.h']


class ExternalFunction(object):
    releases_gil = False
    blocks = False

    def __init__(self, name, argtypes, restype, includes, can_collect, cannot_raise):
        self.name = name
        self.argtypes = argtypes
        self.restype = restype
        self.includes = includes
        self.can_collect = can_collect
        self.compilation_info = None
        self.save_err = 0
        self.macro = False

    def _freeze_(self):
        return True

    def __call__(self, *args):
        raise NotImplementedError("external function %s: in translated code only" % self.name)


class ForeignFunction(ExternalFunction):
    """A function of C that a program calls: pointers are those of C, strings are converted."""

    def __init__(self, name, argtypes, restype, info, save_err=0, macro=False, quiet=False, calls_back=True):
        includes = list(_STANDARD)
        if info is not None:
            includes = list(info.header_lines)
        ExternalFunction.__init__(self, name, argtypes, restype, includes, False, True)
        self.compilation_info = info
        self.save_err = save_err
        self.macro = macro
        self.quiet = quiet      # it writes nothing
        self._function = None
        self.calls_back = calls_back    # it may run the program's code, if that is given away

    def _as_function(self):
        """A function of the program that calls it."""
        if self._function is None:
            args = ', '.join(['a%d' % i for i in range(len(self.argtypes))])
            names = {'external': self}
            exec(compile('def %s(%s):\n    return external(%s)\n' % (self.name, args, args), '<C>', 'exec'), names)
            self._function = names[self.name]
        return self._function

    def __call__(self, *args):
        if lltype._native is None:      # the translator's import time
            from rpython.rtyper.tool import rffi_platform
            return rffi_platform.call(self, args)
        return lltype._native.call(self, args)


def llexternal(name, args, result, includes=None, can_collect=False, compilation_info=None, _callable=None,
               sandboxsafe=False, releasegil='auto', _nowrapper=False, calling_conv='c', elidable_function=False,
               macro=None, random_effects_on_gcobjs='auto', save_err=0, natural_arity=-1, blocks=False, **kwds):
    """The C function `name`; a prototype is made from the types unless headers are given. `releasegil`: other threads may run
    meanwhile. `blocks`: it cares for that itself."""
    if includes is not None or name.startswith('tw_') and compilation_info is None:
        f = ExternalFunction(name, list(args), result, list(includes or ()), can_collect, True)
        f.blocks = blocks
        return f
    if calling_conv not in ('c', None):
        raise NotImplementedError("llexternal: calling convention %s" % (calling_conv,))
    if isinstance(macro, str):
        name = macro
    if _callable is not None and getattr(compilation_info, '_emulated', False):
        return _callable
    quiet = bool(name.startswith('tw_') or sandboxsafe or _nowrapper or elidable_function)
    if result is LONGDOUBLE or any([T is LONGDOUBLE for T in args]):
        name, args, result, compilation_info = _with_doubles(name, args, result, compilation_info)
        macro = True
    f = ForeignFunction(name, list(args), result, compilation_info, int(save_err), bool(macro), quiet,
                        random_effects_on_gcobjs is not False)
    f.releases_gil = not quiet if releasegil == 'auto' else bool(releasegil)
    return f


def _with_doubles(name, args, result, info):
    """A macro that calls a function of C and has doubles where that has long doubles; with its types."""
    _variables[0] += 1
    macro = 'tw_doubles_%s_%d' % (name, _variables[0])
    names = ['a%d' % i for i in range(len(args))]
    given = ['(long double)(%s)' % n if T is LONGDOUBLE else '(%s)' % n for n, T in zip(names, args)]
    call = '%s(%s)' % (name, ', '.join(given))
    if result is LONGDOUBLE:
        call = '((double)%s)' % call
        result = lltype.Float
    text = '#define %s(%s) %s\n' % (macro, ', '.join(names), call)
    return macro, [lltype.Float if T is LONGDOUBLE else T for T in args], result, _c_text(info, text)


def cast(T, x):
    """x as a value of type T."""
    native = lltype._native
    if isinstance(T, lltype.Ptr):
        if isinstance(x, lltype._ptr):
            return lltype._seen_as(T.TO, x)
        if native is None:
            if x is None or int(x) == 0:
                return lltype.nullptr(T.TO)
            raise NotImplementedError("at import time: a pointer from a number")
        if x is None:
            x = 0
        elif isinstance(x, native.pointer):
            x = x._adr
        elif callable(x):
            return native.callback(T, x)
        return native.pointer(T.TO, int(x))
    if native is not None and isinstance(x, native.pointer):
        x = x._adr
    if isinstance(x, str):
        x = ord(x)
    if T is lltype.Char:
        return chr(int(x) & 255)
    if T is lltype.UniChar:
        return chr(int(x))
    if T is lltype.Bool:
        return bool(x)
    if T is lltype.Float or T is lltype.LongFloat:
        return float(x)
    if T is lltype.SingleFloat:
        import struct
        x = struct.unpack('f', struct.pack('f', float(x)))[0]
        return x if native is None else native.typed(T, x)
    x = int(x)
    bits, signed = _BITS[T]
    x &= (1 << bits) - 1
    if signed and x >> (bits - 1):
        x -= 1 << bits
    if native is not None:
        return native.typed(T, x)
    if bits == 64 and not signed:
        return rarithmetic.r_uint(x)
    return x


_BITS = {lltype.Signed: (64, True), lltype.Unsigned: (64, False), lltype.SignedLongLong: (64, True),
         lltype.UnsignedLongLong: (64, False), INT: (32, True), UINT: (32, False),
         SIGNEDCHAR: (8, True), UCHAR: (8, False), SHORT: (16, True), USHORT: (16, False)}


def sizeof(T, tsize=None):
    """Bytes of a value of type T, or of a container (with n items)."""
    if tsize is not None:
        return item_offset(T, tsize)
    return _layout(T)[0]


def offsetof(T, name):
    """Where a field lies in a structure."""
    T = lltype._resolve(T)
    header = 8 if T._gc else 0
    at = 0
    for i, (n, F) in enumerate(T._fields):
        size, a = _layout(F)
        at = T._offsets[i] if T._offsets else (at + a - 1) // a * a
        if n == name:
            return header + at
        at += size
    raise AttributeError("no field %s" % name)


def item_offset(T, n):
    """Where an item of an array lies; references lead to the word of the collector in front of an object."""
    T = lltype._resolve(T)
    header = 8 if T._gc else 0
    if isinstance(T, lltype.Struct):    # that ends in an array
        name, A = T._fields[-1]
        return header + offsetof(T, name) + item_offset(A, n)
    return header + (0 if T._nolength else 8) + sizeof(T.OF) * n


def _layout(T):
    T = lltype._resolve(T)
    if isinstance(T, lltype.Array):     # at the end of a structure
        align = _layout(T.OF)[1]
        return 0, align if T._nolength else max(align, 8)
    if isinstance(T, lltype.FixedSizeArray):
        n, align = _layout(T.OF)
        return n * T.length, align
    if isinstance(T, lltype.Struct):
        at, align = 0, 1
        for i, (_, F) in enumerate(T._fields):
            n, a = _layout(F)
            align = max(align, a)
            at = (T._offsets[i] if T._offsets else (at + a - 1) // a * a) + n
        if T._size:
            return T._size[0], align
        return (at + align - 1) // align * align, align
    if T is lltype.Char or T is lltype.Bool:
        n = 1
    elif T is lltype.UniChar or T is lltype.SingleFloat:
        n = 4
    elif T is lltype.LongFloat:
        n = 16
    elif T in _BITS:
        n = _BITS[T][0] // 8
    else:
        n = 8
    return n, n


def size_and_sign(T):
    """Bytes of a number, and whether it is unsigned."""
    return _layout(T)[0], T in _BITS and not _BITS[T][1]


def ptradd(p, n):
    """The pointer n items further on."""
    return lltype.direct_ptradd(p, n)


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


def str2rawmem(s, p, start, n):
    """Copies n characters of the string from `start` on."""
    for i in range(n):
        p[i] = s[start + i]


def constcharp2str(p):
    """`charp2str` for CONST_CCHARP."""
    return charp2str(p)


def constcharpsize2str(p, n):
    """`charpsize2str` for CONST_CCHARP."""
    return charpsize2str(p, n)


def get_nonmovingbuffer(data):
    """A copy of the string (with a NUL at its end) and a flag, to be given back by free_nonmovingbuffer."""
    return str2charp(data), '\x06'


def free_nonmovingbuffer(data, buf, flag):
    """Frees what get_nonmovingbuffer made."""
    free_charp(buf)


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


class Callback(object):
    """A function of the program that C code calls: a pointer of type T."""

    def __init__(self, T, function, wrapper):
        self.T = T
        self.function = function
        self.wrapper = wrapper

    def __call__(self, *args):
        # (where the program is run by the translator)
        return self.wrapper(*args)

    def _freeze_(self):
        return True


# `what` of program_has
STARTS_THREADS = 7

_callbacks = {}
_before_c = llexternal('tw_before_c', [], lltype.Void)
_enter_callback = llexternal('tw_enter_callback', [], lltype.Signed, blocks=True)
_leave_callback = llexternal('tw_leave_callback', [lltype.Signed], lltype.Void, blocks=True)


def _callback(T, function):
    key = T, function
    if key not in _callbacks:
        F = lltype._resolve(T.TO)
        args = ', '.join(['a%d' % i for i in range(len(F.ARGS))])
        result = 'None'
        if F.RESULT is not lltype.Void:
            result = 'failed'
        # (What C calls has no references: another thread may run when it begins and when it ends.)
        lines = ['def callback(%s):' % args,
                 '    entered = 0',
                 '    if we_are_translated() and llop.program_has(lltype.Bool, STARTS_THREADS):',
                 '        entered = _enter()',
                 '    r = body(%s)' % args,
                 '    if we_are_translated() and llop.program_has(lltype.Bool, STARTS_THREADS):',
                 '        _leave(entered)',
                 '    return r',
                 '',
                 '@dont_inline',
                 'def body(%s):' % args, '    try:',
                 '        r = function(%s)' % args,
                 '        if we_are_translated():',
                 '            _before_c()',
                 '    except BaseException as e:',
                 '        _dropped(name, e)',
                 '        return %s' % result]
        if F.RESULT is lltype.Void:
            lines.append('    return None')
        elif isinstance(F.RESULT, lltype.Ptr):
            lines.append('    return r')
        else:
            lines.append('    return cast(RESULT, r)')
        failed = getattr(function, '_llhelper_error_value_', None)
        if failed is None and F.RESULT is not lltype.Void:
            failed = lltype._zero(F.RESULT)
        names = {'function': function, '_dropped': _dropped, 'name': getattr(function, '__name__', 'callback'),
                 'cast': cast, 'RESULT': F.RESULT, 'failed': failed, '_before_c': _before_c,
                 'we_are_translated': we_are_translated, 'llop': llop, 'lltype': lltype, 'dont_inline': dont_inline,
                 'STARTS_THREADS': STARTS_THREADS, '_enter': _enter_callback, '_leave': _leave_callback}
        where = '<%s(), called by C>' % names['name']
        exec(compile('\n'.join(lines), where, 'exec'), names)
        _callbacks[key] = Callback(T, function, names['callback'])
    return _callbacks[key]


def _dropped(name, e):
    os.write(2, "an exception in %s(), which C code called, is lost: %s\n" % (name, e.__class__.__name__))


def llhelper(T, function):
    """Pointer of type T, for C code, to a function of the program. An exception in it does not leave it."""
    c = _callback(T, function)
    if lltype._native is not None:
        return lltype._native.callback(T, c)
    return c


llhelper._annspecialcase_ = 'specialize:memo'


def llexternal_use_eci(info):
    """Functions of C of one compilation_info need nothing else."""
    return llexternal


_variables = [0]


def _c_text(info, text):
    from rpython.translator.tool.cbuild import ExternalCompilationInfo as Info
    if info is None:
        info = Info(includes=_STANDARD)
    return info.merge(Info(post_include_bits=[text]))


def _c_type(T):
    names = {lltype.Signed: 'long', lltype.Unsigned: 'unsigned long', lltype.Int32: 'int', lltype.UInt32: 'unsigned int',
             lltype.Int16: 'short', lltype.UInt16: 'unsigned short', lltype.Int8: 'signed char',
             lltype.UInt8: 'unsigned char', lltype.Char: 'char', lltype.Bool: '_Bool', lltype.Float: 'double',
             lltype.SingleFloat: 'float', lltype.UniChar: 'unsigned int'}
    return names.get(T, 'char *')


def CExternVariable(TYPE, name, eci, _CConstantClass=None, sandboxsafe=False, _nowrapper=False, c_type=None,
                    getter_only=False, declare_as_extern=False):
    """Two functions, which read and write a variable of C."""
    _variables[0] += 1
    c_name = '%s_%d' % (''.join([c if c.isalnum() else '_' for c in name]), _variables[0])
    c_type = c_type or _c_type(TYPE)
    text = ''
    if declare_as_extern:
        text = 'extern %s %s;\n' % (c_type, name)
    text += '__attribute__((unused)) static inline %s tw_get_%s(void) { return (%s)%s; }\n' % (_c_type(TYPE), c_name, _c_type(TYPE), name)
    if not getter_only:
        text += '__attribute__((unused)) static inline void tw_set_%s(%s v) { %s = (%s)v; }\n' % (c_name, _c_type(TYPE), name, c_type)
    eci = _c_text(eci, text)
    getter = ForeignFunction('tw_get_' + c_name, [], TYPE, eci, quiet=True)
    if getter_only:
        return getter
    return getter, ForeignFunction('tw_set_' + c_name, [TYPE], lltype.Void, eci, quiet=True)


def CConstant(c_name, TP):
    """The value of a constant of C's usual headers."""
    from rpython.rtyper.tool import rffi_platform
    info = ExternalCompilationInfo(includes=_STANDARD)
    return cast(TP, rffi_platform.getconstantinteger(c_name, '', _eci=info))


def CDefinedIntSymbolic(c_name, default=0):
    """The value of a macro of C's usual headers, or the default."""
    from rpython.rtyper.tool import rffi_platform
    info = ExternalCompilationInfo(includes=_STANDARD)
    value = rffi_platform.getdefinedinteger(c_name, '', _eci=info)
    return default if value is None else value


c_memcpy = llexternal('memcpy', [VOIDP, VOIDP, SIZE_T], lltype.Void, releasegil=False)
c_memset = llexternal('memset', [VOIDP, lltype.Int32, SIZE_T], lltype.Void, releasegil=False)


@specialize.argtype(0, 1)
def structcopy(pdst, psrc):
    """Copies a structure."""
    n = cast(lltype.Unsigned, sizeof(lltype.typeOf(pdst).TO))
    c_memcpy(cast(VOIDP, pdst), cast(VOIDP, psrc), n)


@specialize.ll_and_arg(1)
def getintfield(p, fieldname):
    """A field that is a number of any width, as an int."""
    return cast(lltype.Signed, getattr(p, fieldname))


@specialize.ll_and_arg(1)
def setintfield(p, fieldname, value):
    """Sets a field that is a number of any width."""
    setattr(p, fieldname, cast(lltype.typeOf(getattr(p, fieldname)), value))


class _AroundState(object):
    """What other versions call before and after C functions: nothing."""
    before = None
    after = None
    enter_callback = None


aroundstate = _AroundState()


class StackCounter(object):
    """Depth of callbacks."""
    stacks_counter = 1


stackcounter = StackCounter()


def _number_functions():
    """`r_short(x)` and its like: x as a value of the C type."""
    def make(T):
        @specialize.argtype(0)
        def convert(x):
            return cast(T, x)
        return convert
    for name in ['signedchar', 'uchar', 'short', 'ushort', 'int', 'uint', 'long', 'ulong', 'longlong', 'ulonglong',
                 'size_t', 'ssize_t', 'time_t', 'off_t', 'int8_t', 'uint8_t', 'int16_t', 'uint16_t',
                 'int32_t', 'uint32_t', 'int64_t', 'uint64_t']:
        globals()['r_' + name] = make(globals()[name.upper()])
    globals()['r_int_real'] = make(INT_real)


_number_functions()


def _known_types():
    """What `platform` knows without asking."""
    for name in ['SIGNEDCHAR', 'UCHAR', 'SHORT', 'USHORT', 'INT', 'UINT', 'LONG', 'ULONG', 'LONGLONG', 'ULONGLONG', 'SIZE_T', 'SSIZE_T',
                 'TIME_T', 'OFF_T', 'PID_T', 'MODE_T', 'INT8_T', 'UINT8_T', 'INT16_T', 'UINT16_T', 'INT32_T', 'UINT32_T', 'INT64_T',
                 'UINT64_T', 'INTPTR_T', 'UINTPTR_T']:
        T = platform.types[name] = globals()[name]
        bits, signed = _BITS[T]
        if T not in platform.numbertype_to_rclass:
            platform.numbertype_to_rclass[T] = int if T is lltype.Signed else rarithmetic.build_int(None, signed, bits)
        T._type = platform.numbertype_to_rclass[T]      # of the numbers that untranslated code has


_known_types()


def unicode2wcharp(s, track_allocation=True):
    """A copy of the text for C, with a NUL at its end: to be freed by free_wcharp."""
    n = len(s)
    p = lltype.malloc(CWCHARP.TO, n + 1, flavor='raw')
    for i in range(n):
        p[i] = s[i]
    p[n] = u'\x00'
    return p


def free_wcharp(p, track_allocation=True):
    """Frees what unicode2wcharp made."""
    lltype.free(p, flavor='raw')


def wcharpsize2unicode(p, n):
    """The first n characters."""
    b = UnicodeBuilder(n)
    for i in range(n):
        b.append(p[i])
    return b.build()


def wcharp2unicode(p):
    """The characters before the NUL."""
    n = 0
    while p[n] != u'\x00':
        n += 1
    return wcharpsize2unicode(p, n)


def wcharp2unicoden(p, maxlen):
    """The characters before the NUL, at most maxlen."""
    n = 0
    while n < maxlen and p[n] != u'\x00':
        n += 1
    return wcharpsize2unicode(p, n)


def utf82wcharp(utf8, utf8len, track_allocation=True):
    """A copy of text in UTF-8, of so many characters, with a NUL at its end: to be freed by free_wcharp."""
    from rpython.rlib import rutf8
    p = lltype.malloc(CWCHARP.TO, utf8len + 2, flavor='raw')
    i = 0
    for code in rutf8.Utf8StringIterator(utf8):
        p[i] = cast(lltype.UniChar, code)
        i += 1
    p[i] = u'\x00'
    return p


def wcharpsize2utf8(p, n):
    """The first n characters in UTF-8; rutf8.OutOfRange if one does not exist."""
    from rpython.rlib import rutf8
    b = rutf8.Utf8StringBuilder(n)
    for i in range(n):
        b.append_code(ord(p[i]))
    return b.build()


def wcharp2utf8(p):
    """The characters before the NUL in UTF-8, and how many they are."""
    n = 0
    while p[n] != u'\x00':
        n += 1
    return wcharpsize2utf8(p, n), n


def wcharp2utf8n(p, maxlen):
    """The same of at most maxlen characters."""
    n = 0
    while n < maxlen and p[n] != u'\x00':
        n += 1
    return wcharpsize2utf8(p, n), n


class scoped_utf82wcharp(object):
    """`with rffi.scoped_utf82wcharp(s) as p:` a copy of text in UTF-8 for a block."""

    def __init__(self, value, unicode_len=-1):
        from rpython.rlib import rutf8
        if value is None:
            self.buf = lltype.nullptr(CWCHARP.TO)
        else:
            self.buf = utf82wcharp(value, unicode_len if unicode_len >= 0 else rutf8.codepoints_in_utf8(value))

    def __enter__(self):
        return self.buf

    def __exit__(self, *args):
        if self.buf:
            free_wcharp(self.buf)


def alloc_buffer(count):
    """Memory for `count` characters, as two values: to be given to str_from_buffer and keep_buffer_alive_until_here."""
    raw = lltype.malloc(CCHARP.TO, count, flavor='raw')
    return raw, raw, 0


def str_from_buffer(raw_buf, gc_buf, case_num, allocated_size, needed_size):
    """The characters that stand in what alloc_buffer gave."""
    return charpsize2str(raw_buf, needed_size)


def keep_buffer_alive_until_here(raw_buf, gc_buf, case_num=0):
    """Frees what alloc_buffer gave."""
    lltype.free(raw_buf, flavor='raw')


class scoped_unicode2wcharp(object):
    """`with rffi.scoped_unicode2wcharp(s) as p:` a copy of the text for a block."""

    def __init__(self, value):
        if value is not None:
            self.buf = unicode2wcharp(value)
        else:
            self.buf = lltype.nullptr(CWCHARP.TO)

    def __enter__(self):
        return self.buf

    def __exit__(self, *args):
        if self.buf:
            free_wcharp(self.buf)


scoped_nonmoving_unicodebuffer = scoped_unicode2wcharp


class scoped_alloc_unicodebuffer(object):
    """`with rffi.scoped_alloc_unicodebuffer(n) as b:` b.raw is raw memory, b.str(n) what stands in it."""

    def __init__(self, size):
        self.size = size

    def __enter__(self):
        self.raw = lltype.malloc(CWCHARP.TO, self.size, flavor='raw')
        return self

    def __exit__(self, *args):
        lltype.free(self.raw, flavor='raw')

    def str(self, length):
        return wcharpsize2unicode(self.raw, length)


get_nonmovingbuffer_final_null = get_nonmovingbuffer


def get_nonmovingbuffer_ll(s):
    """A copy of the string, as three values for free_nonmovingbuffer_ll."""
    return str2charp(s), None, '\x00'


def get_nonmovingbuffer_ll_final_null(s):
    """The same, with a NUL at its end."""
    return str2charp(s), None, '\x00'


def free_nonmovingbuffer_ll(buf, llobj, flag):
    """Frees what get_nonmovingbuffer_ll made."""
    free_charp(buf)


def ll_liststr2charpp(items):
    return liststr2charpp(items)


class MakeEntry(object):
    pass


_keepalives = {}


def register_keepalive(obj):
    """A number under which an object is kept until unregister_keepalive."""
    number = len(_keepalives)
    while number in _keepalives:
        number += 1
    _keepalives[number] = obj
    return number


def get_keepalive_object(number, TYPE):
    return _keepalives[number]


def unregister_keepalive(number, TYPE):
    del _keepalives[number]
