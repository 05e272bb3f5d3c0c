"""print, and str() of values that are not strings or numbers."""
from rpython.rlib.objectmodel import dont_inline
from rpython.rtyper.lltypesystem.lltype import STR
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython.rtyper.lltypesystem.rffi import llexternal
from rpython_ll.ll_os import ll_print_all
from rpython_ll.ll_str import ll_strrepr, ll_strconcat, ll_char2str
from rpython_ll.ll_int import ll_int2base


c_softspace = llexternal("tw_softspace", [lltype.Signed], lltype.Signed)


def ll_print_text(s):
    ll_print_all(s)


@dont_inline
def ll_print_line(s):
    ll_print_all(s)
    ll_print_all(lltype.ptr_of("\n"))


def ll_print_item(s, text):
    """`text`: it is a text itself. A blank comes between what is printed by `print x,` and the next item, but not where a line or a
    column has just begun."""
    if c_softspace(0):
        ll_print_all(lltype.ptr_of(" "))
    ll_print_all(s)
    n = len(s)
    if not text or n == 0 or s[n - 1] not in "\n\t\r\v\f":
        c_softspace(1)


def ll_print_newline():
    c_softspace(0)
    ll_print_all(lltype.ptr_of("\n"))


def ll_choose(b, x, y):
    if b:
        return x
    return y


def ll_bool_str(b):
    if b:
        return lltype.ptr_of("True")
    return lltype.ptr_of("False")


def ll_str_or_none(s, none):
    if not s:
        return none
    return s


def ll_strrepr_or_none(s, none):
    if not s:
        return none
    return ll_strrepr(s)


def ll_char_repr(c):
    return ll_strrepr(ll_char2str(lltype.nullptr(STR), c))


def ll_instance_str(obj, none):
    """<module.Name object at 0x…>: the number identifies the object."""
    if not obj:
        return none
    name = lltype.str_of(obj.typeptr.fullname)
    number = lltype.str_of(ll_int2base(llop.gc_id(lltype.Signed, obj), 16, 120))
    return lltype.ptr_of("<" + name + " object at " + number + ">")


def ll_class_str(cls, none):
    """<class 'module.Name'>"""
    if not cls:
        return none
    return lltype.ptr_of("<class '" + lltype.str_of(cls.fullname) + "'>")


def ll_object_str(obj):
    return ll_instance_str(obj, lltype.ptr_of("None"))
