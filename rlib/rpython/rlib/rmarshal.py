"""Writing and reading values of known types, in the format of Python 2's module marshal.

A type is `int`, `float`, `bool`, `str`, `None`, `[T]`, `{K: V}`, `(T1, T2, …)`. Strings, lists and dicts may be None. Functions for a type are
made once, at import time.
"""

from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import intmask
from rpython.rlib.rfloat import formatd, float_of_text
from rpython.rlib.unroll import unrolling_iterable

TYPE_NONE, TYPE_FALSE, TYPE_TRUE = 'N', 'F', 'T'
TYPE_INT, TYPE_INT64, TYPE_FLOAT = 'i', 'I', 'f'
TYPE_STRING, TYPE_TUPLE, TYPE_LIST, TYPE_DICT = 's', '(', '[', '{'
TYPE_NULL = '0'


class CannotMarshal(Exception):
    """There is no way to write values of this type."""


class CannotUnmarshall(Exception):
    """There is no way to read values of this type."""


def w_long(buf, x):
    """32 bits, least significant byte first."""
    for shift in (0, 8, 16, 24):
        buf.append(chr((x >> shift) & 0xff))


def dump_none(buf, x):
    buf.append(TYPE_NONE)


def dump_bool(buf, x):
    buf.append(TYPE_TRUE if x else TYPE_FALSE)


def dump_int(buf, x):
    buf.append(TYPE_INT64)
    w_long(buf, x)
    w_long(buf, x >> 32)


dump_longlong = dump_int


def dump_float(buf, x):
    buf.append(TYPE_FLOAT)
    s = formatd(x, 'g', 17)
    buf.append(chr(len(s)))
    buf += s


def dump_string_or_none(buf, x):
    if x is None:
        buf.append(TYPE_NONE)
    else:
        buf.append(TYPE_STRING)
        w_long(buf, len(x))
        buf += x


class Loader(object):
    """A place in a text."""

    def __init__(self, buf):
        self.buf = buf
        self.pos = 0

    def check_finished(self):
        if self.pos != len(self.buf):
            raise ValueError("not all data consumed")

    def need_more_data(self):
        raise ValueError("not enough data")


def readstr(loader, count):
    """So many characters."""
    if count < 0:
        raise ValueError("negative count")
    pos = loader.pos
    end = pos + count
    if end > len(loader.buf):
        loader.need_more_data()
    loader.pos = end
    assert pos >= 0 and end >= 0
    return loader.buf[pos:end]


def readchr(loader):
    return readstr(loader, 1)[0]


def peekchr(loader):
    """The next character, which is read again."""
    if loader.pos >= len(loader.buf):
        loader.need_more_data()
    return loader.buf[loader.pos]


def readlong(loader):
    """32 bits with a sign."""
    s = readstr(loader, 4)
    x = ord(s[0]) | (ord(s[1]) << 8) | (ord(s[2]) << 16) | (ord(s[3]) << 24)
    if x & 0x80000000:
        x -= 0x100000000
    return x


def load_none(loader):
    if readchr(loader) != TYPE_NONE:
        raise ValueError("expected a None")
    return None


def load_bool(loader):
    t = readchr(loader)
    if t == TYPE_TRUE:
        return True
    if t == TYPE_FALSE:
        return False
    raise ValueError("expected a bool")


def load_int(loader):
    t = readchr(loader)
    if t == TYPE_INT:
        return readlong(loader)
    if t == TYPE_INT64:
        low = readlong(loader) & 0xffffffff
        return intmask(low | (readlong(loader) << 32))
    raise ValueError("expected an int")


load_longlong = load_int


def load_float(loader):
    if readchr(loader) != TYPE_FLOAT:
        raise ValueError("expected a float")
    length = ord(readchr(loader))
    return float_of_text(readstr(loader, length))


def load_string(loader):
    if readchr(loader) != TYPE_STRING:
        raise ValueError("expected a string")
    length = readlong(loader)
    return readstr(loader, length)


def load_string_or_none(loader):
    if _is_none(loader):
        return None
    return load_string(loader)


def _is_none(loader):
    if peekchr(loader) == TYPE_NONE:
        loader.pos += 1
        return True
    return False


def _expect(loader, t):
    if readchr(loader) != t:
        raise ValueError("expected a " + t)


def _list_functions(item):
    dump, load = item

    def dump_list_or_none(buf, x):
        if x is None:
            buf.append(TYPE_NONE)
        else:
            buf.append(TYPE_LIST)
            w_long(buf, len(x))
            for i in range(len(x)):
                dump(buf, x[i])

    def load_list_or_none(loader):
        if _is_none(loader):
            return None
        _expect(loader, TYPE_LIST)
        result = []
        for i in range(readlong(loader)):
            result.append(load(loader))
        return result
    return dump_list_or_none, load_list_or_none


def _dict_functions(key, value):
    dump_key, load_key = key
    dump_value, load_value = value

    def dump_dict_or_none(buf, x):
        if x is None:
            buf.append(TYPE_NONE)
        else:
            buf.append(TYPE_DICT)
            for k in x:
                dump_key(buf, k)
                dump_value(buf, x[k])
            buf.append(TYPE_NULL)

    def load_dict_or_none(loader):
        if _is_none(loader):
            return None
        _expect(loader, TYPE_DICT)
        result = {}
        while peekchr(loader) != TYPE_NULL:
            k = load_key(loader)
            result[k] = load_value(loader)
        loader.pos += 1
        return result
    return dump_dict_or_none, load_dict_or_none


def _tuple_functions(items):
    n = len(items)
    dumpers = unrolling_iterable(list(enumerate([item[0] for item in items])))
    loaders = unrolling_iterable([item[1] for item in items])

    def dump_tuple(buf, x):
        buf.append(TYPE_TUPLE)
        w_long(buf, n)
        for i, dump in dumpers:
            dump(buf, x[i])

    def load_tuple(loader):
        _expect(loader, TYPE_TUPLE)
        if readlong(loader) != n:
            raise ValueError("wrong tuple length")
        result = ()
        for load in loaders:
            result += (load(loader),)
        return result
    return dump_tuple, load_tuple


_PRIMITIVE = [(bool, (dump_bool, load_bool)), (int, (dump_int, load_int)), (float, (dump_float, load_float)),
              (str, (dump_string_or_none, load_string_or_none)), (None, (dump_none, load_none)), (type(None), (dump_none, load_none))]
_made = {}


def _functions(tp):
    """What writes and what reads values of a type; None for types that have no such functions."""
    for primitive, functions in _PRIMITIVE:
        if tp is primitive:
            return functions
    key = repr(tp)
    if key not in _made:
        _made[key] = _make(tp)
    return _made[key]


def _make(tp):
    if isinstance(tp, tuple):
        parts = [_functions(t) for t in tp]
        return None if None in parts else _tuple_functions(parts)
    if isinstance(tp, list) and len(tp) == 1:
        item = _functions(tp[0])
        return item and _list_functions(item)
    if isinstance(tp, dict) and len(tp) == 1:
        key, value = [_functions(t) for t in list(tp.items())[0]]
        return key and value and _dict_functions(key, value)
    return None


@specialize.memo()
def get_marshaller(type):
    """`marshaller(buf, x)` appends the characters of x to a list."""
    functions = _functions(type)
    if functions is None:
        raise CannotMarshal(type)
    return functions[0]


@specialize.memo()
def get_loader(type):
    """`load(loader)` reads a value."""
    functions = _functions(type)
    if functions is None:
        raise CannotUnmarshall(type)
    return functions[1]


@specialize.memo()
def get_unmarshaller(type):
    """`unmarshaller(text)` reads the only value of a text; ValueError."""
    load = get_loader(type)

    def unmarshaller(buf):
        loader = Loader(buf)
        result = load(loader)
        loader.check_finished()
        return result
    return unmarshaller
