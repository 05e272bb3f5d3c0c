"""bytearrays: lists of chars (`length` and `items`) whose items are ints to the program."""
from rpython.rtyper.lltypesystem.lltype import malloc, malloc_like, STR
from rpython.rtyper.lltypesystem import lltype
from rpython_ll.ll_list import ll_append, ll_delitem, ll_insert, ll_pop, ll_pop_last
from rpython_ll.ll_str import ll_strrepr


def ll_byte(i):
    if i < 0 or i > 255:
        raise ValueError("byte must be in range(0, 256)")
    return chr(i)


def ll_set_low_byte(l, at, i):
    """In Python 2, as RPython does it."""
    l.items[ll_place(l, at)] = chr(i & 255)


def ll_append_byte(l, i):
    ll_append(l, ll_byte(i))


def ll_insert_byte(l, at, i):
    ll_insert(l, at, ll_byte(i))


def ll_set_byte(l, at, i):
    l.items[ll_place(l, at)] = ll_byte(i)


def ll_place(l, at):
    n = l.length
    if at < 0:
        at += n
    if at < 0 or at >= n:
        raise IndexError("bytearray index out of range")
    return at


def ll_get_byte(l, at):
    return ord(l.items[ll_place(l, at)])


def ll_del_byte(l, at):
    ll_delitem(l, ll_place(l, at))


def ll_pop_last_byte(l):
    if l.length == 0:
        raise IndexError("pop from empty bytearray")
    return ord(ll_pop_last(l))


def ll_pop_byte(l, at):
    if l.length == 0:
        raise IndexError("pop from empty bytearray")
    return ord(ll_pop(l, at))


def ll_from_str(s, model):
    """The characters as an array of the type of `model`."""
    n = len(s)
    new = malloc_like(model, n)
    i = 0
    while i < n:
        new[i] = s[i]
        i += 1
    return new


def ll_zeros(n, model):
    if n < 0:
        raise ValueError("negative count")
    return malloc_like(model, n)


def ll_to_str(l):
    n = l.length
    s = malloc(STR, n)
    items = l.items
    i = 0
    while i < n:
        s[i] = items[i]
        i += 1
    return s


def ll_contains_byte(l, code):
    i = 0
    while i < l.length:
        if ord(l.items[i]) == code:
            return True
        i += 1
    return False


def ll_bytes_eq(a, an, b, bn):
    if an != bn:
        return False
    i = 0
    while i < an:
        if a[i] != b[i]:
            return False
        i += 1
    return True


def ll_bytearray_eq(a, b):
    if a == b:
        return True
    if not a or not b:
        return False
    return ll_bytes_eq(a.items, a.length, b.items, b.length)


def ll_bytearray_eq_str(l, s):
    """With a string; either may be None."""
    if not l or not s:
        return not l and not s
    n = len(s)
    if l.length != n:
        return False
    i = 0
    while i < n:
        if l.items[i] != s[i]:
            return False
        i += 1
    return True


def ll_bytearray_text(l):
    if not l:
        return lltype.ptr_of("None")
    return lltype.ptr_of("bytearray(b" + lltype.str_of(ll_strrepr(ll_to_str(l))) + ")")
