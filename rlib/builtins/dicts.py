"""Dicts, defaultdict, OrderedDict. Each call has a copy of its own, for the types of its arguments.
`d._item(k)` is `d[k]` without what a defaultdict or Counter does with a missing key."""

from collections import OrderedDict, defaultdict
from rpython.rlib.objectmodel import specialize, move_to_end
from rpython.rlib.rarithmetic import intmask


@specialize.call_location()
def default_item(d, key, factory):
    try:
        return d._item(key)
    except KeyError:
        value = factory()
        d[key] = value
        return value


@specialize.call_location()
def fromkeys(keys, value=None):
    d = {}
    for k in keys:
        d[k] = value
    return d


@specialize.call_location()
def ordered_fromkeys(keys, value=None):
    d = OrderedDict()
    for k in keys:
        d[k] = value
    return d


# ---- made of a dict or of pairs, and keywords: their names, and their values

@specialize.call_location()
def dict_of(source, names, *values):
    d = {}
    update(d, source)
    if len(values) > 0:
        set_all(d, names, values)
    return d


@specialize.call_location()
def ordered_of(source, names, *values):
    d = OrderedDict()
    update(d, source)
    if len(values) > 0:
        set_all(d, names, values)
    return d


@specialize.call_location()
def default_of(factory, source, names, *values):
    d = defaultdict(factory)
    update(d, source)
    if len(values) > 0:
        set_all(d, names, values)
    return d


@specialize.call_location()
def update_with(d, source, names, *values):
    update(d, source)
    set_all(d, names, values)


@specialize.call_location()
def update(d, source):
    if source is None:
        pass
    elif is_dict(source):
        for k in source:
            d[k] = source._item(k)
    else:
        for k, v in source:
            d[k] = v


@specialize.call_location()
def set_all(d, names, values):
    i = 0
    for v in values:
        d[names[i]] = v
        i += 1


def is_dict(x):
    """Whether the type is a kind of dict: known to the annotator."""
    return isinstance(x, dict)


@specialize.call_location()
def merged(a, b):
    d = a.copy()
    d.update(b)
    return d


@specialize.call_location()
def inplace_or(a, b):
    a.update(b)
    return a


@specialize.call_location()
def equal(a, b):
    if len(a) != len(b):
        return False
    for k in a:
        if k not in b or not a._item(k) == b._item(k):
            return False
    return True


@specialize.call_location()
def popitem_from(d, last=True):
    """Of an OrderedDict."""
    if len(d) == 0:
        raise KeyError("dictionary is empty")
    if not last:
        for k in d:
            value = d._item(k)
            del d[k]
            return k, value
    k = last_key(d)
    value = d._item(k)
    del d[k]
    return k, value


@specialize.call_location()
def last_key(d):
    return next(reversed(d))


@specialize.call_location()
def move_to_end_(d, key, last=True):
    move_to_end(d, key, last)


# ---- r_dict: functions of keys, made at translation time of the program's functions

def custom_eq(function):
    def key_eq(a, b):
        return function(a, b)
    return key_eq


def custom_hash(function):
    def key_hash(a):
        return intmask(function(a))
    return key_hash


def several_functions():
    """For r_dicts with different functions: equality and hash; what makes an object of the functions of one dict; and
    what must be called with that object before a helper calls the first two. They may use other dicts of the kind."""
    class Functions(object):
        def __init__(self, eq, hash):
            self.eq = eq
            self.hash = hash

    class Selected(object):
        def __init__(self):
            self.functions = None

    selected = Selected()

    def key_eq(a, b):
        functions = selected.functions
        equal = functions.eq(a, b)
        selected.functions = functions
        return equal

    def key_hash(a):
        functions = selected.functions
        code = intmask(functions.hash(a))
        selected.functions = functions
        return code

    def make(eq, hash):
        return Functions(eq, hash)

    def select(functions):
        selected.functions = functions
    return key_eq, key_hash, make, select
