"""Untyped raw memory, read and written at byte offsets."""
from rpython.rlib.objectmodel import specialize
from rpython.rtyper.lltypesystem import lltype, rffi

RAW_STORAGE = rffi.CCHARP.TO
RAW_STORAGE_PTR = rffi.CCHARP
MAXIMUM_ALIGNMENT = 8


def alloc_raw_storage(size, track_allocation=True, zero=False):
    """Memory of `size` bytes."""
    return lltype.malloc(RAW_STORAGE, size, flavor='raw', zero=True)


def free_raw_storage(storage, track_allocation=True):
    """Gives it back."""
    lltype.free(storage, flavor='raw')


@specialize.arg(0)
def raw_storage_getitem(TP, storage, index):
    """The value of type TP at this offset."""
    return rffi.cast(rffi.CArrayPtr(TP), rffi.ptradd(storage, index))[0]


@specialize.ll()
def raw_storage_setitem(storage, index, item):
    """Stores a value of a low-level type at this offset."""
    rffi.cast(rffi.CArrayPtr(lltype.typeOf(item)), rffi.ptradd(storage, index))[0] = item


class AlignmentError(NotImplementedError):
    """An offset that is no multiple of the value's size. (This machine reads such values as well.)"""


raw_storage_getitem_unaligned = raw_storage_getitem
raw_storage_setitem_unaligned = raw_storage_setitem
