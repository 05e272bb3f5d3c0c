"""Tracebacks of translated programs."""

from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.rffi import llexternal

print_last_traceback = llexternal('tw_print_last_traceback', [], lltype.Void)
