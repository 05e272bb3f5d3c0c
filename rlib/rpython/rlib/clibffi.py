"""libffi: functions of C, and functions that C calls, whose types are known at run time only.

The C library does the calls. Where it is not installed, programs can still import this module; the first use stops the
translation with the name of what is missing."""
import os
import sys

from rpython.rlib.objectmodel import keepalive_until_here, specialize, we_are_translated
from rpython.rlib.rarithmetic import intmask
from rpython.rlib.rdynload import (DLLHANDLE, DLOpenError, RTLD_GLOBAL, RTLD_LAZY, RTLD_LOCAL, RTLD_NOW, dlclose, dlerror,
                                   dlopen, dlsym, dlsym_byordinal)
from rpython.rlib.unroll import unrolling_iterable
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.platform import CompilationError, run_c
from rpython.translator.tool.cbuild import ExternalCompilationInfo

_HEADER = '''int tw_ffi_prepare(void *cif, long abi, long variadic, long n, void *result, void *args);
void ffi_call_in_buffer(void *cif, void *function, char *buffer, long result, void *offsets, long n);
void ffi_call_with_pointers(void *cif, void *function, void *result, void *args);
void *tw_ffi_closure_new(void);
void *tw_ffi_closure_alloc(long size, void *code);
void tw_ffi_closure_delete(void *code);
int tw_ffi_closure_prepare(void *code, void *cif, void *function, void *data);
'''

# The code of a closure may lie elsewhere than what libffi writes: a table leads from the one to the other.
_SOURCE = '''
#include <ffi.h>
#include <stdlib.h>
_Static_assert(sizeof(ffi_cif) <= 64, "FFI_CIF of rlib has room for ffi_cif");
_Static_assert(sizeof(ffi_arg) == 8, "results have eight bytes");

int tw_ffi_prepare(void *cif, long abi, long variadic, long n, void *result, void *args)
{
    ffi_abi convention = abi == 2 ? FFI_DEFAULT_ABI : (ffi_abi)abi;
    if (variadic > 0)
        return ffi_prep_cif_var((ffi_cif *)cif, convention, (unsigned)(n - variadic), (unsigned)n, (ffi_type *)result,
                                (ffi_type **)args);
    return ffi_prep_cif((ffi_cif *)cif, convention, (unsigned)n, (ffi_type *)result, (ffi_type **)args);
}

void ffi_call_with_pointers(void *cif, void *function, void *result, void *args)
{
    ffi_call((ffi_cif *)cif, FFI_FN(function), result, (void **)args);
}

void ffi_call_in_buffer(void *cif, void *function, char *buffer, long result, void *offsets, long n)
{
    void **args = (void **)buffer;
    for (long i = 0; i < n; i++)
        args[i] = buffer + ((const long *)offsets)[i];
    ffi_call((ffi_cif *)cif, FFI_FN(function), buffer + result, args);
}

struct tw_closure { void *code; void *data; struct tw_closure *next; };
static struct tw_closure *tw_closures[1024];

static struct tw_closure **tw_find(void *code)
{
    struct tw_closure **p = &tw_closures[((unsigned long)code >> 4) % 1024];
    while (*p && (*p)->code != code)
        p = &(*p)->next;
    return p;
}

void *tw_ffi_closure_new(void)
{
    struct tw_closure *c = malloc(sizeof *c);
    if (!c)
        return 0;
    c->data = ffi_closure_alloc(sizeof(ffi_closure), &c->code);
    if (!c->data) {
        free(c);
        return 0;
    }
    struct tw_closure **p = tw_find(c->code);
    c->next = *p;
    *p = c;
    return c->code;
}

void *tw_ffi_closure_alloc(long size, void *code)
{
    return ffi_closure_alloc(size < (long)sizeof(ffi_closure) ? sizeof(ffi_closure) : (unsigned long)size, (void **)code);
}

void tw_ffi_closure_delete(void *code)
{
    struct tw_closure **p = tw_find(code), *c = *p;
    if (!c)
        return;
    *p = c->next;
    ffi_closure_free(c->data);
    free(c);
}

int tw_ffi_closure_prepare(void *code, void *cif, void *function, void *data)
{
    struct tw_closure *c = *tw_find(code);
    if (!c)
        return FFI_BAD_ABI;
    return ffi_prep_closure_loc((ffi_closure *)c->data, (ffi_cif *)cif,
                                (void (*)(ffi_cif *, void *, void **, void *))function, data, code);
}
'''

_QUESTION = '#include <ffi.h>\nint main(void) { ffi_cif c; return ffi_prep_cif(&c, FFI_DEFAULT_ABI, 0, &ffi_type_void, 0); }'


class _Info(ExternalCompilationInfo):
    """The library, which the translator looks for when a program uses it."""

    answers = []

    def missing(self):
        """What has to be installed, or None."""
        if not self.answers:
            try:
                run_c(_QUESTION, ['-lffi'])
                self.answers.append(None)
            except CompilationError:
                self.answers.append('the C library libffi with its header (package libffi-dev or libffi-devel)')
        return self.answers[0]


eci = _Info(separate_module_sources=[_SOURCE], post_include_bits=[_HEADER], libraries=['ffi'])


def external(name, args, result, **kwds):
    """A C function of this module."""
    return rffi.llexternal(name, args, result, compilation_info=eci, **kwds)


FFI_OK, FFI_BAD_TYPEDEF, FFI_BAD_ABI = 0, 1, 2
FFI_DEFAULT_ABI = FFI_STDCALL = 2       # the usual one of the machine
(FFI_TYPE_VOID, FFI_TYPE_INT, FFI_TYPE_FLOAT, FFI_TYPE_DOUBLE, FFI_TYPE_LONGDOUBLE, FFI_TYPE_UINT8, FFI_TYPE_SINT8,
 FFI_TYPE_UINT16, FFI_TYPE_SINT16, FFI_TYPE_UINT32, FFI_TYPE_SINT32, FFI_TYPE_UINT64, FFI_TYPE_SINT64, FFI_TYPE_STRUCT,
 FFI_TYPE_POINTER) = range(15)
FUNCFLAG_STDCALL, FUNCFLAG_CDECL, FUNCFLAG_PYTHONAPI, FUNCFLAG_USE_ERRNO, FUNCFLAG_USE_LASTERROR = 0, 1, 4, 8, 16
BIGENDIAN = False

FFI_TYPE_P = lltype.Ptr(lltype.ForwardReference())
FFI_TYPE_PP = rffi.CArrayPtr(FFI_TYPE_P)
FFI_TYPE = rffi.CStruct('ffi_type', ('size', rffi.SIZE_T), ('alignment', rffi.USHORT), ('type', rffi.USHORT),
                        ('elements', FFI_TYPE_PP))
FFI_TYPE_P.TO.become(FFI_TYPE)
FFI_TYPE_NULL = lltype.nullptr(FFI_TYPE_P.TO)
# the C library's structure has 32 bytes on the machines that are known
FFI_CIF = lltype.Struct('ffi_cif', ('room', rffi.CFixedArray(lltype.Signed, 8)))
FFI_CIFP = lltype.Ptr(FFI_CIF)
FFI_CLOSUREP = rffi.COpaquePtr('ffi_closure')
FFI_STRUCT = lltype.Struct('FFI_STRUCT', ('ffistruct', FFI_TYPE), ('members', lltype.Array(FFI_TYPE_P)))
FFI_STRUCT_P = lltype.Ptr(FFI_STRUCT)
VOIDPP = rffi.VOIDPP
CALLBACK = lltype.Ptr(lltype.FuncType([FFI_CIFP, rffi.VOIDP, rffi.VOIDPP, rffi.VOIDP], lltype.Void))


def _type(code, size, alignment):
    """One of libffi's descriptions of types: the library compares only what is in them."""
    p = lltype.malloc(FFI_TYPE, flavor='raw', immortal=True)
    p.c_size = rffi.cast(rffi.SIZE_T, size)
    p.c_alignment = rffi.cast(rffi.USHORT, alignment)
    p.c_type = rffi.cast(rffi.USHORT, code)
    p.c_elements = lltype.nullptr(FFI_TYPE_PP.TO)
    return p


ffi_type_void = _type(FFI_TYPE_VOID, 1, 1)
ffi_type_float = _type(FFI_TYPE_FLOAT, 4, 4)
ffi_type_double = _type(FFI_TYPE_DOUBLE, 8, 8)
ffi_type_longdouble = _type(FFI_TYPE_LONGDOUBLE, 16, 16)
ffi_type_pointer = _type(FFI_TYPE_POINTER, 8, 8)
ffi_type_uint8 = ffi_type_uchar = _type(FFI_TYPE_UINT8, 1, 1)
ffi_type_sint8 = ffi_type_schar = _type(FFI_TYPE_SINT8, 1, 1)
ffi_type_uint16 = ffi_type_ushort = _type(FFI_TYPE_UINT16, 2, 2)
ffi_type_sint16 = ffi_type_sshort = _type(FFI_TYPE_SINT16, 2, 2)
ffi_type_uint32 = ffi_type_uint = _type(FFI_TYPE_UINT32, 4, 4)
ffi_type_sint32 = ffi_type_sint = _type(FFI_TYPE_SINT32, 4, 4)
ffi_type_uint64 = ffi_type_ulong = ffi_type_ulonglong = _type(FFI_TYPE_UINT64, 8, 8)
ffi_type_sint64 = ffi_type_slong = ffi_type_slonglong = _type(FFI_TYPE_SINT64, 8, 8)
base_types = ['void', 'double', 'float', 'longdouble', 'pointer', 'uchar', 'schar', 'ushort', 'sshort', 'uint', 'sint', 'ulong',
              'slong', 'ulonglong', 'slonglong', 'uint8', 'sint8', 'uint16', 'sint16', 'uint32', 'sint32', 'uint64', 'sint64']

TYPE_MAP = {lltype.Void: ffi_type_void, rffi.DOUBLE: ffi_type_double, rffi.FLOAT: ffi_type_float,
            rffi.LONGDOUBLE: ffi_type_longdouble, lltype.Bool: ffi_type_uint8, lltype.Char: ffi_type_uint8,
            rffi.UCHAR: ffi_type_uint8, rffi.SIGNEDCHAR: ffi_type_sint8, rffi.USHORT: ffi_type_uint16,
            rffi.SHORT: ffi_type_sint16, rffi.UINT: ffi_type_uint32, rffi.INT: ffi_type_sint32,
            lltype.UniChar: ffi_type_uint32, lltype.Unsigned: ffi_type_uint64, lltype.Signed: ffi_type_sint64}

_INTS = [(T, TYPE_MAP[T]) for T in (rffi.UCHAR, rffi.SIGNEDCHAR, rffi.SHORT, rffi.USHORT, rffi.INT, rffi.UINT, rffi.LONG, rffi.ULONG,
                                    lltype.UniChar, lltype.Bool, lltype.Char)]
_FLOATS = [(T, TYPE_MAP[T]) for T in (rffi.DOUBLE, rffi.FLOAT, rffi.LONGDOUBLE)]
TYPE_MAP_INT, TYPE_MAP_FLOAT = dict(_INTS), dict(_FLOATS)
ffitype_map_int = unrolling_iterable(_INTS)
ffitype_map_int_or_ptr = unrolling_iterable(_INTS + [(rffi.VOIDP, ffi_type_pointer)])
ffitype_map_float = unrolling_iterable(_FLOATS)
ffitype_map = unrolling_iterable(_INTS + _FLOATS + [(lltype.Void, ffi_type_void)])


@specialize.memo()
def cast_type_to_ffitype(tp):
    """libffi's description of a type."""
    if isinstance(tp, lltype.Ptr):
        return ffi_type_pointer
    return TYPE_MAP[tp]


c_ffi_prep_cif = external('tw_ffi_prepare', [FFI_CIFP, lltype.Signed, lltype.Signed, lltype.Signed, FFI_TYPE_P, FFI_TYPE_PP],
                          rffi.INT)
c_ffi_call = external('ffi_call_with_pointers', [FFI_CIFP, rffi.VOIDP, rffi.VOIDP, rffi.VOIDPP], lltype.Void,
                      save_err=rffi.RFFI_ERR_ALL | rffi.RFFI_ALT_ERRNO)
c_ffi_call_in_buffer = external('ffi_call_in_buffer', [FFI_CIFP, rffi.VOIDP, rffi.CCHARP, lltype.Signed, rffi.SIGNEDP,
                                                       lltype.Signed], lltype.Void,
                                save_err=rffi.RFFI_ERR_ALL | rffi.RFFI_ALT_ERRNO)
c_ffi_prep_closure = external('tw_ffi_closure_prepare', [FFI_CLOSUREP, FFI_CIFP, CALLBACK, rffi.VOIDP], rffi.INT)
_closure_new = external('tw_ffi_closure_new', [], rffi.VOIDP)
_closure_delete = external('tw_ffi_closure_delete', [rffi.VOIDP], lltype.Void)


# As libffi has them: what is written and what is called are different addresses. The size counts if it is larger than that of a closure.
c_ffi_closure_alloc = external('tw_ffi_closure_alloc', [rffi.SIZE_T, rffi.VOIDPP], rffi.VOIDP)
c_ffi_closure_free = external('ffi_closure_free', [FFI_CLOSUREP], lltype.Void)
c_ffi_prep_closure_loc = external('ffi_prep_closure_loc', [FFI_CLOSUREP, FFI_CIFP, CALLBACK, rffi.VOIDP, rffi.VOIDP], rffi.INT)


class ClosureHeap(object):
    """Memory for functions that C calls: what `alloc` gives is the function's address once it is prepared."""

    def alloc(self):
        """Room for one function; MemoryError."""
        p = _closure_new()
        if not p:
            raise MemoryError
        return p

    def free(self, p):
        """Gives it back."""
        _closure_delete(rffi.cast(rffi.VOIDP, p))


closureHeap = ClosureHeap()


class LibFFIError(Exception):
    """libffi refuses a function's type."""


class StackCheckError(ValueError):
    """A wrong number of arguments."""

    def __init__(self, message):
        self.message = message


def make_struct_ffitype_e(size, aligment, field_types, track_allocation=True):
    """The description of a structure with these fields, to be freed by `lltype.free`. A size of 0 is computed."""
    tpe = lltype.malloc(FFI_STRUCT, len(field_types) + 1, flavor='raw')
    tpe.ffistruct.c_type = rffi.cast(rffi.USHORT, FFI_TYPE_STRUCT)
    tpe.ffistruct.c_size = rffi.cast(rffi.SIZE_T, size)
    tpe.ffistruct.c_alignment = rffi.cast(rffi.USHORT, aligment)
    tpe.ffistruct.c_elements = lltype.direct_arrayitems(tpe.members)
    for n in range(len(field_types)):
        tpe.members[n] = field_types[n]
    tpe.members[len(field_types)] = lltype.nullptr(FFI_TYPE)
    return tpe


def get_call_conv(flags, from_jit):
    """The calling convention: there is one."""
    return FFI_DEFAULT_ABI


def check_fficall_result(result, flags):
    """Where the number of arguments is checked by libffi, this would see it: nowhere here."""


class AbstractFuncPtr(object):
    """A function of C or for C, with its types."""
    ll_cif = lltype.nullptr(FFI_CIF)
    ll_argtypes = lltype.nullptr(FFI_TYPE_PP.TO)

    def __init__(self, name, argtypes, restype, flags=FUNCFLAG_CDECL, variadic_args=0):
        self.name = name
        self.argtypes = argtypes
        self.restype = restype
        self.flags = flags
        n = len(argtypes)
        self.ll_argtypes = lltype.malloc(FFI_TYPE_PP.TO, max(n, 1), flavor='raw')
        for i in range(n):
            self.ll_argtypes[i] = argtypes[i]
        self.ll_cif = lltype.malloc(FFI_CIF, flavor='raw')
        res = c_ffi_prep_cif(self.ll_cif, get_call_conv(flags, False), variadic_args, n, restype, self.ll_argtypes)
        if intmask(res) != FFI_OK:
            raise LibFFIError

    def __del__(self):
        if self.ll_cif:
            lltype.free(self.ll_cif, flavor='raw')
            self.ll_cif = lltype.nullptr(FFI_CIF)
        if self.ll_argtypes:
            lltype.free(self.ll_argtypes, flavor='raw')
            self.ll_argtypes = lltype.nullptr(FFI_TYPE_PP.TO)


class RawFuncPtr(AbstractFuncPtr):
    """A function of C, called with pointers to its arguments."""

    def __init__(self, name, argtypes, restype, funcsym, flags=FUNCFLAG_CDECL, keepalive=None, variadic_args=0):
        AbstractFuncPtr.__init__(self, name, argtypes, restype, flags, variadic_args)
        self.funcsym = rffi.cast(rffi.VOIDP, funcsym)
        self.keepalive = keepalive

    def call(self, args_ll, ll_result):
        """Calls it. The result needs room for eight bytes at least."""
        if len(args_ll) != len(self.argtypes):
            raise StackCheckError("wrong number of arguments in call to %s(): %d instead of %d" % (
                self.name, len(args_ll), len(self.argtypes)))
        pointers = lltype.malloc(rffi.VOIDPP.TO, max(len(args_ll), 1), flavor='raw')
        for i in range(len(args_ll)):
            pointers[i] = rffi.cast(rffi.VOIDP, args_ll[i])
        c_ffi_call(self.ll_cif, self.funcsym, rffi.cast(rffi.VOIDP, ll_result), pointers)
        lltype.free(pointers, flavor='raw')
        keepalive_until_here(self)


def adjust_return_size(memsize):
    """Bytes of room for a result of this size: libffi writes a word at least."""
    return max(memsize, 8)


@specialize.argtype(1)
def push_arg_as_ffiptr(ffitp, arg, ll_buf):
    """Stores an argument in room for one of libffi's types. A number of another width is one of theirs, cut off or extended."""
    TP = lltype.typeOf(arg)
    c_size = intmask(ffitp.c_size)
    if c_size == rffi.sizeof(TP):
        rffi.cast(lltype.Ptr(rffi.CArray(TP)), ll_buf)[0] = arg
    else:
        bits = rffi.cast(lltype.Unsigned, arg)
        for i in range(c_size):
            ll_buf[i if not BIGENDIAN else c_size - 1 - i] = chr(intmask(bits) & 0xFF)
            bits >>= 8


def _size_of(t):
    return (intmask(t.c_size) + 15) & ~7


class FuncPtr(AbstractFuncPtr):
    """A function of C: arguments are pushed one by one, then it is called."""
    ll_args = lltype.nullptr(rffi.VOIDPP.TO)
    ll_result = lltype.nullptr(rffi.VOIDP.TO)

    def __init__(self, name, argtypes, restype, funcsym, flags=FUNCFLAG_CDECL, keepalive=None, variadic_args=0):
        AbstractFuncPtr.__init__(self, name, argtypes, restype, flags, variadic_args)
        self.keepalive = keepalive
        self.funcsym = rffi.cast(rffi.VOIDP, funcsym)
        self.argnum = len(argtypes)
        self.pushed_args = 0
        self.ll_args = lltype.malloc(rffi.VOIDPP.TO, max(self.argnum, 1), flavor='raw')
        for i in range(self.argnum):
            room = lltype.malloc(rffi.VOIDP.TO, _size_of(argtypes[i]), flavor='raw')
            self.ll_args[i] = room
        self.ll_result = lltype.malloc(rffi.VOIDP.TO, _size_of(restype), flavor='raw')

    @specialize.argtype(1)
    def push_arg(self, value):
        """The next argument."""
        if self.pushed_args == self.argnum:
            raise StackCheckError("too many arguments in call to %s()" % self.name)
        room = rffi.cast(rffi.CArrayPtr(lltype.typeOf(value)), self.ll_args[self.pushed_args])
        room[0] = value
        self.pushed_args += 1

    @specialize.arg(1)
    def call(self, RES_TP):
        """Calls it with what was pushed."""
        if self.pushed_args != self.argnum:
            raise StackCheckError("wrong number of arguments in call to %s(): %d instead of %d" % (
                self.name, self.pushed_args, self.argnum))
        self.pushed_args = 0
        c_ffi_call(self.ll_cif, self.funcsym, self.ll_result, self.ll_args)
        if RES_TP is lltype.Void:
            keepalive_until_here(self)
            return None
        result = rffi.cast(rffi.CArrayPtr(RES_TP), self.ll_result)[0]
        keepalive_until_here(self)
        return result

    def __del__(self):
        if self.ll_args:
            for i in range(self.argnum):
                lltype.free(self.ll_args[i], flavor='raw')
            lltype.free(self.ll_args, flavor='raw')
            self.ll_args = lltype.nullptr(rffi.VOIDPP.TO)
        if self.ll_result:
            lltype.free(self.ll_result, flavor='raw')
            self.ll_result = lltype.nullptr(rffi.VOIDP.TO)
        AbstractFuncPtr.__del__(self)


USERDATA_P = lltype.Ptr(lltype.ForwardReference())
CALLBACK_TP = lltype.Ptr(lltype.FuncType([rffi.VOIDPP, rffi.VOIDP, USERDATA_P], lltype.Void))
USERDATA_P.TO.become(lltype.Struct('userdata', ('callback', CALLBACK_TP), ('addarg', lltype.Signed)))


def _called(ffi_cif, ll_res, ll_args, ll_userdata):
    userdata = rffi.cast(USERDATA_P, ll_userdata)
    userdata.callback(ll_args, ll_res, userdata)


class CallbackFuncPtr(AbstractFuncPtr):
    """A function of the program that C can call; `func` gets pointers to the arguments, to the result, and userdata."""
    ll_closure = lltype.nullptr(FFI_CLOSUREP.TO)
    ll_userdata = lltype.nullptr(USERDATA_P.TO)

    @specialize.arg(3)
    def __init__(self, argtypes, restype, func, additional_arg=0, flags=FUNCFLAG_CDECL, variadic_args=0):
        AbstractFuncPtr.__init__(self, "callback", argtypes, restype, flags, variadic_args)
        self.ll_closure = rffi.cast(FFI_CLOSUREP, closureHeap.alloc())
        self.ll_userdata = lltype.malloc(USERDATA_P.TO, flavor='raw')
        self.ll_userdata.callback = rffi.llhelper(CALLBACK_TP, func)
        self.ll_userdata.addarg = additional_arg
        res = c_ffi_prep_closure(self.ll_closure, self.ll_cif, _called, rffi.cast(rffi.VOIDP, self.ll_userdata))
        if intmask(res) != FFI_OK:
            raise LibFFIError

    def get_closure(self):
        """The function that C calls."""
        return rffi.cast(rffi.VOIDP, self.ll_closure)

    def __del__(self):
        if self.ll_closure:
            closureHeap.free(rffi.cast(rffi.VOIDP, self.ll_closure))
            self.ll_closure = lltype.nullptr(FFI_CLOSUREP.TO)
        if self.ll_userdata:
            lltype.free(self.ll_userdata, flavor='raw')
            self.ll_userdata = lltype.nullptr(USERDATA_P.TO)
        AbstractFuncPtr.__del__(self)


class RawCDLL(object):
    """A library that is open."""

    def __init__(self, handle):
        self.lib = handle

    def getpointer(self, name, argtypes, restype, flags=FUNCFLAG_CDECL, variadic_args=0):
        """One of its functions, of whose arguments the last `variadic_args` stand for C's `...`; KeyError."""
        return FuncPtr(name, argtypes, restype, dlsym(self.lib, name), flags=flags, keepalive=self,
                       variadic_args=variadic_args)

    def getrawpointer(self, name, argtypes, restype, flags=FUNCFLAG_CDECL, variadic_args=0):
        """The same, to be called with pointers to arguments."""
        return RawFuncPtr(name, argtypes, restype, dlsym(self.lib, name), flags=flags, keepalive=self,
                          variadic_args=variadic_args)

    def getrawpointer_byordinal(self, ordinal, argtypes, restype, flags=FUNCFLAG_CDECL, variadic_args=0):
        """A function by its number, which it has on Windows only; KeyError."""
        return RawFuncPtr("ordinal", argtypes, restype, dlsym_byordinal(self.lib, ordinal), flags=flags, keepalive=self,
                          variadic_args=variadic_args)

    def getaddressindll(self, name):
        """The address of a function or variable; KeyError."""
        return dlsym(self.lib, name)


class CDLL(RawCDLL):
    """A library by its name, or the program itself (None); DLOpenError."""

    def __init__(self, libname, mode=-1, lib=None):
        if lib is None:
            lib = dlopen(libname, mode)
        self.lib = lib


def get_libc_name():
    """The name of C's library."""
    return 'libc.so.6'


def get_libc_handle():
    """C's library."""
    return dlopen(get_libc_name())
