"""Raw addresses."""
from rpython.rtyper.lltypesystem import lltype

Address = lltype.Address
GCREF = lltype.GCREF
cast_ptr_to_adr = lltype.cast_ptr_to_adr
cast_adr_to_ptr = lltype.cast_adr_to_ptr
cast_adr_to_int = lltype.cast_adr_to_int
cast_int_to_adr = lltype.cast_int_to_adr
