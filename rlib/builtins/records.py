"""Named tuples at run time: a class made from text for each, with an attribute per field. The annotator puts it in the
place of the named tuple's class, and instances of it in the place of prebuilt named tuples."""

import dataclasses
import sys

from rpython.rlib.objectmodel import specialize
from rpython_builtins.iterables import unpack_error


class Keep(object):
    """Stands for a field that `_replace` does not change."""

KEEP = Keep()

CLASSES = {}

SOURCE = '''
class %(name)s(object):
    _immutable_fields_ = %(fields)r
    _fields = %(fields)r

    def __init__(self, %(params)s):
        %(store)s

    def __eq__(self, other):
        if isinstance(other, _cls):
            return %(mine)s == %(others)s
        if isinstance(other, tuple):
            return %(mine)s == tuple(other)
        return False

    def __ne__(self, other):
        return not self == other
%(comparisons)s
    def __hash__(self):
        return hash(%(mine)s)

    def __repr__(self):
        return %(format)r %% ((self.__class__.__name__,) + %(mine)s)

    def __len__(self):
        return %(count)d

    def __iter__(self):
        return iter(%(mine)s)

    def __contains__(self, item):
        return item in %(mine)s

    def __getitem__(self, index):
        return %(mine)s[index]

    def __add__(self, other):
        return %(mine)s + tuple(other)

    def index(self, item, start=0, stop=sys.maxint):
        return %(mine)s.index(item, start, stop)

    def count(self, item):
        return %(mine)s.count(item)

    def _tuple(self):
        return %(mine)s

    def _replace(self, %(keep)s):
        return self.__class__(%(replaced)s)
    _replace._annspecialcase_ = 'specialize:argtype(%(numbers)s)'

    def _asdict(self):
        return {%(pairs)s}

    def _make(cls, iterable):
        if isinstance(iterable, (list, tuple, str)):
            if len(iterable) != %(count)d:
                raise _make_error(%(count)d, len(iterable))
            %(unpack)siterable
            return cls(%(values)s)
        if iterable is None:
            raise TypeError("'NoneType' object is not iterable")
        items = list(iterable)
        if len(items) != %(count)d:
            raise _make_error(%(count)d, len(items))
        return cls(%(items)s)
    _make._annspecialcase_ = 'specialize:call_location'
    _make = classmethod(_make)
'''

COMPARISON = '''
    def %(method)s(self, other):
        if isinstance(other, _cls):
            return %(mine)s %(symbol)s %(others)s
        if isinstance(other, tuple):
            return %(mine)s %(symbol)s tuple(other)
        return NotImplemented
'''


def record_class(cls):
    """The class that stands for a named tuple's class at run time."""
    if cls in CLASSES:
        return CLASSES[cls]
    bases = [b for b in cls.__bases__ if issubclass(b, tuple) and b is not tuple]
    if bases:
        others = tuple([record_class(b) if issubclass(b, tuple) else b for b in cls.__bases__])
        skip = ('__new__', '__slots__', '__dict__', '__weakref__')
        made = type(cls.__name__, others, dict([(k, v) for k, v in cls.__dict__.items() if k not in skip]))
    else:
        made = make_class(cls)
    CLASSES[cls] = made
    return made


def class_like(made):
    """One more class for the same named tuple, for fields of other types."""
    for cls in CLASSES:
        if CLASSES[cls] is made:
            return make_class(cls)


def subclass_like(made, bases):
    skip = ('__dict__', '__weakref__')
    return type(made.__name__, bases, dict([(k, v) for k, v in made.__dict__.items() if k not in skip]))


def make_maker(cls):
    @specialize.call_location()
    def make_instance(*args, **named):
        return cls(*args, **named)
    return make_instance


def make_class(cls):
    fields = cls._fields
    words = {'name': cls.__name__, 'fields': fields, 'count': len(fields),
             'mine': '(%s)' % ''.join(['self.%s, ' % f for f in fields]),
             'others': '(%s)' % ''.join(['other.%s, ' % f for f in fields]),
             'params': ', '.join([f + '=_d_' + f if f in cls._field_defaults else f for f in fields]),
             'store': '\n        '.join(['self.%s = %s' % (f, f) for f in fields]) or 'pass',
             'format': '%%s(%s)' % ', '.join([f + '=%r' for f in fields]),
             'keep': ', '.join([f + '=_keep' for f in fields]),
             'replaced': ', '.join(['self.%s if %s is _keep else %s' % (f, f, f) for f in fields]),
             'pairs': ', '.join(['%r: self.%s' % (f, f) for f in fields]),
             'unpack': ''.join(['f%d_, ' % i for i in range(len(fields))]) + '= ' if fields else '',
             'values': ', '.join(['f%d_' % i for i in range(len(fields))]),
             'items': ', '.join(['items[%d]' % i for i in range(len(fields))]),
             'numbers': ', '.join([str(i + 1) for i in range(len(fields))])}
    words['comparisons'] = ''.join([
        COMPARISON % dict(words, method=method, symbol=symbol)
        for method, symbol in [('__lt__', '<'), ('__le__', '<='), ('__gt__', '>'), ('__ge__', '>=')]])
    names = {'sys': sys, '_keep': KEEP, '_make_error': make_error, '__name__': cls.__module__}
    for f in cls._field_defaults:
        names['_d_' + f] = cls._field_defaults[f]
    exec(SOURCE % words, names)
    made = names['_cls'] = names[cls.__name__]
    for f in fields:
        if f in ('index', 'count'):
            delattr(made, f)
    return made


def record_instance(obj, cls):
    """What stands for a prebuilt named tuple; its fields are set later (they may lead back to it)."""
    return cls.__new__(cls)


def fill_record(made, obj):
    for i, f in enumerate(obj._fields):
        setattr(made, f, tuple.__getitem__(obj, i))


def make_error(expected, given):
    return TypeError('Expected %d arguments, got %d' % (expected, given))


def make_item(name):
    """`x[i]` with a known index."""
    @specialize.argtype(0)
    def item(x):
        return getattr(x, name)
    return item


def make_items(names):
    """`x[a:b]` with known bounds: the fields of these names."""
    scope = {"__name__": __name__}
    exec("def items(x):\n    return (%s)\n" % "".join(["x.%s, " % n for n in names]), scope)
    return specialize.argtype(0)(scope["items"])


@specialize.argtype(0)
def as_tuple(x):
    return x._tuple()


@specialize.argtype(0)
def unpack(x, n):
    """A named tuple unpacked to `n` targets."""
    if len(x) != n:
        raise unpack_error(len(x), n)
    return x._tuple()


# ---- data classes: functions for one class

def function_of_fields(name, params, body, scope):
    scope["__name__"] = __name__
    exec("def %s(%s):\n    return %s\n" % (name, params, body), scope)
    f = scope[name]
    f._annspecialcase_ = "specialize:call_location"
    return f


def fields_of(cls):
    fields = cls.__dataclass_fields__.values()
    return [f for f in fields if "InitVar" not in str(f.type)]


def make_replace(parts):
    """`dataclasses.replace(obj, name=value)` of a class, for some names"""
    cls, names = parts
    names = names.split()
    given = ["%s=%s" % (n, n) for n in names]
    given += ["%s=obj_.%s" % (f.name, f.name) for f in fields_of(cls) if f.init and f.name not in names]
    params = "obj_" + "".join([", " + n for n in (["*"] + names if names else [])])
    return function_of_fields("replace", params, "cls_(%s)" % ", ".join(given), {"cls_": cls})


def parts_of(cls, function):
    """A text for each field, and the names that are in the texts."""
    texts, scope = [], {"copied": copied}
    for f in fields_of(cls):
        if isinstance(f.type, type) and hasattr(f.type, "__dataclass_fields__"):
            scope["part_"] = function
            texts.append("part_(obj_.%s)" % f.name)
        else:
            texts.append("copied(obj_.%s)" % f.name)
    return texts, scope


@specialize.argtype(0)
def copied(x):
    if isinstance(x, list):
        return [y for y in x]
    return x


def make_astuple(parts):
    cls, _ = parts
    texts, scope = parts_of(cls, dataclasses.astuple)
    return function_of_fields("astuple", "obj_", "(%s)" % "".join([t + ", " for t in texts]), scope)


def make_asdict(parts):
    cls, _ = parts
    texts, scope = parts_of(cls, dataclasses.asdict)
    pairs = ["%r: %s" % (f.name, t) for f, t in zip(fields_of(cls), texts)]
    return function_of_fields("asdict", "obj_", "{%s}" % ", ".join(pairs), scope)
