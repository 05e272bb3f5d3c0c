"""collections.Counter. Each call has a copy of its own, for the types of its arguments.
`d._item(k)` is `d[k]` without the 0 of a missing key."""

from collections import Counter
from rpython.rlib.objectmodel import specialize
from rpython_builtins.dicts import is_dict


@specialize.call_location()
def item(d, key):
    return d.get(key, 0)


@specialize.call_location()
def delete(d, key):
    if key in d:
        d.pop(key)


@specialize.call_location()
def of(items, names, *values):
    d = Counter()
    update(d, items, names, *values)
    return d


@specialize.call_location()
def update(d, items, names, *values):
    if items is None:
        pass
    elif is_dict(items):
        for k in items:
            d[k] = d.get(k, 0) + items._item(k)
    else:
        for x in items:
            d[x] = d.get(x, 0) + 1
    if len(values) > 0:
        i = 0
        for n in values:
            k = names[i]
            d[k] = d.get(k, 0) + n
            i += 1


@specialize.call_location()
def subtract(d, items, names, *values):
    if items is None:
        pass
    elif is_dict(items):
        for k in items:
            d[k] = d.get(k, 0) - items._item(k)
    else:
        for x in items:
            d[x] = d.get(x, 0) - 1
    if len(values) > 0:
        i = 0
        for n in values:
            k = names[i]
            d[k] = d.get(k, 0) - n
            i += 1


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
def add(a, b):
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
def sub(a, b):
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
def and_(a, b):
    d = Counter()
    for k in a:
        n = min(a._item(k), b.get(k, 0))
        if n > 0:
            d[k] = n
    return d


@specialize.call_location()
def or_(a, b):
    d = Counter()
    for k in a:
        n = max(a._item(k), b.get(k, 0))
        if n > 0:
            d[k] = n
    for k in b:
        if k not in a and b._item(k) > 0:
            d[k] = b._item(k)
    return d


# ---- operators that change their first operand, and keep what is positive

@specialize.call_location()
def keep_positive(d):
    for k in [k for k in d if d._item(k) <= 0]:
        del d[k]
    return d


@specialize.call_location()
def inplace_add(a, b):
    for k in b:
        a[k] = a.get(k, 0) + b._item(k)
    return keep_positive(a)


@specialize.call_location()
def inplace_sub(a, b):
    if a is b:
        a.clear()
        return a
    for k in b:
        a[k] = a.get(k, 0) - b._item(k)
    return keep_positive(a)


@specialize.call_location()
def inplace_or_(a, b):
    for k in b:
        n = b._item(k)
        if n > a.get(k, 0):
            a[k] = n
    return keep_positive(a)


@specialize.call_location()
def inplace_and_(a, b):
    for k in a:
        n = b.get(k, 0)
        if n < a._item(k):
            a[k] = n
    return keep_positive(a)


@specialize.call_location()
def positive(d):
    result = Counter()
    for k in d:
        n = d._item(k)
        if n > 0:
            result[k] = n
    return result


@specialize.call_location()
def negative(d):
    result = Counter()
    for k in d:
        n = d._item(k)
        if n < 0:
            result[k] = -n
    return result


# ---- comparisons: a missing key counts 0

@specialize.call_location()
def less_or_equal(a, b):
    for k in a:
        if a._item(k) > b.get(k, 0):
            return False
    for k in b:
        if a.get(k, 0) > b._item(k):
            return False
    return True


@specialize.call_location()
def equal(a, b):
    return less_or_equal(a, b) and less_or_equal(b, a)


@specialize.call_location()
def not_equal(a, b):
    return not equal(a, b)


@specialize.call_location()
def less(a, b):
    return less_or_equal(a, b) and not less_or_equal(b, a)


@specialize.call_location()
def greater_or_equal(a, b):
    return less_or_equal(b, a)


@specialize.call_location()
def greater(a, b):
    return less(b, a)
