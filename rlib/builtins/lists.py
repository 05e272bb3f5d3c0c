"""Methods and operators of lists. Each call has a copy of its own, for the types of its arguments."""

import sys
from rpython.rlib.objectmodel import specialize


@specialize.call_location()
def extend(l, items):
    for x in items:
        l.append(x)


@specialize.call_location()
def inplace_add(l, items):
    for x in items:
        l.append(x)
    return l


@specialize.call_location()
def set_slice(l, start, stop, items):
    l[start:stop] = [x for x in items]


@specialize.call_location()
def set_slice_step(l, start, stop, step, items):
    l[start:stop:step] = [x for x in items]


@specialize.call_location()
def index(l, value, start, stop=None):
    n = len(l)
    if start < 0:
        start += n
        if start < 0:
            start = 0
    if stop is None or stop > n:
        stop = n
    elif stop < 0:
        stop += n
    while start < stop and start < len(l):
        if l[start] == value:
            return start
        start += 1
    raise ValueError(repr(value) + " is not in list")


# ---- what a `*` parameter got from a list: a tuple to the program

@specialize.call_location()
def star_text(args):
    texts = [repr(x) for x in args]
    if len(texts) == 1:
        return "(" + texts[0] + ",)"
    return "(" + ", ".join(texts) + ")"


@specialize.call_location()
def star_equal(args, t):
    items = [x for x in t]
    if len(args) != len(items):
        return False
    for i in range(len(items)):
        if args[i] != items[i]:
            return False
    return True


@specialize.call_location()
def star_differs(args, t):
    return not star_equal(args, t)


# ---- tuples

def make_repeat(length, times):
    """`t * n` of a tuple of known length with a constant"""
    items = ["t[%d], " % i for i in range(int(length))] * int(times)
    scope = {"__name__": __name__}
    exec("def repeat(t):\n    return (%s)\n" % "".join(items), scope)
    repeat = scope["repeat"]
    repeat._annspecialcase_ = "specialize:call_location"
    return repeat


@specialize.call_location()
def tuple_below(a, b):
    """`a < b` of tuples of different lengths, and `a <= b`, which is the same."""
    if len(a) < len(b):
        return a <= b[:len(a)]
    return a[:len(b)] < b


@specialize.call_location()
def tuple_above(a, b):
    """`a > b` and `a >= b`"""
    if len(a) < len(b):
        return a > b[:len(a)]
    return a[:len(b)] >= b


# ---- methods of tuples with items of one type

@specialize.call_location()
def tuple_index(t, value, start=0, stop=sys.maxint):
    items = [x for x in t]
    n = len(items)
    if start < 0:
        start = max(start + n, 0)
    if stop < 0:
        stop += n
    while start < stop and start < n:
        if items[start] == value:
            return start
        start += 1
    raise ValueError("tuple.index(x): x not in tuple")


@specialize.call_location()
def tuple_count(t, value):
    n = 0
    for x in t:
        if x == value:
            n += 1
    return n


# ---- sorting: stable merge sort, bottom up over sorted runs

@specialize.call_location()
def sort(l, cmp=None, key=None, reverse=False):
    # Reversed before and after: equal items keep their order.
    if reverse:
        l.reverse()
    if cmp is not None:
        if key is not None:
            keys = [key(x) for x in l]
            permute(l, merge_sort(keys, by_cmp, cmp))
        else:
            permute(l, merge_sort(l, by_cmp, cmp))
    elif key is not None:
        keys = [key(x) for x in l]
        permute(l, merge_sort(keys, by_less, None))
    else:
        l.sort()
    if reverse:
        l.reverse()


@specialize.call_location()
def sort_by_less(l):
    permute(l, merge_sort(l, by_less, None))


@specialize.call_location()
def by_less(cmp, a, b):
    return a < b


@specialize.call_location()
def by_cmp(cmp, a, b):
    return cmp(a, b) < 0


@specialize.call_location()
def permute(l, order):
    l[:] = [l[i] for i in order]


@specialize.call_location()
def sort_run(order, keys, lo, hi, less, cmp):
    """Binary insertion sort, beginning with the longest sorted or strictly falling run."""
    i = lo + 1
    if i >= hi:
        return
    if less(cmp, keys[order[i]], keys[order[lo]]):
        i += 1
        while i < hi and less(cmp, keys[order[i]], keys[order[i - 1]]):
            i += 1
        left = lo
        right = i - 1
        while left < right:
            order[left], order[right] = order[right], order[left]
            left += 1
            right -= 1
    else:
        i += 1
        while i < hi and not less(cmp, keys[order[i]], keys[order[i - 1]]):
            i += 1
    while i < hi:
        v = order[i]
        key = keys[v]
        left = lo
        right = i
        while left < right:
            mid = (left + right) >> 1
            if less(cmp, key, keys[order[mid]]):
                right = mid
            else:
                left = mid + 1
        j = i
        while j > left:
            order[j] = order[j - 1]
            j -= 1
        order[left] = v
        i += 1


@specialize.call_location()
def merge_sort(keys, less, cmp):
    """The numbers of the keys in their order. Fewer than 64 keys are compared as CPython compares them."""
    n = len(keys)
    order = [i for i in range(n)]
    run = 64
    if n >= run:
        run = 32
    lo = 0
    while lo < n:
        hi = lo + run
        if hi > n:
            hi = n
        sort_run(order, keys, lo, hi, less, cmp)
        lo = hi
    if n <= run:
        return order
    spare = [0] * n
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
            if mid < hi and less(cmp, keys[order[mid]], keys[order[mid - 1]]):
                i = lo
                j = mid
                k = lo
                while i < mid and j < hi:
                    if less(cmp, keys[order[j]], keys[order[i]]):
                        spare[k] = order[j]
                        j += 1
                    else:
                        spare[k] = order[i]
                        i += 1
                    k += 1
                while i < mid:
                    spare[k] = order[i]
                    i += 1
                    k += 1
                while j < hi:
                    spare[k] = order[j]
                    j += 1
                    k += 1
            else:
                i = lo
                while i < hi:
                    spare[i] = order[i]
                    i += 1
            lo = hi
        t = order
        order = spare
        spare = t
        width = width * 2
    return order
