"""Settings of the JIT's run time; called only in programs that have one."""
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython.rtyper.lltypesystem.rffi import llexternal
from rpython_ll.ll_os import raw_copy

HEADER = ['"tw_jit.h"']
c_set_param = llexternal("tw_jit_set_param", [lltype.Address, lltype.Signed, lltype.Signed], lltype.Signed,
                         includes=HEADER)
c_set_param_text = llexternal("tw_jit_set_param_text", [lltype.Address, lltype.Signed, lltype.Address, lltype.Signed],
                              lltype.Signed, includes=HEADER)
c_set_param_default = llexternal("tw_jit_set_param_default", [lltype.Address, lltype.Signed], lltype.Signed,
                                 includes=HEADER)

def ll_set_param(name, value):
    buf = raw_copy(name)
    known = c_set_param(buf, len(name), value)
    llop.raw_free(lltype.Void, buf)
    if known < 0:
        raise ValueError


def ll_set_param_text(name, text):
    buf = raw_copy(name)
    value = raw_copy(text)
    known = c_set_param_text(buf, len(name), value, len(text))
    llop.raw_free(lltype.Void, value)
    llop.raw_free(lltype.Void, buf)
    if known < 0:
        raise ValueError


def ll_set_param_to_default(name):
    buf = raw_copy(name)
    known = c_set_param_default(buf, len(name))
    llop.raw_free(lltype.Void, buf)
    if known < 0:
        raise ValueError
