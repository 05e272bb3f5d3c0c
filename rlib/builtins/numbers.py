"""Built-in functions over numbers."""

from rpython.rlib.objectmodel import specialize


@specialize.argtype(0, 1)
def divmod_(a, b):
    return a // b, a % b
