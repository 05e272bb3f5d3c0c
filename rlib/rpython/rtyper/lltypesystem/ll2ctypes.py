"""Raw memory and C functions of untranslated code, through ctypes. (The translator's import time cannot: there
memory is emulated by lists and dicts, see `lltype`.)"""
import atexit
import ctypes
import os
import shlex
import shutil
import struct
import tempfile

from rpython.translator import cdir
from rpython.rtyper.lltypesystem import lltype
from rpython.rlib.rarithmetic import r_uint

if getattr(ctypes, 'calls_nothing', False):
    raise ImportError('the translator cannot call C functions while it imports a program')

_libc = ctypes.CDLL(None, use_errno=True)
_libc.calloc.restype = ctypes.c_void_p
_libc.calloc.argtypes = [ctypes.c_size_t, ctypes.c_size_t]
_libc.free.argtypes = [ctypes.c_void_p]
_libc.free.restype = None

# type: format of struct, C's name, name in ctypes
_FORMATS = {'Signed': ('q', 'long', 'c_int64'), 'Unsigned': ('Q', 'unsigned long', 'c_uint64'),
            'Int32': ('i', 'int', 'c_int32'), 'UInt32': ('I', 'unsigned int', 'c_uint32'),
            'Int16': ('h', 'short', 'c_int16'), 'UInt16': ('H', 'unsigned short', 'c_uint16'),
            'Int8': ('b', 'signed char', 'c_int8'), 'UInt8': ('B', 'unsigned char', 'c_uint8'),
            'Float': ('d', 'double', 'c_double'), 'SingleFloat': ('f', 'float', 'c_float'),
            'Bool': ('?', '_Bool', 'c_bool'), 'Char': ('B', 'char', 'c_uint8'), 'UniChar': ('I', 'unsigned int', 'c_uint32'),
            'Address': ('Q', 'void *', 'c_uint64')}

saved = [0, 0]      # RFFI_ALT_ERRNO has the second one


def _format(T):
    if isinstance(T, lltype.Ptr):
        return ('Q', 'void *', 'c_uint64')
    try:
        return _FORMATS[T._name]
    except (KeyError, AttributeError):
        raise NotImplementedError("untranslated: values of type %r in raw memory" % (T,))


def layout(T):
    """Size and alignment of a type."""
    T = lltype._resolve(T)
    if isinstance(T, lltype.Array):     # at the end of a structure
        align = layout(T.OF)[1]
        return 0, align if T._nolength else max(align, 8)
    if isinstance(T, lltype.FixedSizeArray):
        n, align = layout(T.OF)
        return n * T.length, align
    if isinstance(T, lltype.Struct):
        at, align = 0, 1
        for i, (_, F) in enumerate(T._fields):
            n, a = layout(F)
            align = max(align, a)
            at = (T._offsets[i] if T._offsets else (at + a - 1) // a * a) + n
        if T._size:
            return T._size[0], align
        return (at + align - 1) // align * align, align
    n = struct.calcsize(_format(T)[0])
    return n, n


def offset(T, name):
    """Where a field lies, and its type."""
    at = 0
    for i, (n, F) in enumerate(T._fields):
        size, a = layout(F)
        at = T._offsets[i] if T._offsets else (at + a - 1) // a * a
        if n == name:
            return at, F
        at += size
    raise AttributeError("no field %s" % name)


def items_at(T):
    """Offset of the items of an array."""
    return 8 if isinstance(T, lltype.Array) and not T._nolength else 0


class _Int(int):
    """A C number narrower than a word: arithmetic gives plain ints."""
    _lltype = None


class _Single(float):
    _lltype = lltype.SingleFloat


_narrow = {}
for _T in [lltype.Int8, lltype.UInt8, lltype.Int16, lltype.UInt16, lltype.Int32, lltype.UInt32]:
    _narrow[_T] = type(_T._name, (_Int,), {'_lltype': _T})


def typed(F, x):
    """A number as one that knows its type."""
    if F in _narrow:
        return _narrow[F](x)
    if F is lltype.SingleFloat:
        return _Single(x)
    if F is lltype.Unsigned:
        return r_uint(x)
    return x


def from_c(F, x):
    """A number of C as a value of type F."""
    if isinstance(F, lltype.Ptr):
        return pointer(F.TO, x or 0)
    if F is lltype.Char:
        return chr(x)
    if F is lltype.UniChar:
        return chr(x)
    return typed(F, x)


def to_c(F, x):
    """A value as a number of C."""
    if isinstance(F, lltype.Ptr):
        if x is None:
            return 0
        if not isinstance(x, pointer):
            x = callback(F, x)
        return x._adr
    if F in (lltype.Char, lltype.UniChar):
        return ord(x)
    if F in (lltype.Float, lltype.SingleFloat):
        return float(x)
    if F is lltype.Bool:
        return bool(x)
    n, _ = layout(F)
    x = int(x) & ((1 << 8 * n) - 1)
    if _format(F)[0].islower() and x >> (8 * n - 1):
        x -= 1 << 8 * n
    return x


def _load(F, adr):
    F = lltype._resolve(F)
    if isinstance(F, (lltype.Struct, lltype.FixedSizeArray, lltype.Array)):
        return pointer(F, adr)
    f = _format(F)[0]
    return from_c(F, struct.unpack(f, ctypes.string_at(adr, struct.calcsize(f)))[0])


def _store(F, adr, x):
    F = lltype._resolve(F)
    data = struct.pack(_format(F)[0], to_c(F, x))
    ctypes.memmove(adr, data, len(data))


class pointer(object):
    """A pointer to a container of type T in C's memory."""

    def __init__(self, T, adr):
        self.__dict__['_T'] = lltype._resolve(T)
        self.__dict__['_adr'] = int(adr) & 0xffffffffffffffff

    def _used(self):
        if not self._adr:
            raise RuntimeError("a null pointer is used")
        return self._adr

    def _item(self, i):
        return self._used() + items_at(self._T) + i * layout(self._T.OF)[0]

    def __getitem__(self, i):
        return _load(self._T.OF, self._item(int(i)))

    def __setitem__(self, i, x):
        _store(self._T.OF, self._item(int(i)), x)

    def __len__(self):
        if isinstance(self._T, lltype.FixedSizeArray):
            return self._T.length
        return _load(lltype.Signed, self._used())

    def __getattr__(self, name):
        if name.startswith('__') or not isinstance(self._T, lltype.Struct):
            raise AttributeError(name)
        at, F = offset(self._T, name)
        return _load(F, self._used() + at)

    def __setattr__(self, name, x):
        at, F = offset(self._T, name)
        _store(F, self._used() + at, x)

    def __call__(self, *args):
        T, adr = self._T, self._used()
        if adr in _wrappers:
            return _wrappers[adr](*args)
        f = _functype(T)(adr)
        return _call(f, T.ARGS, T.RESULT, args, 0)

    def __bool__(self):
        return self._adr != 0

    __nonzero__ = __bool__

    def __eq__(self, other):
        return isinstance(other, pointer) and self._adr == other._adr

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self._adr)

    def __repr__(self):
        return '<pointer to %r at 0x%x>' % (self._T, self._adr)


def malloc(T, n):
    """Cleared memory for a container."""
    size, A = 0, T
    if isinstance(T, lltype.Struct):
        size = layout(T)[0]
        if n is not None:       # items of its last field
            size, A = offset(T, T._names[-1])
            A = lltype._resolve(A)
    if isinstance(A, lltype.FixedSizeArray):
        size = layout(A)[0]
    p = pointer(T, _libc.calloc(1, max(size + (items_at(A) + n * layout(A.OF)[0] if isinstance(A, lltype.Array) else 0), 1)))
    if isinstance(A, lltype.Array) and not A._nolength:
        _store(lltype.Signed, p._adr + size, n)
    return p


def free(p):
    """Gives memory back."""
    _libc.free(p._adr)


def _functype(T):
    def c(F):
        return None if F is lltype.Void else getattr(ctypes, _format(F)[2])
    return ctypes.CFUNCTYPE(c(T.RESULT), *[c(A) for A in T.ARGS], use_errno=True)


_callbacks = {}
_wrappers = {}      # functions with objects of the garbage collector as arguments, which do not go through C, by number


def callback(T, function):
    """Pointer of type T to a Python function."""
    F = T.TO
    from rpython.rtyper.lltypesystem import rffi
    if not isinstance(function, rffi.Callback):
        function = rffi._callback(T, function)
    wrapper = function.wrapper
    if any([isinstance(A, lltype.Ptr) and lltype._resolve(A.TO)._gc for A in F.ARGS]):
        _wrappers[id(wrapper)] = wrapper
        return pointer(F, id(wrapper))
    key = T, function.function
    if key not in _callbacks:
        def from_outside(*args):
            result = wrapper(*[from_c(A, x) for A, x in zip(F.ARGS, args)])
            return None if F.RESULT is lltype.Void else to_c(F.RESULT, result)
        _callbacks[key] = _functype(F)(from_outside)
    return pointer(F, ctypes.cast(_callbacks[key], ctypes.c_void_p).value)


def _call(f, argtypes, restype, args, save_err):
    values, keep = [], []
    for x, T in zip(args, argtypes):
        if T is lltype.Void:
            continue
        if isinstance(T, lltype.Ptr) and isinstance(x, str):
            x = ctypes.create_string_buffer(x.encode('latin-1'))
            keep.append(x)
            values.append(ctypes.addressof(x))
        else:
            if isinstance(x, str) and T is not lltype.Char and T is not lltype.UniChar:
                x = ord(x)
            values.append(to_c(T, x))
    if save_err & 2:
        ctypes.set_errno(saved[save_err >> 6 & 1])
    if save_err & 4:
        ctypes.set_errno(0)
    result = f(*values)
    if save_err & 1:
        saved[save_err >> 6 & 1] = ctypes.get_errno()
    if restype is lltype.Void:
        return None
    return from_c(restype, result)


_libraries = {}


def _library(name):
    import glob
    if name not in _libraries:
        found = []
        for folder in ['/lib', '/usr/lib', '/usr/local/lib', '/lib/x86_64-linux-gnu', '/usr/lib/x86_64-linux-gnu']:
            found.extend(sorted(glob.glob('%s/lib%s.so.*' % (folder, name))))
        _libraries[name] = None
        for path in ['lib%s.so' % name] + found:
            try:
                _libraries[name] = ctypes.CDLL(path, use_errno=True, mode=ctypes.RTLD_GLOBAL)
                break
            except OSError:
                pass
    return _libraries[name]


def compile_c(source, flags):
    """A shared library of C text."""
    folder = tempfile.mkdtemp(prefix='rffi')
    atexit.register(shutil.rmtree, folder)      # wrappers link with it till then
    path = os.path.join(folder, 'lib.c')
    with open(path, 'w') as f:
        f.write(source)
    out = os.path.join(folder, 'lib.so')
    words = ['cc', '-w', '-D_GNU_SOURCE', '-shared', '-fPIC', '-o', out, path] + list(flags)
    if os.system(' '.join([shlex.quote(w) for w in words])):
        raise Exception("C text does not compile")
    return ctypes.CDLL(out, use_errno=True)


_wrappers = {}


def _wrapper(function, info):
    """A C function `tw_wrapper` that does the call, for macros and functions of the program's own C text."""
    lines = [i[1:] if i[0] in '\n\t' else '#include "%s"' % i if i[0] not in '<"' else '#include ' + i
             for i in function.includes]
    head = '\n'.join(lines) + '\n'
    flags = ['-I' + cdir, '-DRPY_EXTERN=RPY_EXPORTED']      # the wrapper is not in the same library
    if info is not None:
        flags += ['-I' + d for d in info.include_dirs] + list(info.compile_extra) + list(info.separate_module_files)
        flags += ['-L' + d for d in info.library_dirs] + list(info.link_extra) + ['-l' + n for n in info.libraries]
    key = head, tuple(info.separate_module_sources if info is not None else ()), tuple(flags)
    if key not in _wrappers:
        sources = [head + s for s in key[1]]
        _wrappers[key] = compile_c('\n'.join(sources) or head, flags + ['-Wl,--allow-shlib-undefined'])
        _wrappers[key].made = {}
    lib = _wrappers[key]
    if function.name not in lib.made:
        types = [_format(T)[1] for T in function.argtypes]
        result = 'void' if function.restype is lltype.Void else _format(function.restype)[1]
        params = ', '.join('%s a%d' % (T, i) for i, T in enumerate(types)) or 'void'
        call = '%s(%s)' % (function.name, ', '.join('a%d' % i for i in range(len(types))))
        if result != 'void':
            call = 'return (%s)%s' % (result, call)
        text = '%s\n%s tw_wrapper(%s) { %s; }\n' % (head, result, params, call)
        if not function.includes:
            text = '%s %s();\n%s' % (result, function.name, text)
        lib.made[function.name] = compile_c(text, flags + [lib._name])
    return lib.made[function.name].tw_wrapper


def call(function, args):
    """Calls a C function from untranslated code."""
    f = function.__dict__.get('_found')
    if f is None:
        info = function.compilation_info
        own = info is not None and (info.separate_module_sources or info.separate_module_files or info.post_include_bits)
        f = None
        if not function.macro:
            f = getattr(ctypes.CDLL(None, use_errno=True), function.name, None)
            for lib in info.libraries if info is not None else ():
                f = f or getattr(_library(lib), function.name, None)
        if f is None:
            if not (own or function.macro):
                raise AttributeError("there is no C function %s" % function.name)
            f = _wrapper(function, info)
        T = lltype.FuncType(function.argtypes, function.restype)
        f = ctypes.cast(f, _functype(T))
        function.__dict__['_found'] = f
    return _call(f, function.argtypes, function.restype, args, function.save_err)
