"""Functions of module sys."""

from rpython.rlib.objectmodel import specialize


@specialize.argtype(0)
def exit(code=None):
    raise SystemExit(code)
