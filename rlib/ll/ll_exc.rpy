"""What exceptions remember of their arguments (see the RTyper's rexc), and the end of a program by an exception.

`exc_kind` has four bits for each of at most two arguments: 1 a string (exc_text), 2 an int, 3 a bool, 4 a float (exc_word), 5
None, 6 a text that shows all arguments, 7 one that shows the only one; and flags."""
from rpython.rlib.objectmodel import always_inline, dont_inline
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython.rtyper.lltypesystem.rffi import llexternal
from rpython_ll.ll_float import ll_float2str
from rpython_ll.ll_int import ll_int2dec
from rpython_ll.ll_str import ll_strrepr
from rpython_ll.ll_os import ll_write_all

TEXT, INT, BOOL, FLOAT, NONE, ALL, ONE = 1, 2, 3, 4, 5, 6, 7
AS_REPR, EXIT = 1 << 8, 1 << 9

c_print_traceback = llexternal("tw_print_traceback", [], lltype.Void)


def arg_text(e, sort, quoted):
    """One argument as str() or repr() shows it."""
    if sort == TEXT:
        if quoted:
            return lltype.str_of(ll_strrepr(e.exc_text))
        return lltype.str_of(e.exc_text)
    if sort == INT:
        return lltype.str_of(ll_int2dec(e.exc_word))
    if sort == BOOL:
        if e.exc_word:
            return "True"
        return "False"
    if sort == FLOAT:
        f = llop.convert_longlong_bytes_to_float(lltype.Float, e.exc_word)
        return lltype.str_of(ll_float2str(f))
    return "None"


def message(e, quoted):
    """The arguments as one text, without their parentheses if it is a single one."""
    kind = e.exc_kind
    first = kind & 15
    second = (kind >> 4) & 15
    if first == 0:
        return ""
    if first == ALL or first == ONE:
        return lltype.str_of(e.exc_text)
    if second == 0:
        return arg_text(e, first, quoted)
    return "(" + arg_text(e, first, True) + ", " + arg_text(e, second, True) + ")"


def ll_exc_str(e):
    if not e:
        return lltype.ptr_of("None")
    return lltype.ptr_of(message(e, (e.exc_kind & AS_REPR) != 0))


def ll_exc_repr(e):
    if not e:
        return lltype.ptr_of("None")
    text = message(e, True)
    kind = e.exc_kind
    if kind & 15 != ALL and (kind >> 4) & 15 == 0:
        text = "(" + text + ")"
    return lltype.ptr_of(lltype.str_of(e.typeptr.name) + text)


def ll_exc_message(e):
    """`e.message`: the argument if there is exactly one."""
    if (e.exc_kind >> 4) & 15:
        return lltype.ptr_of("")
    return lltype.ptr_of(message(e, False))


def ll_exc_nargs(e):
    kind = e.exc_kind
    if kind & 15 == 0:
        return 0
    if (kind >> 4) & 15 == 0:
        return 1
    return 2


def ll_exc_arg_str(e):
    return lltype.ptr_of(message(e, False))


def ll_exc_arg_int(e):
    return e.exc_word


@always_inline
def ll_check_attr(p, text):
    if not p:
        no_attribute(text)


@dont_inline
def no_attribute(text):
    raise AttributeError(lltype.str_of(text))


@always_inline
def ll_check_has(has, obj, name):
    if not has:
        no_attribute_of(obj, name)


@dont_inline
def no_attribute_of(obj, name):
    raise AttributeError("'" + lltype.str_of(obj.typeptr.name) + "' object has no attribute '" + lltype.str_of(name) + "'")


@always_inline
def ll_check_none(p, text):
    if not p:
        bad_none(text)


@dont_inline
def bad_none(text):
    raise TypeError(lltype.str_of(text))


@always_inline
def ll_check_two(p, q, left, right, both):
    """Two operands of which neither may be None."""
    if not p:
        if q:
            bad_none(left)
        bad_none(both)
    if not q:
        bad_none(right)


def ll_oserror_text(errno, strerror, filename):
    """str() of an OSError; filename is a repr, or empty."""
    text = "[Errno " + lltype.str_of(ll_int2dec(errno)) + "] " + lltype.str_of(strerror)
    if len(filename):
        text = text + ": " + lltype.str_of(filename)
    return lltype.ptr_of(text)


def ll_uncaught(e):
    return end_with(e, ll_exc_str)


def make_uncaught(strfn):
    def ll_uncaught_with(e):
        return end_with(e, strfn)
    return ll_uncaught_with


def end_with(e, strfn):
    """Ends the program with an exception that nothing has caught: its exit code."""
    kind = e.exc_kind
    if kind & EXIT:
        first = kind & 15
        if first == 0 or first == NONE:
            return 0
        if first == INT or first == BOOL:
            return e.exc_word
        ll_write_all(2, lltype.ptr_of(message(e, False) + "\n"))
        return 1
    c_print_traceback()
    line = lltype.str_of(e.typeptr.name)
    text = lltype.str_of(strfn(e))
    if len(text):
        line = line + ": " + text
    ll_write_all(2, lltype.ptr_of(line + "\n"))
    return 1
