"""Between high-level and low-level values."""
from rpython.rtyper.lltypesystem.lltype import (
    cast_gcref_to_instance, cast_instance_to_gcref, not_supported, ptr_of as llstr, str_of as hlstr)
from rpython.rtyper.lltypesystem.rffi import llhelper

__all__ = ['cast_gcref_to_instance', 'cast_instance_to_gcref', 'hlstr', 'hlunicode', 'llhelper', 'llhelper_args', 'llstr',
           'llunicode']

hlunicode = hlstr
llunicode = llstr
# Instances are their own base pointers.
cast_instance_to_base_ptr = cast_instance_to_gcref
cast_base_ptr_to_instance = cast_gcref_to_instance
cast_object_to_ptr = None


def llhelper_args(f, args, result):
    """A pointer, for C code, to a function with these types of parameters."""
    from rpython.rtyper.lltypesystem import lltype
    return llhelper(lltype.Ptr(lltype.FuncType(args, result)), f)


llhelper_args._annspecialcase_ = 'specialize:memo'


def cast_nongc_instance_to_base_ptr(x):
    not_supported("objects outside of the garbage collector")


cast_base_ptr_to_nongc_instance = cast_nongc_instance_to_adr = cast_nongc_instance_to_base_ptr
cast_adr_to_nongc_instance = cast_nongc_instance_to_base_ptr


def cachedtype(cls):
    """A metaclass-like helper: one instance for each tuple of arguments."""
    instances = {}

    def make(*args):
        if args not in instances:
            instances[args] = cls(*args)
        return instances[args]
    return make
