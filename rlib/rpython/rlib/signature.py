"""Declared types of functions."""

from rpython.rlib import types


def signature(*paramtypes, **kwargs):
    """`@signature(types of the arguments…, returns=type)`"""
    returntype = kwargs.pop('returns', None)
    if returntype is None:
        raise TypeError('signature: parameter returns is required')
    if kwargs:
        raise TypeError('signature: unknown parameters %s' % list(kwargs))

    def decorate(func):
        func._signature_ = (paramtypes, returntype)
        return func
    return decorate


def finishsigs(cls):
    """Class decorator: resolves `types.self()` in the methods' signatures."""
    return cls


class FieldSpec(object):
    def __init__(self, tp):
        self.tp = tp


class ClassSpec(object):
    def __init__(self, fields, inherit=False):
        self.fields = fields
        self.inherit = inherit
