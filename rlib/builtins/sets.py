"""Sets. Each call has a copy of its own, for the types of its arguments. `_add` is `add`, also on a new frozenset."""

from rpython.rlib.objectmodel import specialize


@specialize.call_location()
def new_set(items):
    s = set()
    for x in items:
        s.add(x)
    return s


@specialize.call_location()
def new_frozenset(items):
    s = frozenset()
    for x in items:
        s._add(x)
    return s


def is_set(x):
    """Whether the type is set or frozenset: known to the annotator."""
    return isinstance(x, (set, frozenset))


@specialize.call_location()
def as_set(items):
    """A set with the same items: sets are used as they are."""
    if is_set(items):
        return items
    return new_set(items)


# ---- methods: the other operand is any iterable

@specialize.call_location()
def union(s, items):
    result = s.copy()
    for x in items:
        result._add(x)
    return result


@specialize.call_location()
def intersection(s, items):
    other = as_set(items)
    result = s.copy()
    for x in s:
        if x not in other:
            result._discard(x)
    return result


@specialize.call_location()
def difference(s, items):
    result = s.copy()
    for x in items:
        result._discard(x)
    return result


@specialize.call_location()
def symmetric_difference(s, items):
    other = as_set(items)
    result = s.copy()
    for x in other:
        if x in s:
            result._discard(x)
        else:
            result._add(x)
    return result


@specialize.call_location()
def update(s, items):
    # Of the set itself: nothing is added.
    for x in items:
        s.add(x)


@specialize.call_location()
def intersection_update(s, items):
    other = as_set(items)
    for x in [x for x in s if x not in other]:
        s.discard(x)


@specialize.call_location()
def difference_update(s, items):
    for x in [x for x in items]:
        s.discard(x)


@specialize.call_location()
def symmetric_difference_update(s, items):
    for x in [x for x in as_set(items)]:
        if x in s:
            s.discard(x)
        else:
            s.add(x)


@specialize.call_location()
def issubset(s, items):
    other = as_set(items)
    if len(s) > len(other):
        return False
    for x in s:
        if x not in other:
            return False
    return True


@specialize.call_location()
def issuperset(s, items):
    for x in items:
        if x not in s:
            return False
    return True


@specialize.call_location()
def isdisjoint(s, items):
    for x in items:
        if x in s:
            return False
    return True


@specialize.call_location()
def union0(s):
    return s.copy()


@specialize.call_location()
def union2(s, a, b):
    return union(union(s, a), b)


@specialize.call_location()
def union3(s, a, b, c):
    return union(union(union(s, a), b), c)


@specialize.call_location()
def intersection0(s):
    return s.copy()


@specialize.call_location()
def intersection2(s, a, b):
    return intersection(intersection(s, a), b)


@specialize.call_location()
def intersection3(s, a, b, c):
    return intersection(intersection(intersection(s, a), b), c)


@specialize.call_location()
def difference0(s):
    return s.copy()


@specialize.call_location()
def difference2(s, a, b):
    return difference(difference(s, a), b)


@specialize.call_location()
def difference3(s, a, b, c):
    return difference(difference(difference(s, a), b), c)


@specialize.call_location()
def update0(s):
    pass


@specialize.call_location()
def update2(s, a, b):
    update(s, a)
    update(s, b)


@specialize.call_location()
def update3(s, a, b, c):
    update(s, a)
    update(s, b)
    update(s, c)


@specialize.call_location()
def intersection_update0(s):
    pass


@specialize.call_location()
def intersection_update2(s, a, b):
    intersection_update(s, a)
    intersection_update(s, b)


@specialize.call_location()
def intersection_update3(s, a, b, c):
    intersection_update(s, a)
    intersection_update(s, b)
    intersection_update(s, c)


@specialize.call_location()
def difference_update0(s):
    pass


@specialize.call_location()
def difference_update2(s, a, b):
    difference_update(s, a)
    difference_update(s, b)


@specialize.call_location()
def difference_update3(s, a, b, c):
    difference_update(s, a)
    difference_update(s, b)
    difference_update(s, c)


# ---- operators: one operand may be a view of a dict

@specialize.call_location()
def of_union(a, b):
    return union(as_set(a), b)


@specialize.call_location()
def of_intersection(a, b):
    return intersection(as_set(a), b)


@specialize.call_location()
def of_difference(a, b):
    return difference(as_set(a), b)


@specialize.call_location()
def of_symmetric_difference(a, b):
    return symmetric_difference(as_set(a), b)


@specialize.call_location()
def inplace_union(s, items):
    update(s, items)
    return s


@specialize.call_location()
def inplace_intersection(s, items):
    intersection_update(s, items)
    return s


@specialize.call_location()
def inplace_difference(s, items):
    difference_update(s, items)
    return s


@specialize.call_location()
def inplace_symmetric_difference(s, items):
    symmetric_difference_update(s, items)
    return s


@specialize.call_location()
def less_or_equal(a, b):
    return issubset(a, b)


@specialize.call_location()
def less(a, b):
    return len(a) < len(b) and issubset(a, b)


@specialize.call_location()
def greater_or_equal(a, b):
    return issubset(b, a)


@specialize.call_location()
def greater(a, b):
    return len(b) < len(a) and issubset(b, a)
