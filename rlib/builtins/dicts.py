"""Dicts, defaultdict, OrderedDict, Counter. Each call has a copy of its own, for the types of its arguments.
`d._item(k)` is `d[k]` without what a defaultdict or Counter does with a missing key."""

from collections import Counter, OrderedDict
from rpython.rlib.objectmodel import specialize, move_to_end
from rpython.rlib.rarithmetic import intmask


@specialize.call_location()
def default_item(d, key, factory):
    try:
        return d._item(key)
    except KeyError:
        value = factory()
        d[key] = value
        return value


@specialize.call_location()
def fromkeys(keys, value=None):
    d = {}
    for k in keys:
        d[k] = value
    return d


@specialize.call_location()
def dict_of_dict(source):
    d = {}
    for k in source:
        d[k] = source._item(k)
    return d


@specialize.call_location()
def ordered_of_dict(source):
    d = OrderedDict()
    for k in source:
        d[k] = source._item(k)
    return d


@specialize.call_location()
def dict_of_pairs(pairs):
    d = {}
    for k, v in pairs:
        d[k] = v
    return d


@specialize.call_location()
def ordered_of_pairs(pairs):
    d = OrderedDict()
    for k, v in pairs:
        d[k] = v
    return d


@specialize.call_location()
def update_pairs(d, pairs):
    for k, v in pairs:
        d[k] = v


@specialize.call_location()
def update_dict(d, source):
    for k in source:
        d[k] = source._item(k)


@specialize.call_location()
def merged(a, b):
    d = a.copy()
    d.update(b)
    return d


@specialize.call_location()
def inplace_or(a, b):
    a.update(b)
    return a


@specialize.call_location()
def equal(a, b):
    if len(a) != len(b):
        return False
    for k in a:
        if k not in b or not a._item(k) == b._item(k):
            return False
    return True


@specialize.call_location()
def popitem_from(d, last):
    if not last:
        for k in d:
            value = d._item(k)
            del d[k]
            return k, value
    return d.popitem()


@specialize.call_location()
def move_to_end_(d, key, last=True):
    move_to_end(d, key, last)


# ---- r_dict: functions of keys, made at translation time of the program's functions

def custom_eq(function):
    def key_eq(a, b):
        return function(a, b)
    return key_eq


def custom_hash(function):
    def key_hash(a):
        return intmask(function(a))
    return key_hash


# ---- Counter

@specialize.call_location()
def counter_item(d, key):
    return d.get(key, 0)


@specialize.call_location()
def counter_of(items):
    d = Counter()
    for x in items:
        d[x] = d.get(x, 0) + 1
    return d


@specialize.call_location()
def counter_of_counts(counts):
    d = Counter()
    for k in counts:
        d[k] = counts._item(k)
    return d


@specialize.call_location()
def counter_update(d, items):
    for x in items:
        d[x] = d.get(x, 0) + 1


@specialize.call_location()
def counter_update_counts(d, counts):
    for k in counts:
        d[k] = d.get(k, 0) + counts._item(k)


@specialize.call_location()
def counter_subtract(d, items):
    for x in items:
        d[x] = d.get(x, 0) - 1


@specialize.call_location()
def counter_subtract_counts(d, counts):
    for k in counts:
        d[k] = d.get(k, 0) - counts._item(k)


@specialize.call_location()
def most_common(d, n=-1):
    pairs = [(k, d._item(k)) for k in d]
    pairs.sort(key=count_of, reverse=True)
    if n is not None and n >= 0:
        return pairs[:n]
    return pairs


@specialize.call_location()
def count_of(pair):
    return pair[1]


@specialize.call_location()
def elements(d):
    for k in d:
        for i in range(d._item(k)):
            yield k


@specialize.call_location()
def total(d):
    n = 0
    for k in d:
        n += d._item(k)
    return n


@specialize.call_location()
def counter_add(a, b):
    d = Counter()
    for k in a:
        n = a._item(k) + b.get(k, 0)
        if n > 0:
            d[k] = n
    for k in b:
        if k not in a and b._item(k) > 0:
            d[k] = b._item(k)
    return d


@specialize.call_location()
def counter_sub(a, b):
    d = Counter()
    for k in a:
        n = a._item(k) - b.get(k, 0)
        if n > 0:
            d[k] = n
    for k in b:
        if k not in a and b._item(k) < 0:
            d[k] = -b._item(k)
    return d


@specialize.call_location()
def counter_and(a, b):
    d = Counter()
    for k in a:
        n = min(a._item(k), b.get(k, 0))
        if n > 0:
            d[k] = n
    return d


@specialize.call_location()
def counter_or(a, b):
    d = Counter()
    for k in a:
        n = max(a._item(k), b.get(k, 0))
        if n > 0:
            d[k] = n
    for k in b:
        if k not in a and b._item(k) > 0:
            d[k] = b._item(k)
    return d
