"""What exceptions remember of their arguments (see the RTyper's rexc), and the end of a program by an exception.

`exc_kind` has four bits for each of at most two arguments: 1 a string (exc_text), 2 an int, 3 a bool, 4 a float (exc_word), 5
None, 6 a text that holds all arguments, 7 one that shows the only one, 8 an object (exc_key), whose text exc_show makes; and flags.

In a packed text each argument is a digit (one of the above; 7: what repr() shows), the length of what follows in decimal, a colon,
and the string, or the number in decimal."""
from rpython.rlib.objectmodel import always_inline, dont_inline
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython.rtyper.lltypesystem.rffi import llexternal
from rpython_builtins.codecs import decode_message, encode_message
from rpython_ll.ll_float import ll_float2str
from rpython_ll.ll_int import ll_int2dec
from rpython_ll.ll_str import ll_strrepr
from rpython_ll.ll_os import ll_write_all

TEXT, INT, BOOL, FLOAT, NONE, PACKED, ONE, KEY = 1, 2, 3, 4, 5, 6, 7, 8
COUNT = 12
# `what` of program_has
HAS_PACKED, HAS_SEVERAL, HAS_QUOTED, HAS_FLOATS, HAS_KEYS = 2, 3, 4, 5, 6
AS_REPR, EXIT, REUSE, OWN_TEXT = 1 << 8, 1 << 9, 1 << 10, 1 << 11

c_print_traceback = llexternal("tw_print_traceback", [], lltype.Void)
c_print_kept_traceback = llexternal("tw_print_kept_traceback", [lltype.Signed], lltype.Void)


def arg_text(e, sort, quoted):
    """One argument as str() or repr() shows it."""
    if sort == ONE:
        return lltype.str_of(e.exc_text)
    if sort == TEXT:
        # (a key that is None among strings)
        if not e.exc_text:
            return "None"
        if llop.program_has(lltype.Bool, HAS_QUOTED) and quoted:
            return lltype.str_of(ll_strrepr(e.exc_text))
        return lltype.str_of(e.exc_text)
    if sort == INT:
        return lltype.str_of(ll_int2dec(e.exc_word))
    if sort == BOOL:
        if e.exc_word:
            return "True"
        return "False"
    if llop.program_has(lltype.Bool, HAS_KEYS) and sort == KEY:
        return lltype.str_of(e.exc_show(e.exc_key))
    if llop.program_has(lltype.Bool, HAS_FLOATS) and sort == FLOAT:
        f = llop.convert_longlong_bytes_to_float(lltype.Float, e.exc_word)
        return lltype.str_of(ll_float2str(f))
    return "None"


@always_inline
def is_packed(kind):
    return llop.program_has(lltype.Bool, HAS_PACKED) and kind & 15 == PACKED


def ll_pack_none(acc):
    return lltype.ptr_of(lltype.str_of(acc) + "50:")


def ll_pack_text(acc, s):
    if not s:
        return ll_pack_none(acc)
    return pack(acc, "1", lltype.str_of(s))


def ll_pack_word(acc, sort, word):
    return pack(acc, lltype.str_of(ll_int2dec(sort)), lltype.str_of(ll_int2dec(word)))


def ll_pack_other(acc, s):
    return pack(acc, "7", lltype.str_of(s))


def pack(acc, sort, text):
    return lltype.ptr_of(lltype.str_of(acc) + sort + lltype.str_of(ll_int2dec(len(text))) + ":" + text)


def packed_argument(packed, i):
    """Sort and text of an argument."""
    p = 0
    while True:
        sort = ord(packed[p]) - 48
        p += 1
        n = 0
        while packed[p] != ":":
            n = n * 10 + ord(packed[p]) - 48
            p += 1
        p += 1
        if i == 0:
            stop = p + n
            assert p >= 0
            assert stop >= 0
            return sort, packed[p:stop]
        p += n
        i -= 1


def decimal(text):
    negative = False
    n = 0
    for c in text:
        if c == "-":
            negative = True
        else:
            n = n * 10 + ord(c) - 48
    if negative:
        return -n
    return n


def value_text(sort, text, word, quoted):
    if sort == TEXT and quoted:
        return lltype.str_of(ll_strrepr(lltype.ptr_of(text)))
    if sort == TEXT or sort == ONE:
        return text
    if sort == INT:
        return lltype.str_of(ll_int2dec(word))
    if sort == BOOL:
        if word:
            return "True"
        return "False"
    if sort == FLOAT:
        f = llop.convert_longlong_bytes_to_float(lltype.Float, word)
        return lltype.str_of(ll_float2str(f))
    return "None"


def arguments(e):
    """All of them, as repr(e.args) shows them."""
    n = ll_exc_nargs(e)
    text = "("
    i = 0
    while i < n:
        if i > 0:
            text = text + ", "
        text = text + argument_text(e, i)
        i += 1
    if n == 1:
        text = text + ","
    return text + ")"


def argument_text(e, i):
    kind = e.exc_kind
    if is_packed(kind):
        sort, text = packed_argument(lltype.str_of(e.exc_text), i)
        if sort == TEXT or sort == ONE:
            return value_text(sort, text, 0, True)
        return value_text(sort, "", decimal(text), True)
    return arg_text(e, (kind >> (4 * i)) & 15, True)


def ll_exc_args(e):
    if not e:
        return lltype.ptr_of("None")
    return lltype.ptr_of(arguments(e))


def message(e, quoted):
    """The arguments as one text, without their parentheses if it is a single one."""
    kind = e.exc_kind
    first = kind & 15
    second = (kind >> 4) & 15
    if first == 0:
        return ""
    if kind & OWN_TEXT and not quoted:
        return own_text(e)
    if first == ONE:
        return lltype.str_of(e.exc_text)
    if is_packed(kind) or llop.program_has(lltype.Bool, HAS_SEVERAL) and second != 0:
        return arguments(e)
    return arg_text(e, first, quoted)


def argument_index(e, i):
    n = ll_exc_nargs(e)
    if i < 0:
        i += n
    if i < 0 or i >= n:
        raise IndexError("tuple index out of range")
    return i


def ll_exc_arg_str(e, i):
    """`e.args[i]`; what is no string comes as its text."""
    i = argument_index(e, i)
    kind = e.exc_kind
    if is_packed(kind):
        sort, text = packed_argument(lltype.str_of(e.exc_text), i)
        if sort == NONE:
            return lltype.null_like(e.exc_text)
        if sort == TEXT:
            return lltype.ptr_of(text)
        return lltype.ptr_of(argument_text(e, i))
    sort = (kind >> (4 * i)) & 15
    if sort == NONE:
        return lltype.null_like(e.exc_text)
    return lltype.ptr_of(arg_text(e, sort, False))


def argument_word(e, i):
    """The number of an argument that is an int or a bool."""
    i = argument_index(e, i)
    kind = e.exc_kind
    if is_packed(kind):
        sort, text = packed_argument(lltype.str_of(e.exc_text), i)
        if sort == INT or sort == BOOL:
            return decimal(text)
    else:
        sort = (kind >> (4 * i)) & 15
        if sort == INT or sort == BOOL:
            return e.exc_word
    raise TypeError("this argument of the exception is not an int")


def ll_exc_arg_int(e, i):
    return argument_word(e, i)


def ll_exc_arg_bool(e, i):
    return argument_word(e, i) != 0


def ll_exc_arg_float(e, i):
    k = argument_index(e, i)
    kind = e.exc_kind
    sort = (kind >> (4 * k)) & 15
    word = e.exc_word
    if is_packed(kind):
        sort, text = packed_argument(lltype.str_of(e.exc_text), k)
        word = 0
        if sort != TEXT and sort != ONE:
            word = decimal(text)
    if sort == FLOAT:
        return llop.convert_longlong_bytes_to_float(lltype.Float, word)
    return llop.cast_int_to_float(lltype.Float, argument_word(e, i))


@always_inline
def ll_fresh(e, cls, like):
    """A copy of the object of class `cls` that helpers raise again and again; any other exception itself. `like`: a null pointer
    to objects of the class."""
    if e and e.exc_kind & REUSE and e.typeptr == cls:
        return copy(e, like)
    return e


@dont_inline
def copy(e, like):
    """Without memory for a copy it is the object itself: who catches one has no handler for a MemoryError here."""
    try:
        new = lltype.malloc_like(like)
    except MemoryError:
        return e
    new.typeptr = e.typeptr
    new.exc_kind = e.exc_kind & ~REUSE
    new.exc_text = e.exc_text
    new.exc_word = e.exc_word
    new.exc_key = e.exc_key
    new.exc_show = e.exc_show
    return lltype.cast_pointer(lltype.typeOf(e), new)


def ll_exc_str(e):
    if not e:
        return lltype.ptr_of("None")
    return lltype.ptr_of(message(e, (e.exc_kind & AS_REPR) != 0))


def ll_exc_repr(e):
    if not e:
        return lltype.ptr_of("None")
    text = message(e, True)
    if ll_exc_nargs(e) < 2:
        text = "(" + text + ")"
    return lltype.ptr_of(lltype.str_of(e.typeptr.name) + text)


def ll_exc_repr_python2(e):
    if not e:
        return lltype.ptr_of("None")
    text = message(e, True)
    n = ll_exc_nargs(e)
    if n == 0:
        text = "(" + text + ")"
    elif n == 1:
        text = "(" + text + ",)"
    return lltype.ptr_of(lltype.str_of(e.typeptr.name) + text)


def ll_exc_message(e):
    """`e.message`: the argument if there is exactly one."""
    if ll_exc_nargs(e) != 1:
        return lltype.ptr_of("")
    return lltype.ptr_of(message(e, False))


def ll_exc_nargs(e):
    kind = e.exc_kind
    if kind & 15 == 0:
        return 0
    if is_packed(kind) or kind & 15 == KEY and kind >> COUNT != 0:
        return kind >> COUNT
    if (kind >> 4) & 15 == 0:
        return 1
    return 2


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
def ll_check_class_has(has, cls, name):
    if not has:
        no_attribute_of_class(cls, name)


@dont_inline
def no_attribute_of_class(cls, name):
    raise AttributeError("type object '" + lltype.str_of(cls.name) + "' has no attribute '" + lltype.str_of(name) + "'")


@always_inline
def ll_check_not_missing(text):
    if text:
        no_such_attribute(text)


@dont_inline
def no_such_attribute(text):
    raise AttributeError(lltype.str_of(text))


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


def ll_pack_oserror(errno, strerror, filename):
    """What an OSError with a file name remembers; filename is a repr."""
    acc = ll_pack_word(lltype.ptr_of(""), INT, errno)
    return ll_pack_other(ll_pack_text(acc, strerror), filename)


def ll_decode_message(encoding, s, start, end, reason):
    s = lltype.str_of(s)
    return lltype.ptr_of(decode_message(lltype.str_of(encoding), s, start, end, lltype.str_of(reason)))


def ll_encode_message(encoding, u, start, end, reason):
    u = lltype.unicode_of(u)
    return lltype.ptr_of(encode_message(lltype.str_of(encoding), u, start, end, lltype.str_of(reason)))


def ll_encode_text_message(encoding, s, start, end, reason):
    s = lltype.str_of(s)
    return lltype.ptr_of(encode_message(lltype.str_of(encoding), s, start, end, lltype.str_of(reason)))


def ll_two_names(old, new):
    """The file names of an OSError that has two."""
    return lltype.ptr_of(lltype.str_of(old) + " -> " + lltype.str_of(new))


def own_text(e):
    text = lltype.str_of(e.exc_text)
    if not is_packed(e.exc_kind):
        return "[Errno " + lltype.str_of(ll_int2dec(e.exc_word)) + "] " + text
    if e.exc_kind >> COUNT == 5:
        return packed_argument(text, 5)[1]
    sort, number = packed_argument(text, 0)
    sort, strerror = packed_argument(text, 1)
    sort, filename = packed_argument(text, 2)
    return "[Errno " + number + "] " + strerror + ": " + filename


@dont_inline
def ll_oserror_class(number):
    """The class of `OSError(number, text)`. All these have the fields of OSError, and no others."""
    if number == 2:
        return FileNotFoundError
    if number == 17:
        return FileExistsError
    if number == 1 or number == 13:
        return PermissionError
    if number == 20:
        return NotADirectoryError
    if number == 21:
        return IsADirectoryError
    if number == 3:
        return ProcessLookupError
    if number == 4:
        return InterruptedError
    if number == 10:
        return ChildProcessError
    if number == 11 or number == 114 or number == 115:
        return BlockingIOError
    if number == 32 or number == 108:
        return BrokenPipeError
    if number == 103:
        return ConnectionAbortedError
    if number == 104:
        return ConnectionResetError
    if number == 110:
        return TimeoutError
    if number == 111:
        return ConnectionRefusedError
    return OSError


def ll_uncaught(e):
    return end_with(e, ll_exc_str)


def make_uncaught(strfn):
    def ll_uncaught_with(e):
        return end_with(e, strfn)
    return ll_uncaught_with


def make_uncaught_chain(strfn, cause, number):
    """The same where exceptions have causes: names of the fields."""
    def show_cause(e, depth):
        c = getattr(e, cause)
        if c and depth < 20:
            show_cause(c, depth + 1)
            c_print_kept_traceback(getattr(e, number))
            last_line(c, strfn)
            ll_write_all(2, lltype.ptr_of("\nThe above exception was the direct cause of the following exception:\n\n"))

    def ll_uncaught_chain(e):
        if e.exc_kind & EXIT == 0:
            show_cause(e, 0)
        return end_with(e, strfn)
    return ll_uncaught_chain


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
    last_line(e, strfn)
    return 1


def last_line(e, strfn):
    text = ""
    try:
        text = lltype.str_of(strfn(e))
    except MemoryError:
        pass    # its class is better than nothing
    ll_write_all(2, e.typeptr.name)
    if len(text):
        ll_write_all(2, lltype.ptr_of(": "))
        ll_write_all(2, lltype.ptr_of(text))
    ll_write_all(2, lltype.ptr_of("\n"))
