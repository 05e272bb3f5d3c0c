"""Calls through libffi that the JIT sees through: not supported (see `clibffi`)."""
from rpython.rlib import clibffi
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.rtyper.lltypesystem.lltype import not_supported

_WHAT = "jit_libffi: calls of C functions whose types are known at run time only"
FFI_CIF = clibffi.FFI_CIFP.TO
FFI_TYPE = clibffi.FFI_TYPE_P.TO
FFI_TYPE_P = clibffi.FFI_TYPE_P
FFI_TYPE_PP = clibffi.FFI_TYPE_PP
FFI_ABI = rffi.UINT
FFI_TYPE_STRUCT = 13
SIZE_OF_SIGNED = 8
SIZE_OF_FFI_ARG = 8
CIF_DESCRIPTION = lltype.Struct(
    'CIF_DESCRIPTION', ('abi', FFI_ABI), ('nargs', lltype.Signed), ('rtype', FFI_TYPE_P), ('atypes', FFI_TYPE_PP),
    ('exchange_size', lltype.Signed), ('exchange_result', lltype.Signed))
CIF_DESCRIPTION_P = lltype.Ptr(CIF_DESCRIPTION)


def jit_ffi_prep_cif(cif_description):
    not_supported(_WHAT)


def jit_ffi_call(cif_description, func_addr, exchange_buffer):
    not_supported(_WHAT)


class types(object):
    """The types of libffi by their names."""


for _name in clibffi._names:
    setattr(types, _name, lltype.nullptr(FFI_TYPE))


def _is_struct(tp):
    return False


types.is_struct = staticmethod(_is_struct)
