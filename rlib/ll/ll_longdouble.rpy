"""C's `long double` in raw memory: what is read becomes a float, which is what is written."""
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.rffi import llexternal

c_load = llexternal("tw_load_long_double", [lltype.Address], lltype.Float)
c_store = llexternal("tw_store_long_double", [lltype.Address, lltype.Float], lltype.Void)


def ll_load_long_double(adr):
    return c_load(adr)


def ll_store_long_double(adr, x):
    c_store(adr, x)
