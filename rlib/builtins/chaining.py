"""`raise e from cause`"""

from rpython.rlib.objectmodel import enforceargs
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.rffi import llexternal

keep_traceback = llexternal("tw_keep_traceback", [], lltype.Signed)


@enforceargs(BaseException, BaseException)
def note_cause(e, cause):
    e.__cause__ = cause
    e.__suppress_context__ = True
    if cause is not None:
        e.__cause_number__ = keep_traceback()
