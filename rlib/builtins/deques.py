"""collections.deque. Each call has a copy of its own, for the types of its arguments.
`_maxlen()` is the greatest length, or -1; `_empty()` a new deque with the same; `_delete(i)` is `del d[i]` for 0 <= i < len(d)."""

import sys
from collections import deque
from rpython.rlib.objectmodel import specialize

MOST_ITEMS = 1 << 45      # of any object


@specialize.call_location()
def new(items, maxlen=None):
    d = deque(maxlen=maxlen)
    for x in items:
        d.append(x)
    return d


@specialize.call_location()
def extend(d, items):
    if items is d:
        for x in copy_(d):
            d.append(x)
    else:
        for x in items:
            d.append(x)


@specialize.call_location()
def extendleft(d, items):
    if items is d:
        for x in copy_(d):
            d.appendleft(x)
    else:
        for x in items:
            d.appendleft(x)


@specialize.call_location()
def maxlen_(d):
    return d._maxlen()


# ---- operators

@specialize.call_location()
def inplace_add(d, items):
    extend(d, items)
    return d


@specialize.call_location()
def add(a, b):
    result = copy_(a)
    for x in b:
        result.append(x)
    return result


def times(size, n, maxlen):
    """How often `size` items must be put into a deque so that it is as if they had been n times."""
    if n <= 0 or size == 0:
        return 0
    if n > MOST_ITEMS // size:
        raise MemoryError
    if maxlen >= 0:
        return min(n, maxlen // size + 1)
    return n


@specialize.call_location()
def repeat(d, n):
    result = d._empty()
    n = times(len(d), n, d._maxlen())
    while n > 0:
        for x in d:
            result.append(x)
        n -= 1
    return result


@specialize.call_location()
def repeat_reflected(n, d):
    return repeat(d, n)


@specialize.call_location()
def inplace_repeat(d, n):
    if n <= 0:
        d.clear()
    else:
        items = [x for x in d]
        n = times(len(items), n, d._maxlen())
        while n > 1:
            for x in items:
                d.append(x)
            n -= 1
    return d


@specialize.call_location()
def less(a, b):
    return [x for x in a] < [x for x in b]


@specialize.call_location()
def less_or_equal(a, b):
    return [x for x in a] <= [x for x in b]


@specialize.call_location()
def greater(a, b):
    return [x for x in a] > [x for x in b]


@specialize.call_location()
def greater_or_equal(a, b):
    return [x for x in a] >= [x for x in b]


@specialize.call_location()
def copy_(d):
    result = d._empty()
    for x in d:
        result.append(x)
    return result


@specialize.call_location()
def reverse_(d):
    i = 0
    j = len(d) - 1
    while i < j:
        x = d[i]
        d[i] = d[j]
        d[j] = x
        i += 1
        j -= 1


@specialize.call_location()
def rotate(d, n=1):
    size = len(d)
    if size > 0:
        n = n % size
        if n * 2 <= size:
            while n > 0:
                d.appendleft(d.pop())
                n -= 1
        else:
            n = size - n
            while n > 0:
                d.append(d.popleft())
                n -= 1


def clipped(i, size):
    if i < 0:
        i += size
        if i < 0:
            return 0
    if i > size:
        return size
    return i


@specialize.call_location()
def index(d, value, start=0, stop=sys.maxint):
    size = len(d)
    i = clipped(start, size)
    stop = clipped(stop, size)
    while i < stop:
        if d[i] == value:
            return i
        i += 1
    raise ValueError(repr(value) + " is not in deque")


@specialize.call_location()
def count(d, value):
    n = 0
    for x in d:
        if x == value:
            n += 1
    return n


@specialize.call_location()
def remove(d, value):
    size = len(d)
    i = 0
    while i < size:
        if d[i] == value:
            d._delete(i)
            return
        i += 1
    raise ValueError(repr(value) + " is not in deque")


@specialize.call_location()
def insert(d, i, value):
    size = len(d)
    if size == d._maxlen():
        raise IndexError("deque already at its maximum size")
    i = clipped(i, size)
    d.append(value)
    while size > i:
        d[size] = d[size - 1]
        size -= 1
    d[i] = value
