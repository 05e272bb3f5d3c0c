"""Lists.  Most functions take the items array and the number of items in use, so that one copy serves
lists with and without spare room; only functions that change the length take the list itself, a container
with fields `length` and `items`."""
from rpython.rlib.jit import isconstant, look_inside_iff, we_are_jitted
from rpython.rlib.objectmodel import always_inline, dont_inline
from rpython.rtyper.lltypesystem.lltype import malloc_like, zero_of_item
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython_ll.ll_size import ll_product


@always_inline
def out_of_range(i, n):
    """Whether i is not in 0..n-1 (n >= 0): one unsigned comparison."""
    return llop.uint_ge(lltype.Bool, llop.cast_int_to_uint(lltype.Unsigned, i),
                        llop.cast_int_to_uint(lltype.Unsigned, n))


def ll_check_index(n, i):
    if i < 0:
        i += n
    if out_of_range(i, n):
        raise IndexError("list index out of range")


@always_inline
def ll_getitem_nonneg(items, n, i):
    # The annotator knows that i >= 0, except that additions wrap around: so the test is unsigned.
    if out_of_range(i, n):
        raise IndexError("list index out of range")
    return items[i]


@dont_inline
def ll_getitem_slow(items, n, i):
    """A negative index, or none at all. Out of line and complete, so that i keeps its value where the ways meet."""
    i += n
    if out_of_range(i, n):
        raise IndexError("list index out of range")
    return items[i]


@always_inline
def ll_getitem(items, n, i):
    if out_of_range(i, n):
        return ll_getitem_slow(items, n, i)
    return items[i]


@always_inline
def ll_setitem_nonneg(items, n, i, v):
    if out_of_range(i, n):
        raise IndexError("list assignment index out of range")
    items[i] = v


@dont_inline
def ll_setitem_slow(items, n, i, v):
    i += n
    if out_of_range(i, n):
        raise IndexError("list assignment index out of range")
    items[i] = v


@always_inline
def ll_setitem(items, n, i, v):
    if out_of_range(i, n):
        ll_setitem_slow(items, n, i, v)
    else:
        items[i] = v


@dont_inline
def ll_grow(old, length, newsize):
    """A copy of the items in use with room for newsize, and spare room proportional to the size. Does not get the
    list itself: a list that nobody else sees can live in variables."""
    if newsize < 9:
        extra = 3
    else:
        extra = 6
    allocated = newsize + (newsize >> 3) + extra
    new = malloc_like(old, allocated)
    if length:                     # a list's first item comes more often than any other
        llop.copy_items(lltype.Void, old, new, 0, 0, length)
    return new


@always_inline
def ll_resize_ge(l, newsize):
    items = l.items
    if len(items) < newsize:
        l.items = ll_grow(items, l.length, newsize)
    l.length = newsize


def ll_resize_le(l, newsize):
    """Drops the items from newsize on; gives memory back when less than half is used."""
    old = l.items
    n = l.length
    l.length = newsize
    if newsize < (len(old) >> 1) - 5:
        try:
            new = malloc_like(old, newsize + (newsize >> 3) + 3)
            llop.copy_items(lltype.Void, old, new, 0, 0, newsize)
            l.items = new
            return
        except MemoryError:
            pass                   # what gives memory back needs none
    llop.zero_items(lltype.Void, old, newsize, n - newsize)


@always_inline
def ll_append(l, v):
    n = l.length
    items = l.items
    if n >= len(items):
        items = ll_grow(items, n, n + 1)
        l.items = items
    l.length = n + 1
    items[n] = v


def ll_insert(l, i, v):
    n = l.length
    if i < 0:
        i += n
        if i < 0:
            i = 0
    if i > n:
        i = n
    ll_resize_ge(l, n + 1)
    items = l.items
    llop.copy_items(lltype.Void, items, items, i, i + 1, n - i)
    items[i] = v


def ll_pop_last(l):
    n = l.length - 1
    if n < 0:
        raise IndexError("pop from empty list")
    items = l.items
    v = items[n]
    items[n] = zero_of_item(items)
    l.length = n
    if n < (len(items) >> 1) - 5:
        ll_resize_le(l, n)
    return v


def ll_pop(l, i):
    n = l.length
    if i < 0:
        i += n
    if out_of_range(i, n):
        if n == 0:
            raise IndexError("pop from empty list")
        raise IndexError("pop index out of range")
    items = l.items
    v = items[i]
    llop.copy_items(lltype.Void, items, items, i + 1, i, n - 1 - i)
    ll_resize_le(l, n - 1)
    return v


def ll_delitem(l, i):
    n = l.length
    if i < 0:
        i += n
    if out_of_range(i, n):
        raise IndexError("list assignment index out of range")
    items = l.items
    llop.copy_items(lltype.Void, items, items, i + 1, i, n - 1 - i)
    ll_resize_le(l, n - 1)


@always_inline
def ll_clip(i, n):
    """A slice bound of Python as an index in 0..n."""
    if i < 0:
        i += n
        if i < 0:
            return 0
    if i > n:
        return n
    return i


def ll_delslice(l, start, stop):
    n = l.length
    start = ll_clip(start, n)
    stop = ll_clip(stop, n)
    if stop <= start:
        return
    items = l.items
    llop.copy_items(lltype.Void, items, items, stop, start, n - stop)
    ll_resize_le(l, n - (stop - start))


def ll_setslice(l, start, stop, src, srclen):
    """l[start:stop] = src, of any length."""
    n = l.length
    start = ll_clip(start, n)
    stop = ll_clip(stop, n)
    if stop < start:
        stop = start
    if src == l.items:
        src = ll_copy(src, srclen)
    newlen = n - (stop - start) + srclen
    if newlen >= n:
        ll_resize_ge(l, newlen)
        items = l.items
        llop.copy_items(lltype.Void, items, items, stop, start + srclen, n - stop)
        llop.copy_items(lltype.Void, src, items, 0, start, srclen)
    else:
        items = l.items
        llop.copy_items(lltype.Void, items, items, stop, start + srclen, n - stop)
        llop.copy_items(lltype.Void, src, items, 0, start, srclen)
        ll_resize_le(l, newlen)


def ll_setslice_fixed(items, n, start, stop, src, srclen):
    """l[start:stop] = src, in a list whose length is promised to stay."""
    start = ll_clip(start, n)
    stop = ll_clip(stop, n)
    if stop < start:
        stop = start
    if stop - start != srclen:
        raise ValueError("the length of a fixed-size list would change")
    llop.copy_items(lltype.Void, src, items, 0, start, srclen)


def ll_copy(items, n):
    new = malloc_like(items, n)
    llop.copy_items(lltype.Void, items, new, 0, 0, n)
    return new


@always_inline
def ll_least(n, most):
    if n > most:
        return most
    return n


def ll_room(l, n):
    """Room for n items before they are appended."""
    items = l.items
    if len(items) < n:
        l.items = ll_grow_to(items, l.length, n)


@dont_inline
def ll_grow_to(old, length, n):
    new = malloc_like(old, n)
    if length:
        llop.copy_items(lltype.Void, old, new, 0, 0, length)
    return new


def ll_list_done(items, n):
    """An array of exactly n items, nobody else's: an empty one may be shared by lists."""
    if len(items) == n and n:
        return items
    return ll_copy(items, n)


def ll_getslice(items, n, start, stop):
    """A new array with items[start:stop]."""
    start = ll_clip(start, n)
    stop = ll_clip(stop, n)
    if stop < start:
        stop = start
    new = malloc_like(items, stop - start)
    llop.copy_items(lltype.Void, items, new, start, 0, stop - start)
    return new


def ll_getslice_step(items, n, start, stop, step):
    """A new array with items[start:stop:step]; the bounds are ints as of slice.indices()."""
    count = ll_slice_count(start, stop, step)
    new = malloc_like(items, count)
    i = start
    k = 0
    while k < count:
        new[k] = items[i]
        i += step
        k += 1
    return new


def ll_slice_count(start, stop, step):
    """How many items a slice has; the bounds are ints as of slice.indices()."""
    if step > 0:
        if stop > start:
            return (stop - start - 1) // step + 1
    elif start > stop:
        # (the least int has no counterpart: no -step)
        return (stop - start + 1) // step + 1
    return 0


@dont_inline
def wrong_size(srclen, count):
    from rpython_ll.ll_int import ll_int2dec
    raise ValueError("attempt to assign sequence of size " + lltype.str_of(ll_int2dec(srclen))
                     + " to extended slice of size " + lltype.str_of(ll_int2dec(count)))


def ll_setslice_step(items, start, stop, step, src, srclen):
    count = ll_slice_count(start, stop, step)
    if count != srclen:
        wrong_size(srclen, count)
    if src == items:
        src = ll_copy(src, srclen)
    i = start
    k = 0
    while k < srclen:
        items[i] = src[k]
        i += step
        k += 1


def ll_delslice_step(l, start, stop, step):
    count = ll_slice_count(start, stop, step)
    if count == 0:
        return
    if step < 0:
        start = start + (count - 1) * step
        step = -step
    items = l.items
    n = l.length
    k = 0
    to = start
    i = start
    # Between two items that go, the others move down.
    while k < count:
        k += 1
        i += 1
        end = i + step - 1
        if k == count:
            end = n
        llop.copy_items(lltype.Void, items, items, i, to, end - i)
        to += end - i
        i = end
    ll_resize_le(l, n - count)


def ll_concat(a, alen, b, blen):
    new = malloc_like(a, alen + blen)
    llop.copy_items(lltype.Void, a, new, 0, 0, alen)
    llop.copy_items(lltype.Void, b, new, 0, alen, blen)
    return new


def ll_extend(l, b, blen):
    n = l.length
    ll_resize_ge(l, n + blen)
    llop.copy_items(lltype.Void, b, l.items, 0, n, blen)


@look_inside_iff(lambda model, n, v, blank: isconstant(n) and n <= 100)
def ll_alloc_and_set(model, n, v, blank):
    """`[v] * n`. In traces the items of a short list of constant length are seen, so that it can be virtual.

    `blank` is true if v consists of zero bits. New memory does so too, and a large part of it that nobody touches costs nothing."""
    if n < 0:
        n = 0
    new = malloc_like(model, n)
    if (isconstant(blank) or not we_are_jitted()) and blank:
        return new
    i = 0
    while i < n:
        new[i] = v
        i += 1
    return new


def ll_mul(items, n, factor):
    if factor < 0:
        factor = 0
    new = malloc_like(items, ll_product(n, factor))
    k = 0
    if n == 1:
        v = items[0]
        while k < factor:
            new[k] = v
            k += 1
        return new
    if n > 0:
        while k < factor:
            llop.copy_items(lltype.Void, items, new, 0, k * n, n)
            k += 1
    return new


def ll_inplace_mul(l, factor):
    n = l.length
    if factor <= 0:
        ll_resize_le(l, 0)
        return
    if n == 0:
        return
    ll_resize_ge(l, ll_product(n, factor))
    items = l.items
    k = 1
    while k < factor:
        llop.copy_items(lltype.Void, items, items, 0, k * n, n)
        k += 1


@look_inside_iff(lambda items, n: isconstant(n) and n <= 16)
def ll_reverse(items, n):
    i = 0
    j = n - 1
    while i < j:
        t = items[i]
        items[i] = items[j]
        items[j] = t
        i += 1
        j -= 1


@dont_inline
def ll_not_in_list(text):
    return lltype.str_of(text) + " is not in list"


def ll_index(items, n, v, eqfn, textfn):
    i = 0
    while i < n:
        if eqfn(items[i], v):
            return i
        i += 1
    raise ValueError(ll_not_in_list(textfn(v)))


def ll_nameless_text(v):
    return lltype.ptr_of("value")


def ll_contains(items, n, v, eqfn):
    i = 0
    while i < n:
        if eqfn(items[i], v):
            return True
        i += 1
    return False


def ll_count(items, n, v, eqfn):
    count = 0
    i = 0
    while i < n:
        if eqfn(items[i], v):
            count += 1
        i += 1
    return count


def ll_remove(l, v, eqfn):
    i = 0
    while i < l.length:
        if eqfn(l.items[i], v):
            ll_delitem(l, i)
            return
        i += 1
    raise ValueError("list.remove(x): x not in list")


def ll_listeq(a, alen, b, blen, eqfn):
    if alen != blen:
        return False
    i = 0
    while i < alen:
        if not eqfn(a[i], b[i]):
            return False
        i += 1
    return True


def make_listeq_none(fixed_a, fixed_b, eqfn):
    """Equality of lists that may be None; fixed: bare arrays."""
    def ll_listeq_none(a, b):
        if not a or not b:
            return not a and not b
        if fixed_a:
            alen = len(a)
            x = a
        else:
            alen = a.length
            x = a.items
        if fixed_b:
            return ll_listeq(x, alen, b, len(b), eqfn)
        return ll_listeq(x, alen, b.items, b.length, eqfn)
    return ll_listeq_none


def ll_sort_run(items, lo, hi, ltfn):
    """Binary insertion sort, beginning with the longest sorted or strictly falling run."""
    i = lo + 1
    if i >= hi:
        return
    if ltfn(items[i], items[lo]):
        i += 1
        while i < hi and ltfn(items[i], items[i - 1]):
            i += 1
        left = lo
        right = i - 1
        while left < right:
            v = items[left]
            items[left] = items[right]
            items[right] = v
            left += 1
            right -= 1
    else:
        i += 1
        while i < hi and not ltfn(items[i], items[i - 1]):
            i += 1
    while i < hi:
        v = items[i]
        left = lo
        right = i
        while left < right:
            mid = (left + right) >> 1
            if ltfn(v, items[mid]):
                right = mid
            else:
                left = mid + 1
        j = i
        while j > left:
            items[j] = items[j - 1]
            j -= 1
        items[left] = v
        i += 1


def ll_sort(items, n, ltfn):
    """Stable. Fewer than 64 items are compared as CPython compares them, which shows if `<` has effects or is no order;
    longer lists are merged bottom up from sorted runs."""
    run = 64
    if n >= run:
        run = 32
    lo = 0
    while lo < n:
        hi = lo + run
        if hi > n:
            hi = n
        ll_sort_run(items, lo, hi, ltfn)
        lo = hi
    if n <= run:
        return
    tmp = malloc_like(items, n)
    width = run
    while width < n:
        lo = 0
        while lo < n:
            mid = lo + width
            if mid > n:
                mid = n
            hi = mid + width
            if hi > n:
                hi = n
            i = lo
            j = mid
            k = lo
            if mid < hi and not ltfn(items[mid], items[mid - 1]):
                j = hi  # in order already: the rest is copied
                llop.copy_items(lltype.Void, items, tmp, lo, lo, hi - lo)
                i = mid
                k = hi
            while i < mid and j < hi:
                if ltfn(items[j], items[i]):
                    tmp[k] = items[j]
                    j += 1
                else:
                    tmp[k] = items[i]
                    i += 1
                k += 1
            llop.copy_items(lltype.Void, items, tmp, i, k, mid - i)
            k += mid - i
            llop.copy_items(lltype.Void, items, tmp, j, k, hi - j)
            lo = hi
        llop.copy_items(lltype.Void, tmp, items, 0, 0, n)
        width = width * 2


# ---- iterators: a container with `array` (items), `index` and, for resizable lists, `list`

@always_inline
def ll_listnext(it):
    l = it.list
    i = it.index
    if i >= l.length:
        raise StopIteration
    it.index = i + 1
    return l.items[i]


@always_inline
def ll_arraynext(it):
    a = it.list
    i = it.index
    if i >= len(a):
        raise StopIteration
    it.index = i + 1
    return a[i]


@always_inline
def ll_listnext_rev(it):
    l = it.list
    i = it.index - 1
    if i < 0 or i >= l.length:
        raise StopIteration
    it.index = i
    return l.items[i]


@always_inline
def ll_arraynext_rev(it):
    a = it.list
    i = it.index - 1
    if i < 0:
        raise StopIteration
    it.index = i
    return a[i]


# ---- range objects {start, stop, step}; their iterators {next, stop, step}, backwards {end, left, step}

@always_inline
def ll_rangelen(start, stop, step):
    if step > 0:
        if stop <= start:
            return 0
        if step == 1:
            n = stop - start
            if n < 0:
                raise OverflowError("range has too many items")
            return n
        return ll_long_rangelen(stop - start, step)
    else:
        if stop >= start:
            return 0
        return ll_long_rangelen(start - stop, -step)


def ll_long_rangelen(distance, step):
    """Both positive, but may be too large for an int."""
    distance = llop.cast_int_to_uint(lltype.Unsigned, distance - 1)
    n = llop.uint_floordiv(lltype.Unsigned, distance, llop.cast_int_to_uint(lltype.Unsigned, step))
    n = llop.cast_uint_to_int(lltype.Signed, n) + 1
    if n <= 0:
        raise OverflowError("range has too many items")
    return n


@always_inline
def ll_rangenext_up(it):
    """step is the constant 1"""
    next = it.next
    if next >= it.stop:
        raise StopIteration
    it.next = next + 1
    return next


@always_inline
def ll_rangenext_pos(it, step):
    """A step of more than 1 may lead past the largest int: then this was the last item."""
    next = it.next
    stop = it.stop
    if next >= stop:
        raise StopIteration
    following = next + step
    if following < next:
        following = stop
    it.next = following
    return next


@always_inline
def ll_rangenext_neg(it, step):
    next = it.next
    stop = it.stop
    if next <= stop:
        raise StopIteration
    following = next + step
    if step < -1 and following > next:
        following = stop
    it.next = following
    return next


@always_inline
def ll_rangenext_any(it):
    next = it.next
    step = it.step
    stop = it.stop
    following = next + step
    if step > 0:
        if next >= stop:
            raise StopIteration
        if following < next:
            following = stop
    else:
        if next <= stop:
            raise StopIteration
        if following > next:
            following = stop
    it.next = following
    return next


@always_inline
def ll_rangenext_rev(it, step):
    if it.left == 0:
        raise StopIteration
    it.left -= 1
    end = it.end - step
    it.end = end
    return end


def ll_range_check_step(step):
    if step == 0:
        raise ValueError("range() arg 3 must not be zero")


@always_inline
def ll_rangeitem(r, step, i):
    n = ll_rangelen(r.start, r.stop, step)
    if i < 0:
        i += n
    if out_of_range(i, n):
        raise IndexError("range object index out of range")
    return r.start + i * step


def ll_rangefill(items, start, step, n):
    i = 0
    while i < n:
        items[i] = start + i * step
        i += 1


# ---- items without a test of the index (--unchecked)

@always_inline
def ll_getitem_unchecked(items, n, i):
    if i < 0:
        i += n
    return items[i]


@always_inline
def ll_getitem_nonneg_unchecked(items, n, i):
    return items[i]


@always_inline
def ll_setitem_unchecked(items, n, i, v):
    if i < 0:
        i += n
    items[i] = v


@always_inline
def ll_setitem_nonneg_unchecked(items, n, i, v):
    items[i] = v
