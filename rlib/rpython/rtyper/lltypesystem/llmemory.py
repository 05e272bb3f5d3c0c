"""Raw addresses."""
from rpython.rtyper.lltypesystem import lltype

Address = lltype.Address
GCREF = lltype.GCREF
cast_ptr_to_adr = lltype.cast_ptr_to_adr
cast_adr_to_ptr = lltype.cast_adr_to_ptr
cast_adr_to_int = lltype.cast_adr_to_int
cast_int_to_adr = lltype.cast_int_to_adr


def sizeof(T, n=None):
    raise NotImplementedError("llmemory.sizeof")


def offsetof(T, name):
    raise NotImplementedError("llmemory.offsetof")


def itemoffsetof(T, n=0):
    raise NotImplementedError("llmemory.itemoffsetof")


def raw_malloc(size):
    raise NotImplementedError("llmemory.raw_malloc")


def raw_free(adr):
    raise NotImplementedError("llmemory.raw_free")


def raw_memcopy(source, target, size):
    raise NotImplementedError("llmemory.raw_memcopy")


def raw_memclear(adr, size):
    raise NotImplementedError("llmemory.raw_memclear")
