"""The database of Unicode 3.2.0, as the newest one without what came later: names of Internet hosts are prepared by it."""

from rpython.rlib.unicodedata import _tables_3_2_0 as _old
from rpython.rlib.unicodedata import unicodedb as _new
from rpython.rlib.unicodedata.unicodedb import *

version = '3.2.0'


def _unpack():
    edges, changed = [], {}
    at = 0
    for word in _old.EDGES.split():
        at += int(word, 16)
        edges.append(at)
    for word in _old.CHANGED.split():
        code, record = word.split(':')
        values = record.split(',')
        if values[1] == '-':
            values[1] = ''
        changed[int(code, 16)] = values
    return edges, changed


_edges, _changed = _unpack()


def _was_there(code):
    """Whether the character, if there is one by now, was there already."""
    low = 0
    high = len(_edges)
    while low < high:
        middle = (low + high) >> 1
        if _edges[middle] <= code:
            low = middle + 1
        else:
            high = middle
    return low & 1 == 0


def category(code):
    """Two letters, as 'Lu'."""
    if code in _changed:
        return _changed[code][0]
    return _new.category(code) if _was_there(code) else 'Cn'


def bidirectional(code):
    if code in _changed:
        return _changed[code][1]
    return _new.bidirectional(code) if _was_there(code) else ''


def east_asian_width(code):
    if code in _changed:
        return _changed[code][2]
    return _new.east_asian_width(code) if _was_there(code) else 'N'


def mirrored(code):
    if code in _changed:
        return _changed[code][3] == '1'
    return _was_there(code) and _new.mirrored(code)


def combining(code):
    """The combining class."""
    return _new.combining(code) if _was_there(code) else 0


def decimal(code):
    """The value of a decimal digit; KeyError."""
    if code in _changed and _changed[code][4] == 'd':
        return _new.digit(code)
    if not _was_there(code) or code in _changed:
        raise KeyError
    return _new.decimal(code)


def digit(code):
    """The value of a digit; KeyError."""
    if not _was_there(code):
        raise KeyError
    return _new.digit(code)


def numeric(code):
    """The value of a number, a float; KeyError."""
    if not _was_there(code):
        raise KeyError
    return _new.numeric(code)


def decomposition(code):
    """As in the database: '<compat> 0020 0301', or ''."""
    return _new.decomposition(code) if _was_there(code) else ''


def canon_decomposition(code):
    """The codes of the full canonical decomposition, [] if there is none."""
    return _new.canon_decomposition(code) if _was_there(code) else []


def compat_decomposition(code):
    """The codes of the full decomposition, [] if there is none."""
    return _new.compat_decomposition(code) if _was_there(code) else []


def composition(current, next):
    """The code of the character that two make; KeyError."""
    result = _new.composition(current, next)
    if not _was_there(result):
        raise KeyError
    return result


def name(code):
    """The name of a character; KeyError."""
    if not _was_there(code):
        raise KeyError
    return _new.name(code)


def lookup(name, with_named_sequence=False, with_alias=False):
    """The character of a name; KeyError."""
    code = _new.lookup(name)
    if not _was_there(code):
        raise KeyError
    return code
