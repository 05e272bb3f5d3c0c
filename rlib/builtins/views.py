"""Comparisons of what `keys()` and `items()` of dicts give (lists here), with each other and with sets. Each call has a copy of its
own, for the types of its arguments."""

from rpython.rlib.objectmodel import specialize
from rpython_builtins.sets import issubset


@specialize.call_location()
def items_contained(a, b):
    """The values need no hash."""
    other = {}
    for key, value in b:
        other[key] = value
    for key, value in a:
        if key not in other or other[key] != value:
            return False
    return True


def make_comparisons(contained):
    @specialize.call_location()
    def equal(a, b):
        return len(a) == len(b) and contained(a, b)

    @specialize.call_location()
    def differ(a, b):
        return len(a) != len(b) or not contained(a, b)

    @specialize.call_location()
    def less(a, b):
        return len(a) < len(b) and contained(a, b)

    @specialize.call_location()
    def less_or_equal(a, b):
        return len(a) <= len(b) and contained(a, b)

    @specialize.call_location()
    def greater(a, b):
        return len(a) > len(b) and contained(b, a)

    @specialize.call_location()
    def greater_or_equal(a, b):
        return len(a) >= len(b) and contained(b, a)
    return equal, differ, less, less_or_equal, greater, greater_or_equal


(keys_equal, keys_differ, keys_less, keys_less_or_equal, keys_greater,
 keys_greater_or_equal) = make_comparisons(issubset)
(items_equal, items_differ, items_less, items_less_or_equal, items_greater,
 items_greater_or_equal) = make_comparisons(items_contained)
