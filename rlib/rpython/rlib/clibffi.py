"""Calls of C functions whose types are known at run time only (libffi): not supported. Programs can import this; what
would call a function stops the translation. `rffi.llexternal` and `rdynload.dlsym` serve where the types are known."""
from rpython.rlib.rdynload import DLLHANDLE, DLOpenError, dlclose, dlopen, dlsym
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.rtyper.lltypesystem.lltype import not_supported

_WHAT = "clibffi: calls of C functions whose types are known at run time only"

FFI_TYPE_P = lltype.Ptr(lltype.OpaqueType('ffi_type'))
FFI_TYPE_PP = rffi.CArrayPtr(FFI_TYPE_P)
FFI_CIFP = rffi.COpaquePtr('ffi_cif')
FFI_STRUCT_P = lltype.Ptr(lltype.OpaqueType('FFI_STRUCT'))
FFI_CLOSUREP = rffi.COpaquePtr('ffi_closure')
FFI_OK, FFI_BAD_TYPEDEF, FFI_DEFAULT_ABI, FFI_STDCALL = 0, 1, 2, 2
FUNCFLAG_STDCALL, FUNCFLAG_CDECL, FUNCFLAG_PYTHONAPI, FUNCFLAG_USE_ERRNO, FUNCFLAG_USE_LASTERROR = 0, 1, 4, 8, 16
_names = ['void', 'double', 'float', 'longdouble', 'pointer', 'uchar', 'schar', 'ushort', 'sshort', 'uint', 'sint', 'ulong',
          'slong', 'ulonglong', 'slonglong', 'uint8', 'sint8', 'uint16', 'sint16', 'uint32', 'sint32', 'uint64', 'sint64']
for _name in _names:
    globals()['ffi_type_' + _name] = lltype.nullptr(FFI_TYPE_P.TO)
BIGENDIAN = False


class LibFFIError(Exception):
    pass


class StackCheckError(ValueError):
    def __init__(self, message):
        self.message = message


class RawCDLL(object):
    """A library that is open."""

    def __init__(self, handle):
        self.lib = handle

    def getpointer(self, name, argtypes, restype, flags=FUNCFLAG_CDECL):
        not_supported(_WHAT)

    def getrawpointer(self, name, argtypes, restype, flags=FUNCFLAG_CDECL):
        not_supported(_WHAT)

    def getaddressindll(self, name):
        """The address of a function or variable."""
        return dlsym(self.lib, name)


class CDLL(RawCDLL):
    """A library by its name."""

    def __init__(self, libname, mode=-1, lib=None):
        if lib is None:
            lib = dlopen(libname, mode)
        self.lib = lib


class AbstractFuncPtr(object):
    def __init__(self, name, argtypes, restype, flags=FUNCFLAG_CDECL):
        not_supported(_WHAT)


class FuncPtr(AbstractFuncPtr):
    pass


class RawFuncPtr(AbstractFuncPtr):
    pass


class CallbackFuncPtr(AbstractFuncPtr):
    pass


def get_libc_name():
    """The name of C's library."""
    return 'libc.so.6'


def cast_type_to_ffitype(tp):
    return lltype.nullptr(FFI_TYPE_P.TO)


def get_call_conv(flags, from_jit):
    return FFI_DEFAULT_ABI


class ClosureHeap(object):
    """Memory for functions that C code calls and whose types are known at run time only."""

    def alloc(self):
        not_supported(_WHAT)

    def free(self, p):
        not_supported(_WHAT)


closureHeap = ClosureHeap()


def c_ffi_prep_closure(closure, cif, function, userdata):
    not_supported(_WHAT)


def make_struct_ffitype_e(size, aligment, field_types, track_allocation=True):
    not_supported(_WHAT)
