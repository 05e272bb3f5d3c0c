"""Built-in functions over iterables. Each call has a copy of its own, for the types of its arguments."""

from rpython.rlib.objectmodel import specialize


@specialize.call_location()
def sum_(items, start=0):
    total = start
    for x in items:
        total = total + x
    return total


@specialize.call_location()
def any_(items):
    for x in items:
        if x:
            return True
    return False


@specialize.call_location()
def all_(items):
    for x in items:
        if not x:
            return False
    return True
