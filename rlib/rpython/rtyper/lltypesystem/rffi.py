"""Functions of C."""
from rpython.rtyper.lltypesystem import lltype

SIGNED = lltype.Signed
LONG = lltype.Signed
INT = lltype.Signed
SIZE_T = lltype.Unsigned
SSIZE_T = lltype.Signed
DOUBLE = lltype.Float
VOIDP = lltype.Address
CCHARP = lltype.Address


class ExternalFunction(object):
    def __init__(self, name, argtypes, restype, includes, can_collect, cannot_raise):
        self.name = name
        self.argtypes = argtypes
        self.restype = restype
        self.includes = includes
        self.can_collect = can_collect

    def _freeze_(self):
        return True

    def __call__(self, *args):
        raise NotImplementedError("external function %s: in translated code only" % self.name)


def llexternal(name, args, result, includes=(), can_collect=False, **kwds):
    """The C function `name`; a prototype is made from the types unless headers are given."""
    return ExternalFunction(name, list(args), result, list(includes), can_collect, True)
