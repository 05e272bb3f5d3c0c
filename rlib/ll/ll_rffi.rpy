"""Strings that programs pass to C functions."""
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop


def str2adr(s):
    """The string in raw memory, with a NUL at its end; None: null."""
    if not s:
        return lltype.cast_int_to_adr(0)
    n = len(s)
    buf = llop.raw_malloc(lltype.Address, n + 1)
    if not buf:
        raise MemoryError
    llop.copy_string_to_raw(lltype.Void, s, 0, buf, n)
    llop.raw_store(lltype.Void, buf, n, '\x00')
    return buf


def free_adr(p):
    """Frees what str2adr made."""
    if p:
        llop.raw_free(lltype.Void, p)
