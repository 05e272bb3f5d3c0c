import types
from .object import PolymorphicFn, WrappedException, Object


def wrap_fn(fn):
    """A function of n arguments becomes one of a list."""
    n = fn.__code__.co_argcount
    args = ", ".join("args[%d]" % i for i in range(n))
    ns = {"fn": fn, "WrappedException": WrappedException}
    exec("""
def invoke(args):
    if len(args) != %d:
        raise WrappedException("%s: expected %d arguments")
    try:
        return fn(%s)
    except WrappedException as e:
        e.trace.append("%s")
        raise
""" % (n, fn.__name__, n, args, fn.__name__), ns)
    return ns["invoke"]


def as_proto(name):
    return PolymorphicFn(name)


def extend(proto, tp):
    if not isinstance(tp, type(Object._type)):
        tp = tp._type

    def decorate(fn):
        proto.extend(tp, wrap_fn(fn))
        return fn
    return decorate
