"""Settings of the JIT's run time; called only in programs that have one."""
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython.rtyper.lltypesystem.rffi import llexternal
from rpython_ll.ll_os import raw_copy
from rpython.rtyper.lltypesystem.lltype import malloc, STR

HEADER = ['"tw_jit.h"']
c_set_param = llexternal("tw_jit_set_param", [lltype.Signed, lltype.Address, lltype.Signed, lltype.Signed],
                         lltype.Signed, includes=HEADER)
c_set_param_text = llexternal("tw_jit_set_param_text", [lltype.Signed, lltype.Address, lltype.Signed, lltype.Address,
                                                        lltype.Signed], lltype.Signed, includes=HEADER)
c_set_param_default = llexternal("tw_jit_set_param_default", [lltype.Signed, lltype.Address, lltype.Signed],
                                 lltype.Signed, includes=HEADER)

def ll_set_param(driver, name, value):
    buf = raw_copy(name)
    known = c_set_param(driver, buf, len(name), value)
    llop.raw_free(lltype.Void, buf)
    if known < 0:
        raise ValueError


def ll_set_param_text(driver, name, text):
    buf = raw_copy(name)
    value = raw_copy(text)
    known = c_set_param_text(driver, buf, len(name), value, len(text))
    llop.raw_free(lltype.Void, value)
    llop.raw_free(lltype.Void, buf)
    if known < 0:
        raise ValueError


def ll_set_param_to_default(driver, name):
    buf = raw_copy(name)
    known = c_set_param_default(driver, buf, len(name))
    llop.raw_free(lltype.Void, buf)
    if known < 0:
        raise ValueError


c_ask_int = llexternal("tw_jit_ask_int", [lltype.Signed, lltype.Signed], lltype.Signed, includes=HEADER)
c_ask_float = llexternal("tw_jit_ask_float", [lltype.Signed], lltype.Float, includes=HEADER)
c_ask_text = llexternal("tw_jit_ask_text", [lltype.Signed], lltype.Signed, includes=HEADER)
c_asked_text = llexternal("tw_jit_asked_text", [lltype.Address], lltype.Void, includes=HEADER)


def ll_ask_int(what, n):
    return c_ask_int(what, n)


def ll_ask_float(n):
    return c_ask_float(n)


def ll_ask_text(n):
    size = c_ask_text(n)
    buf = llop.raw_malloc(lltype.Address, size + 1)
    if not buf:
        raise MemoryError
    c_asked_text(buf)
    s = malloc(STR, size)
    llop.copy_raw_to_string(lltype.Void, buf, s, 0, size)
    llop.raw_free(lltype.Void, buf)
    return s
