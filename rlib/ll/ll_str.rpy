"""Strings: containers with a field `hash` (0 = not computed) and a tail of Char (or UniChar: most functions serve both)."""
from rpython.rlib.jit import elidable, oopspec, we_are_jitted
from rpython.rlib.objectmodel import always_inline, dont_inline
from rpython.rtyper.lltypesystem.lltype import malloc, malloc_like, null_like, STR
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython_ll.ll_list import ll_slice_count
from rpython_ll.ll_size import ll_sum, ll_text_product, ll_text_sum


@always_inline
def out_of_range(i, n):
    return llop.uint_ge(lltype.Bool, llop.cast_int_to_uint(lltype.Unsigned, i),
                        llop.cast_int_to_uint(lltype.Unsigned, n))


@always_inline
def ll_stritem_nonneg(s, i):
    # The annotator knows that i >= 0, except that additions wrap around: so the test is unsigned.
    if out_of_range(i, len(s)):
        raise IndexError("string index out of range")
    return s[i]


@dont_inline
def ll_stritem_slow(s, i):
    """A negative index, or none at all."""
    n = len(s)
    i += n
    if out_of_range(i, n):
        raise IndexError("string index out of range")
    return s[i]


@always_inline
def ll_stritem(s, i):
    if out_of_range(i, len(s)):
        return ll_stritem_slow(s, i)
    return s[i]


def ll_strhash(s):
    """Cached in the string; None hashes to 0."""
    if not s:
        return 0
    x = s.hash
    if x == 0:
        x = ll_compute_strhash(s)
        s.hash = x
    return x


@dont_inline
@elidable
def ll_compute_strhash(s):
    n = len(s)
    if n == 0:
        x = -1
    else:
        x = ord(s[0]) << 7
        i = 0
        while i < n:
            x = (1000003 * x) ^ ord(s[i])
            i += 1
        x ^= n
    if x == 0:
        x = 29872897
    return x


@elidable
@oopspec("stroruni.equal(s1, s2)")
def ll_streq(a, b):
    if a == b:
        return True
    if not a:
        return False
    return ll_streq_slice(a, 0, len(a), b)


@elidable
@oopspec("stroruni.equal_slice(s, start, stop, other)")
def ll_streq_slice(s, start, stop, other):
    """s[start:stop] == other for 0 <= start <= stop <= len(s)"""
    if not other:
        return False
    n = stop - start
    if n != len(other):
        return False
    i = 0
    while i < n:
        if s[start + i] != other[i]:
            return False
        i += 1
    return True


def ll_strne(a, b):
    return not ll_streq(a, b)


@elidable
@oopspec("stroruni.cmp(s1, s2)")
def ll_strcmp(a, b):
    """Negative, 0 or positive; neither is None."""
    n = len(a)
    if len(b) < n:
        n = len(b)
    i = 0
    while i < n:
        d = ord(a[i]) - ord(b[i])
        if d != 0:
            return d
        i += 1
    return len(a) - len(b)


def ll_strlt(a, b):
    """`<` of what may be None."""
    ll_check_ordered(a, b, "<")
    return ll_strcmp(a, b) < 0


@always_inline
def ll_check_ordered(a, b, sign):
    if not a or not b:
        not_ordered(a, b, sign)


@dont_inline
def not_ordered(a, b, sign):
    text = "'" + sign + "' not supported between instances of "
    if a:
        text = text + "'str' and 'NoneType'"
    elif b:
        text = text + "'NoneType' and 'str'"
    else:
        text = text + "'NoneType' and 'NoneType'"
    raise TypeError(text)


@oopspec("stroruni.copy_contents(src, dst, srcstart, dststart, length)")
def ll_copy_contents(src, dst, srcstart, dststart, length):
    llop.copy_items(lltype.Void, src, dst, srcstart, dststart, length)


@elidable
@oopspec("stroruni.concat(s1, s2)")
@dont_inline
def ll_strconcat(a, b):
    n = len(a)
    m = len(b)
    new = malloc_like(a, n + m)
    ll_copy_contents(a, new, 0, 0, n)
    ll_copy_contents(b, new, 0, n, m)
    return new


# Most one-character strings that a program makes are items of other strings: they are found here instead of allocated, and have
# their hash at once. (With the last item this is a list of strings: it would be one of characters.)
CHARACTERS = [chr(i) for i in range(256)] + [""]


def ll_char2str(model, c):
    # A trace does better with a string that it knows to be new: it need not exist at all.
    if lltype.typeOf(model) == lltype.Ptr(STR) and not we_are_jitted():
        return lltype.ptr_of(CHARACTERS[ord(c)])
    s = malloc_like(model, 1)
    s[0] = c
    return s


def ll_strmul(s, times):
    if times < 0:
        times = 0
    n = len(s)
    new = malloc_like(s, ll_text_product(n, times, "repeated string is too long"))
    if n == 0:
        return new
    if n == 1:
        c = s[0]
        i = 0
        while i < times:
            new[i] = c
            i += 1
        return new
    i = 0
    while i < times:
        llop.copy_items(lltype.Void, s, new, 0, i * n, n)
        i += 1
    return new


def ll_char_mul(model, c, times):
    if times < 0:
        times = 0
    new = malloc_like(model, times)
    i = 0
    while i < times:
        new[i] = c
        i += 1
    return new


@always_inline
def ll_clip(i, n):
    if i < 0:
        i += n
        if i < 0:
            return 0
    if i > n:
        return n
    return i


@elidable
@oopspec("stroruni.slice(s, start, stop)")
def ll_substr(s, start, stop):
    """s[start:stop] for 0 <= start <= stop <= len(s)"""
    if start == 0 and stop == len(s):
        return s
    if stop - start == 1:
        return ll_char2str(s, s[start])
    new = malloc_like(s, stop - start)
    ll_copy_contents(s, new, start, 0, stop - start)
    return new


def ll_strslice(s, start, stop):
    n = len(s)
    start = ll_clip(start, n)
    stop = ll_clip(stop, n)
    if stop < start:
        stop = start
    return ll_substr(s, start, stop)


def ll_strslice_startonly(s, start):
    n = len(s)
    return ll_substr(s, ll_clip(start, n), n)


def ll_strslice_step(s, start, stop, step):
    count = ll_slice_count(start, stop, step)
    new = malloc_like(s, count)
    i = start
    k = 0
    while k < count:
        new[k] = s[i]
        i += step
        k += 1
    return new


# ---- search

def ll_match_at(s, sub, at):
    m = len(sub)
    j = 0
    while j < m:
        if s[at + j] != sub[j]:
            return False
        j += 1
    return True


@elidable
def ll_find(s, sub, start, end):
    """Lowest position in s[start:end], or -1; the bounds as in Python."""
    n = len(s)
    if start > n:
        return -1
    start = ll_clip(start, n)
    end = ll_clip(end, n)
    m = len(sub)
    if m == 0:
        if start > end:
            return -1
        return start
    end -= m - 1
    first = sub[0]
    while start < end:
        start = llop.find_char(lltype.Signed, s, start, end, first)
        if start < 0 or ll_match_at(s, sub, start):
            return start
        start += 1
    return -1


@elidable
def ll_rfind(s, sub, start, end):
    n = len(s)
    if start > n:
        return -1
    start = ll_clip(start, n)
    end = ll_clip(end, n)
    m = len(sub)
    if m == 0:
        if start > end:
            return -1
        return end
    i = end - m
    while i >= start:
        if ll_match_at(s, sub, i):
            return i
        i -= 1
    return -1


@elidable
def ll_find_char(s, c, start, end):
    n = len(s)
    if start > n:
        return -1
    start = ll_clip(start, n)
    end = ll_clip(end, n)
    if start < end:
        return llop.find_char(lltype.Signed, s, start, end, c)
    return -1


@elidable
def ll_rfind_char(s, c, start, end):
    n = len(s)
    if start > n:
        return -1
    start = ll_clip(start, n)
    i = ll_clip(end, n)
    while i > start:
        i -= 1
        if s[i] == c:
            return i
    return -1


@elidable
def ll_count(s, sub, start, end):
    n = len(s)
    if start > n:
        return 0
    start = ll_clip(start, n)
    end = ll_clip(end, n)
    m = len(sub)
    if m == 0:
        if start > end:
            return 0
        return end - start + 1
    end -= m - 1
    first = sub[0]
    count = 0
    while start < end:
        start = llop.find_char(lltype.Signed, s, start, end, first)
        if start < 0:
            break
        if ll_match_at(s, sub, start):
            count += 1
            start += m
        else:
            start += 1
    return count


@elidable
def ll_count_char(s, c, start, end):
    n = len(s)
    if start > n:
        return 0
    i = ll_clip(start, n)
    end = ll_clip(end, n)
    count = 0
    while i < end:
        if s[i] == c:
            count += 1
        i += 1
    return count


def ll_contains(s, sub):
    return ll_find(s, sub, 0, len(s)) >= 0


def ll_contains_char(s, c):
    n = len(s)
    i = 0
    while i < n:
        if s[i] == c:
            return True
        i += 1
    return False


@elidable
def ll_startswith(s, prefix, start, end):
    n = len(s)
    if start > n:
        return False
    start = ll_clip(start, n)
    end = ll_clip(end, n)
    if start + len(prefix) > end:
        return False
    return ll_match_at(s, prefix, start)


@elidable
def ll_endswith(s, suffix, start, end):
    n = len(s)
    if start > n:
        return False
    start = ll_clip(start, n)
    end = ll_clip(end, n)
    at = end - len(suffix)
    if at < start:
        return False
    return ll_match_at(s, suffix, at)


# ---- characters, by code (so that Char and UniChar share them)

@always_inline
def ll_code_isspace(c):
    return c == 32 or (9 <= c <= 13)


@always_inline
def ll_code_isdigit(c):
    return 48 <= c <= 57


@always_inline
def ll_code_isupper(c):
    return 65 <= c <= 90


@always_inline
def ll_code_islower(c):
    return 97 <= c <= 122


@always_inline
def ll_code_isalpha(c):
    return (97 <= c <= 122) or (65 <= c <= 90)


@always_inline
def ll_code_isalnum(c):
    return ll_code_isalpha(c) or ll_code_isdigit(c)


def ll_char_isspace(c):
    return ll_code_isspace(ord(c))


def ll_char_isdigit(c):
    return ll_code_isdigit(ord(c))


def ll_char_isupper(c):
    return ll_code_isupper(ord(c))


def ll_char_islower(c):
    return ll_code_islower(ord(c))


def ll_char_isalpha(c):
    return ll_code_isalpha(ord(c))


def ll_char_isalnum(c):
    return ll_code_isalnum(ord(c))


@elidable
def ll_isspace(s):
    n = len(s)
    i = 0
    while i < n:
        if not ll_code_isspace(ord(s[i])):
            return False
        i += 1
    return n > 0


@elidable
def ll_isdigit(s):
    n = len(s)
    i = 0
    while i < n:
        if not ll_code_isdigit(ord(s[i])):
            return False
        i += 1
    return n > 0


@elidable
def ll_isalpha(s):
    n = len(s)
    i = 0
    while i < n:
        if not ll_code_isalpha(ord(s[i])):
            return False
        i += 1
    return n > 0


@elidable
def ll_isalnum(s):
    n = len(s)
    i = 0
    while i < n:
        if not ll_code_isalnum(ord(s[i])):
            return False
        i += 1
    return n > 0


@elidable
def ll_isupper(s):
    n = len(s)
    i = 0
    seen = False
    while i < n:
        c = ord(s[i])
        if ll_code_islower(c):
            return False
        if ll_code_isupper(c):
            seen = True
        i += 1
    return seen


@elidable
def ll_islower(s):
    n = len(s)
    i = 0
    seen = False
    while i < n:
        c = ord(s[i])
        if ll_code_isupper(c):
            return False
        if ll_code_islower(c):
            seen = True
        i += 1
    return seen


def ll_char_lower(c):
    if ll_code_isupper(ord(c)):
        return chr(ord(c) + 32)
    return c


def ll_char_upper(c):
    if ll_code_islower(ord(c)):
        return chr(ord(c) - 32)
    return c


@elidable
def ll_lower(s):
    n = len(s)
    new = malloc_like(s, n)
    i = 0
    while i < n:
        new[i] = ll_char_lower(s[i])
        i += 1
    return new


@elidable
def ll_upper(s):
    n = len(s)
    new = malloc_like(s, n)
    i = 0
    while i < n:
        new[i] = ll_char_upper(s[i])
        i += 1
    return new


# ---- strip

LEFT = 1
RIGHT = 2


@elidable
def ll_strip_space(s, which):
    i = 0
    j = len(s)
    if which & LEFT:
        while i < j and ll_code_isspace(ord(s[i])):
            i += 1
    if which & RIGHT:
        while i < j and ll_code_isspace(ord(s[j - 1])):
            j -= 1
    return ll_substr(s, i, j)


@elidable
def ll_strip_chars(s, chars, which):
    i = 0
    j = len(s)
    if which & LEFT:
        while i < j and ll_contains_char(chars, s[i]):
            i += 1
    if which & RIGHT:
        while i < j and ll_contains_char(chars, s[j - 1]):
            j -= 1
    return ll_substr(s, i, j)


# ---- join, split, replace

@dont_inline
def none_joined(i):
    from rpython_ll.ll_int import ll_int2dec
    raise TypeError("sequence item " + lltype.str_of(ll_int2dec(i)) + ": expected str instance, NoneType found")


TOO_LONG = "join() result is too long"


def ll_join(sep, items, n):
    m = len(sep)
    if n == 0:
        return malloc_like(sep, 0)
    total = ll_text_product(m, n - 1, TOO_LONG)
    i = 0
    while i < n:
        s = items[i]
        if not s:
            none_joined(i)
        total = ll_text_sum(total, len(s), TOO_LONG)
        i += 1
    new = malloc_like(sep, total)
    at = 0
    i = 0
    while i < n:
        if i > 0 and m > 0:
            llop.copy_items(lltype.Void, sep, new, 0, at, m)
            at += m
        s = items[i]
        k = len(s)
        llop.copy_items(lltype.Void, s, new, 0, at, k)
        at += k
        i += 1
    return new


def ll_join_chars(sep, items, n):
    """The items are characters."""
    m = len(sep)
    if n == 0:
        return malloc_like(sep, 0)
    new = malloc_like(sep, ll_text_sum(n, ll_text_product(m, n - 1, TOO_LONG), TOO_LONG))
    at = 0
    i = 0
    while i < n:
        if i > 0 and m > 0:
            llop.copy_items(lltype.Void, sep, new, 0, at, m)
            at += m
        new[at] = items[i]
        at += 1
        i += 1
    return new


@elidable
def ll_replace_char(s, old, new):
    n = len(s)
    r = malloc_like(s, n)
    i = 0
    while i < n:
        c = s[i]
        if c == old:
            c = new
        r[i] = c
        i += 1
    return r


@elidable
def ll_replace(s, old, new, limit):
    """limit < 0: all"""
    n = len(s)
    m = len(old)
    k = len(new)
    if m == 0:
        count = n + 1
    else:
        count = ll_count(s, old, 0, n)
    if limit >= 0 and count > limit:
        count = limit
    if count == 0:
        return s
    if k > m:
        size = ll_text_product(k - m, count, "replace string is too long")
        size = ll_text_sum(n, size, "replace string is too long")
    else:
        size = n - count * (m - k)
    r = malloc_like(s, size)
    at = 0
    i = 0
    while count > 0:
        if m == 0:
            llop.copy_items(lltype.Void, new, r, 0, at, k)
            at += k
            if i < n:
                r[at] = s[i]
                at += 1
                i += 1
        else:
            j = ll_find(s, old, i, n)
            llop.copy_items(lltype.Void, s, r, i, at, j - i)
            at += j - i
            llop.copy_items(lltype.Void, new, r, 0, at, k)
            at += k
            i = j + m
        count -= 1
    llop.copy_items(lltype.Void, s, r, i, at, n - i)
    return r


def ll_split_count(s, sep, limit):
    """Number of pieces of s.split(sep, limit)."""
    if len(sep) == 0:
        raise ValueError("empty separator")
    count = ll_count(s, sep, 0, len(s))
    if limit >= 0 and count > limit:
        count = limit
    return count + 1


def ll_split(s, sep, items, n):
    """Fills items with the n pieces."""
    i = 0
    k = 0
    while k < n - 1:
        j = ll_find(s, sep, i, len(s))
        items[k] = ll_substr(s, i, j)
        i = j + len(sep)
        k += 1
    items[k] = ll_substr(s, i, len(s))


def ll_rsplit(s, sep, items, n):
    j = len(s)
    k = n - 1
    while k > 0:
        i = ll_rfind(s, sep, 0, j)
        items[k] = ll_substr(s, i + len(sep), j)
        j = i
        k -= 1
    items[0] = ll_substr(s, 0, j)


def ll_split_space_count(s, limit):
    n = len(s)
    i = 0
    count = 0
    while True:
        while i < n and ll_code_isspace(ord(s[i])):
            i += 1
        if i >= n:
            return count
        if count == limit:
            return count + 1
        count += 1
        while i < n and not ll_code_isspace(ord(s[i])):
            i += 1


def ll_split_space(s, items, n, limit):
    size = len(s)
    i = 0
    k = 0
    while k < n:
        while i < size and ll_code_isspace(ord(s[i])):
            i += 1
        j = i
        if k == limit:
            # the rest, with its trailing blanks
            j = size
        else:
            while j < size and not ll_code_isspace(ord(s[j])):
                j += 1
        items[k] = ll_substr(s, i, j)
        i = j
        k += 1


def ll_splitlines_count(s):
    n = len(s)
    count = 0
    i = 0
    start = 0
    while i < n:
        c = ord(s[i])
        i += 1
        if c == 10 or c == 13:
            if c == 13 and i < n and ord(s[i]) == 10:
                i += 1
            count += 1
            start = i
    if start < n:
        count += 1
    return count


def ll_splitlines(s, keep, items):
    n = len(s)
    k = 0
    i = 0
    start = 0
    while i < n:
        c = ord(s[i])
        end = i
        i += 1
        if c == 10 or c == 13:
            if c == 13 and i < n and ord(s[i]) == 10:
                i += 1
            if keep:
                end = i
            items[k] = ll_substr(s, start, end)
            k += 1
            start = i
    if start < n:
        items[k] = ll_substr(s, start, n)


def ll_chars(s, items):
    """list(s)"""
    n = len(s)
    i = 0
    while i < n:
        items[i] = s[i]
        i += 1


@always_inline
def ll_strnext(it):
    s = it.list
    i = it.index
    if i >= len(s):
        raise StopIteration
    it.index = i + 1
    return s[i]


# ---- repr

HEX = '0123456789abcdef'


@dont_inline
def escape_letter(c, quote):
    """What stands behind the backslash for a character that has one in a repr."""
    if c == 92 or c == quote:
        return c
    if c == 10:
        return 110
    if c == 13:
        return 114
    if c == 9:
        return 116
    return 120


def ll_strrepr(s):
    """Python's repr, with single quotes unless there are only those inside."""
    n = len(s)
    quote = 39
    size = n + 2
    single = 0
    double = False
    i = 0
    while i < n:
        c = ord(s[i])
        if c == 39:
            single += 1
        elif c == 34:
            double = True
        elif c < 32 or c >= 127 or c == 92:
            size += 1
            if escape_letter(c, quote) == 120:
                size += 2
        i += 1
    if single != 0:
        if double:
            size += single
        else:
            quote = 34
    new = malloc(STR, size)
    new[0] = chr(quote)
    at = 1
    i = 0
    while i < n:
        c = ord(s[i])
        if c < 32 or c >= 127 or c == 92 or c == quote:
            letter = escape_letter(c, quote)
            new[at] = '\\'
            new[at + 1] = chr(letter)
            at += 2
            if letter == 120:
                new[at] = ll_hexdigit((c >> 4) & 15)
                new[at + 1] = ll_hexdigit(c & 15)
                at += 2
        else:
            new[at] = chr(c)
            at += 1
        i += 1
    new[at] = chr(quote)
    return new


@always_inline
def ll_hexdigit(d):
    """Digit of a number in 0..35."""
    if d < 10:
        return llop.cast_int_to_char(lltype.Char, d + 48)
    return llop.cast_int_to_char(lltype.Char, d + 87)


# ---- string builders: a container with `buf` (a string with room) and `used`

@dont_inline
def ll_builder_grow(b, needed):
    old = b.buf
    size = len(old)
    size = size + size + 16
    if size < needed:
        size = needed
    new = malloc_like(old, size)
    llop.copy_items(lltype.Void, old, new, 0, 0, b.used)
    b.buf = new


def ll_builder_append(b, s):
    n = len(s)
    used = b.used
    if used + n > len(b.buf):
        ll_builder_grow(b, used + n)
    llop.copy_items(lltype.Void, s, b.buf, 0, used, n)
    b.used = used + n


@always_inline
def ll_builder_append_char(b, c):
    used = b.used
    if used >= len(b.buf):
        ll_builder_grow(b, used + 1)
    b.buf[used] = c
    b.used = used + 1


def ll_builder_append_slice(b, s, start, end):
    if start < 0 or end < start or end > len(s):
        raise IndexError
    n = end - start
    used = b.used
    if used + n > len(b.buf):
        ll_builder_grow(b, used + n)
    llop.copy_items(lltype.Void, s, b.buf, start, used, n)
    b.used = used + n


def ll_builder_append_multiple_char(b, c, times):
    if times <= 0:
        return
    used = b.used
    end = ll_sum(used, times)
    if end > len(b.buf):
        ll_builder_grow(b, end)
    buf = b.buf
    while used < end:
        buf[used] = c
        used += 1
    b.used = end


def ll_builder_append_charpsize(b, p, size):
    i = 0
    while i < size:
        ll_builder_append_char(b, p[i])
        i += 1


def ll_builder_build(b):
    # What was appended does not change: a full buffer, which is the result itself, is left before the next write.
    return ll_substr(b.buf, 0, b.used)


# ---- characters without a test of the index (--unchecked)

@always_inline
def ll_stritem_unchecked(s, i):
    if i < 0:
        i += len(s)
    return s[i]


@always_inline
def ll_stritem_nonneg_unchecked(s, i):
    return s[i]
