"""Methods of strings, bytes or unicode."""

from rpython.rlib.objectmodel import specialize


@specialize.argtype(0, 1)
def partition(s, sep):
    if len(sep) == 0:
        raise ValueError("empty separator")
    i = s.find(sep)
    if i < 0:
        return s, s[:0], s[:0]
    return s[:i], sep, s[i + len(sep):]


@specialize.argtype(0, 1)
def rpartition(s, sep):
    if len(sep) == 0:
        raise ValueError("empty separator")
    i = s.rfind(sep)
    if i < 0:
        return s[:0], s[:0], s
    return s[:i], sep, s[i + len(sep):]


@specialize.argtype(0)
def ascii_(x):
    """`ascii(x)`"""
    return repr(x)
