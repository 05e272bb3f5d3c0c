"""Raw addresses."""
import weakref as _weakref

from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop

Address = lltype.Address
GCREF = lltype.GCREF
cast_ptr_to_adr = lltype.cast_ptr_to_adr
cast_adr_to_ptr = lltype.cast_adr_to_ptr
cast_adr_to_int = lltype.cast_adr_to_int
cast_int_to_adr = lltype.cast_int_to_adr
cast_any_ptr = lltype.cast_pointer
NULL = None
WeakRef = lltype.OpaqueType('WeakRef')
WeakRefPtr = lltype.Ptr(WeakRef)


class AddressOffset(object):
    """Base of sizes and places that are symbols in RPython; here they are ints."""


class ItemOffset(AddressOffset):
    pass


class FieldOffset(AddressOffset):
    pass


class ArrayItemsOffset(AddressOffset):
    pass


class fakeaddress(object):
    """An address of untranslated code in RPython; there is none at import time."""


class AddressAsInt(int):
    """An address as a number."""


def sizeof(T, n=None):
    """Bytes of a value of type T, or of an array of n items."""
    from rpython.rtyper.lltypesystem import rffi
    return rffi.sizeof(T, n)


def offsetof(T, name):
    """Where a field lies."""
    from rpython.rtyper.lltypesystem import rffi
    return rffi.offsetof(T, name)


def itemoffsetof(T, n=0):
    """Where an item lies."""
    from rpython.rtyper.lltypesystem import rffi
    first = rffi.item_offset(T, 0)
    return first + (rffi.item_offset(T, 1) - first) * n


itemoffsetof._annspecialcase_ = 'specialize:arg(0)'


def raw_malloc(size):
    """Memory of this many bytes."""
    return llop.raw_malloc(Address, size)


def raw_free(adr):
    """Gives it back."""
    llop.raw_free(lltype.Void, adr)


def raw_memcopy(source, target, size):
    """Copies bytes that do not overlap."""
    llop.raw_memcopy(lltype.Void, source, target, size)


def raw_memmove(source, target, size):
    """Copies bytes."""
    llop.raw_memmove(lltype.Void, source, target, size)


def raw_memclear(adr, size):
    """Clears memory."""
    llop.raw_memclear(lltype.Void, adr, size)


def raw_malloc_usage(size):
    return size


weakref_create = _weakref.ref


def weakref_deref(Class, ref):
    """The object of a weak reference, or None."""
    return ref()


dead_wref = None
