"""Small helpers of several kinds."""
from rpython.rlib.objectmodel import always_inline
from rpython.rtyper.lltypesystem.lltype import STR
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython_ll.ll_str import ll_char2str


@always_inline
def ll_str_is_true(s):
    if not s:
        return False
    return len(s) != 0


@always_inline
def ll_list_is_true(l):
    if not l:
        return False
    return l.length != 0


@always_inline
def ll_dict_is_true(d):
    if not d:
        return False
    return d.num_live != 0


@always_inline
def ll_str_eq_char(s, c):
    if not s:
        return False
    return len(s) == 1 and s[0] == c


def ll_range_contains(start, stop, step, i):
    if step > 0:
        if i < start or i >= stop:
            return False
    else:
        if i > start or i <= stop:
            return False
    return (i - start) % step == 0


def ll_slice_start(i, absent, n, step):
    """Start of slice.indices(n)."""
    if step == 0:
        raise ValueError("slice step cannot be zero")
    if absent:
        if step < 0:
            return n - 1
        return 0
    return clip(i, n, step)


def ll_slice_stop(i, absent, n, step):
    if absent:
        if step < 0:
            return -1
        return n
    return clip(i, n, step)


def clip(i, n, step):
    if i < 0:
        i += n
        if i < 0:
            if step < 0:
                return -1
            return 0
    elif i >= n:
        if step < 0:
            return n - 1
        return n
    return i


@always_inline
def ll_tuplenext1(it):
    if it.index != 0:
        raise StopIteration
    it.index = 1
    return it.list.item0


def ll_copy_cast(src, dst, n):
    """Between arrays of pointers along an inheritance chain."""
    i = 0
    while i < n:
        dst[i] = src[i]
        i += 1


def ll_copy_number(src, dst, n):
    i = 0
    while i < n:
        dst[i] = src[i]
        i += 1


def ll_copy_chars(src, dst, n):
    i = 0
    while i < n:
        dst[i] = ll_char2str(lltype.nullptr(STR), src[i])
        i += 1


def ll_chars_as_strings(s, dst):
    n = len(s)
    i = 0
    while i < n:
        dst[i] = ll_char2str(s, s[i])
        i += 1


def ll_min(a, b):
    if b < a:
        return b
    return a


def ll_max(a, b):
    if b > a:
        return b
    return a


def ll_only_none(p, null):
    """None as a value of another type: nothing else can arrive here."""
    assert not p
    return null
