"""Calls through libffi from a buffer that holds arguments and result, at offsets that a CIF_DESCRIPTION tells.

The buffer begins with room for a pointer to each argument; `exchange_result` leads to at least eight bytes."""
from rpython.rlib import clibffi
from rpython.rlib.rarithmetic import intmask
from rpython.rtyper.lltypesystem import lltype, rffi

FFI_CIF = clibffi.FFI_CIF
FFI_TYPE = clibffi.FFI_TYPE
FFI_TYPE_P = clibffi.FFI_TYPE_P
FFI_TYPE_PP = clibffi.FFI_TYPE_PP
FFI_ABI = lltype.Signed
FFI_TYPE_STRUCT = clibffi.FFI_TYPE_STRUCT
SIZE_OF_SIGNED = rffi.sizeof(lltype.Signed)
SIZE_OF_FFI_ARG = 8
CIF_DESCRIPTION = lltype.Struct(
    'CIF_DESCRIPTION', ('cif', FFI_CIF), ('abi', lltype.Signed), ('nargs', lltype.Signed), ('rtype', FFI_TYPE_P),
    ('atypes', FFI_TYPE_PP), ('exchange_size', lltype.Signed), ('exchange_result', lltype.Signed),
    ('exchange_args', lltype.Array(lltype.Signed, hints={'nolength': True, 'immutable': True})))
CIF_DESCRIPTION_P = lltype.Ptr(CIF_DESCRIPTION)


def jit_ffi_prep_cif(cif_description):
    """Makes the description ready for calls, when `abi`, `nargs`, `rtype` and `atypes` are set: FFI_OK, or an error."""
    return intmask(clibffi.c_ffi_prep_cif(cif_description.cif, cif_description.abi, 0, cif_description.nargs,
                                          cif_description.rtype, cif_description.atypes))


def jit_ffi_call(cif_description, func_addr, exchange_buffer):
    """Calls the function with the arguments in the buffer, and leaves the result there."""
    clibffi.c_ffi_call_in_buffer(cif_description.cif, func_addr, rffi.cast(rffi.CCHARP, exchange_buffer),
                                 cif_description.exchange_result, cif_description.exchange_args, cif_description.nargs)


class types(object):
    """The types of libffi by their names, and questions about them."""

    @staticmethod
    def getkind(ffi_type):
        """A letter: 'i' and 'u' for ints of a word at most, 'f', 's' for floats, 'v' for void, 'S' for structures."""
        code = intmask(ffi_type.c_type)
        if code == clibffi.FFI_TYPE_VOID:
            return 'v'
        if code == clibffi.FFI_TYPE_DOUBLE:
            return 'f'
        if code == clibffi.FFI_TYPE_FLOAT:
            return 's'
        if code in (clibffi.FFI_TYPE_SINT8, clibffi.FFI_TYPE_SINT16, clibffi.FFI_TYPE_SINT32, clibffi.FFI_TYPE_SINT64,
                    clibffi.FFI_TYPE_INT):
            return 'i'
        if code == FFI_TYPE_STRUCT:
            return 'S'
        if code == clibffi.FFI_TYPE_LONGDOUBLE:
            return '*'
        return 'u'

    @staticmethod
    def is_struct(ffi_type):
        return intmask(ffi_type.c_type) == FFI_TYPE_STRUCT


for _name in clibffi.base_types:
    setattr(types, _name, getattr(clibffi, 'ffi_type_' + _name))
