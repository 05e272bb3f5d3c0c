from . import object as obj
from .object import Integer, Text, Nil, nil, Object
from .code import as_proto, extend
from rpython.rlib.objectmodel import compute_hash

add = as_proto("-add")
show = as_proto("-show")
count = as_proto("-count")
hash_ = as_proto("-hash")


@extend(add, Integer)
def add_int(a, b):
    if not isinstance(b, Integer):
        raise obj.WrappedException("cannot add " + b.type().name())
    return Integer(a.int_val() + b.int_val())


@extend(add, Text)
def add_text(a, b):
    return Text(to_str(a) + to_str(b))


@extend(show, Integer)
def show_int(a):
    return Text(str(a.int_val()))


@extend(show, Text)
def show_text(a):
    return a


@extend(show, Object)
def show_object(a):
    return Text("<" + a.type().name() + ">")


@extend(count, Text)
def count_text(a):
    return Integer(len(a._s))


@extend(count, Nil._type)
def count_nil(a):
    return Integer(0)


@extend(hash_, Text)
def hash_text(a):
    return Integer(compute_hash(a._s) & 0)


def to_str(w):
    w_s = show.invoke([w])
    assert isinstance(w_s, Text)
    return w_s._s
