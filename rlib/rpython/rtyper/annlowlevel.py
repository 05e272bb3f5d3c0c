"""Between high-level and low-level values."""
from rpython.rtyper.lltypesystem.lltype import str_of as hlstr, ptr_of as llstr
from rpython.rtyper.lltypesystem.rffi import llhelper

__all__ = ['hlstr', 'llstr', 'llhelper']
