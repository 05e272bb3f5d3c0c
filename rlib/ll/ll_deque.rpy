"""Deques: a ring of items whose size is a power of two.

`length` items are in use, from `start` on; `maxlen` is the greatest length, or -1."""
from rpython.rlib.objectmodel import dont_inline
from rpython.rtyper.lltypesystem.lltype import malloc_like, zero_of_item
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop


@dont_inline
def ll_grow(d):
    old = d.items
    size = len(old)
    new = malloc_like(old, size * 2)
    start = d.start
    llop.copy_items(lltype.Void, old, new, start, 0, size - start)
    llop.copy_items(lltype.Void, old, new, 0, size - start, start)
    d.items = new
    d.start = 0


def ll_append(d, v):
    n = d.length
    if n == d.maxlen:
        if n == 0:
            return
        ll_popleft(d)
        n -= 1
    if n == len(d.items):
        ll_grow(d)
    items = d.items
    items[(d.start + n) & (len(items) - 1)] = v
    d.length = n + 1


def ll_appendleft(d, v):
    n = d.length
    if n == d.maxlen:
        if n == 0:
            return
        ll_pop(d)
        n -= 1
    if n == len(d.items):
        ll_grow(d)
    items = d.items
    start = (d.start - 1) & (len(items) - 1)
    items[start] = v
    d.start = start
    d.length = n + 1


def ll_pop(d):
    n = d.length - 1
    if n < 0:
        raise IndexError("pop from an empty deque")
    items = d.items
    i = (d.start + n) & (len(items) - 1)
    v = items[i]
    items[i] = zero_of_item(items)
    d.length = n
    return v


def ll_popleft(d):
    n = d.length - 1
    if n < 0:
        raise IndexError("pop from an empty deque")
    items = d.items
    i = d.start
    v = items[i]
    items[i] = zero_of_item(items)
    d.start = (i + 1) & (len(items) - 1)
    d.length = n
    return v


def ll_clear(d):
    d.items = malloc_like(d.items, 8)
    d.start = 0
    d.length = 0


def ll_slot(d, i):
    """Number in the ring of item i of the deque."""
    n = d.length
    if i < 0:
        i += n
    if i < 0 or i >= n:
        raise IndexError("deque index out of range")
    return (d.start + i) & (len(d.items) - 1)


def ll_getitem(d, i):
    return d.items[ll_slot(d, i)]


def ll_setitem(d, i, v):
    d.items[ll_slot(d, i)] = v


def ll_delitem(d, i):
    slot = ll_slot(d, i)
    items = d.items
    mask = len(items) - 1
    last = (d.start + d.length - 1) & mask
    while slot != last:
        next = (slot + 1) & mask
        items[slot] = items[next]
        slot = next
    items[last] = zero_of_item(items)
    d.length -= 1


def ll_contains(d, v, eqfn):
    i = 0
    while i < d.length:
        if eqfn(d.items[(d.start + i) & (len(d.items) - 1)], v):
            return True
        i += 1
    return False


def make_deque_eq(eqfn):
    def ll_deque_eq(a, b):
        if a == b:
            return True
        if not a or not b:
            return False
        if a.length != b.length:
            return False
        i = 0
        while i < a.length:
            if not eqfn(ll_getitem(a, i), ll_getitem(b, i)):
                return False
            i += 1
        return True
    return ll_deque_eq


# ---- iterators: `deque`, `index`, `size` (of the deque at the start)

def ll_next(it):
    d = it.deque
    i = it.index
    if d.length != it.size:
        it.size = -1
        raise RuntimeError("deque mutated during iteration")
    if i >= d.length:
        raise StopIteration
    it.index = i + 1
    return d.items[(d.start + i) & (len(d.items) - 1)]


def ll_next_rev(it):
    d = it.deque
    i = it.index - 1
    if d.length != it.size:
        it.size = -1
        raise RuntimeError("deque mutated during iteration")
    if i < 0:
        raise StopIteration
    it.index = i
    return d.items[(d.start + i) & (len(d.items) - 1)]
