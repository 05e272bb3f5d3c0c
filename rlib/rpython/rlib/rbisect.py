"""Binary search in sorted lists."""

from rpython.rlib.objectmodel import specialize


@specialize.argtype(1)
def bisect_left(a, x, hi=-1):
    """The first index at which `x` can be inserted so that the list stays sorted."""
    lo = 0
    if hi == -1:
        hi = len(a)
    while lo < hi:
        mid = (lo + hi) >> 1
        if a[mid] < x:
            lo = mid + 1
        else:
            hi = mid
    return lo


@specialize.argtype(1)
def bisect_right(a, x, hi=-1):
    """The last such index."""
    lo = 0
    if hi == -1:
        hi = len(a)
    while lo < hi:
        mid = (lo + hi) >> 1
        if x < a[mid]:
            hi = mid
        else:
            lo = mid + 1
    return lo
