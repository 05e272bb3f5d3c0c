"""The low-level type that all instances begin with."""
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lltype import OBJECT

OBJECTPTR = lltype.Ptr(OBJECT)
