"""What programs ask of code objects at import time; the translator reads bytecode itself."""

from rpython.flowspace.argument import Signature

CO_VARARGS = 0x0004
CO_VARKEYWORDS = 0x0008


def cpython_code_signature(code):
    """The names of the parameters of a code object."""
    names = list(code.co_varnames)
    count = code.co_argcount
    more = names[count:]
    vararg = more.pop(0) if code.co_flags & CO_VARARGS else None
    kwarg = more.pop(0) if code.co_flags & CO_VARKEYWORDS else None
    return Signature(names[:count], vararg, kwarg)
