"""bytearray. Each call has a copy of its own, for the types of its arguments. `_str()` is the content as a string."""

import sys
from rpython.rlib.objectmodel import specialize


@specialize.call_location()
def new(items):
    b = bytearray()
    for x in items:
        b.append(x)
    return b


@specialize.call_location()
def extend(b, items):
    for x in items:
        b.append(x)


@specialize.call_location()
def text(x):
    """A bytearray or a string as a string."""
    if isinstance(x, bytearray):
        return x._str()
    return x


@specialize.call_location()
def contains(b, x):
    return text(x) in b._str()


def find_code(b, code):
    i = 0
    while i < len(b):
        if b[i] == code:
            return i
        i += 1
    return -1


@specialize.call_location()
def pattern(x):
    """What is searched for: a string, or a single byte."""
    if isinstance(x, int):
        if x < 0 or x > 255:
            raise ValueError("byte must be in range(0, 256)")
        return chr(x)
    else:
        return text(x)


@specialize.call_location()
def find_(b, x, start=0, end=sys.maxint):
    return b._str().find(pattern(x), start, end)


@specialize.call_location()
def rfind_(b, x, start=0, end=sys.maxint):
    return b._str().rfind(pattern(x), start, end)


@specialize.call_location()
def index_(b, x, start=0, end=sys.maxint):
    i = find_(b, x, start, end)
    if i < 0:
        raise ValueError("subsection not found")
    return i


@specialize.call_location()
def rindex_(b, x, start=0, end=sys.maxint):
    i = rfind_(b, x, start, end)
    if i < 0:
        raise ValueError("subsection not found")
    return i


@specialize.call_location()
def count_(b, x, start=0, end=sys.maxint):
    return b._str().count(pattern(x), start, end)


@specialize.call_location()
def startswith_(b, x, start=0, end=sys.maxint):
    return b._str().startswith(text(x), start, end)


@specialize.call_location()
def endswith_(b, x, start=0, end=sys.maxint):
    return b._str().endswith(text(x), start, end)


def remove_(b, code):
    i = find_code(b, code)
    if i < 0:
        raise ValueError("value not found in bytearray")
    del b[i]


# ---- methods of strings: the result is a new bytearray

def upper_(b):
    return bytearray(b._str().upper())


def lower_(b):
    return bytearray(b._str().lower())


def title_(b):
    return bytearray(b._str().title())


def capitalize_(b):
    return bytearray(b._str().capitalize())


def swapcase_(b):
    return bytearray(b._str().swapcase())


def expandtabs_(b, tabsize=8):
    return bytearray(b._str().expandtabs(tabsize))


def zfill_(b, width):
    return bytearray(b._str().zfill(width))


@specialize.call_location()
def ljust_(b, width, fill=' '):
    return bytearray(b._str().ljust(width, text(fill)))


@specialize.call_location()
def rjust_(b, width, fill=' '):
    return bytearray(b._str().rjust(width, text(fill)))


@specialize.call_location()
def center_(b, width, fill=' '):
    return bytearray(b._str().center(width, text(fill)))


@specialize.call_location()
def strip_(b, chars=None):
    if chars is None:
        return bytearray(b._str().strip())
    return bytearray(b._str().strip(text(chars)))


@specialize.call_location()
def lstrip_(b, chars=None):
    if chars is None:
        return bytearray(b._str().lstrip())
    return bytearray(b._str().lstrip(text(chars)))


@specialize.call_location()
def rstrip_(b, chars=None):
    if chars is None:
        return bytearray(b._str().rstrip())
    return bytearray(b._str().rstrip(text(chars)))


@specialize.call_location()
def removeprefix_(b, prefix):
    return bytearray(b._str().removeprefix(text(prefix)))


@specialize.call_location()
def removesuffix_(b, suffix):
    return bytearray(b._str().removesuffix(text(suffix)))


@specialize.call_location()
def replace_(b, old, new, count=-1):
    return bytearray(b._str().replace(text(old), text(new), count))


@specialize.call_location()
def translate_(b, table):
    return bytearray(b._str().translate(text(table)))


@specialize.call_location()
def join_(b, parts):
    return bytearray(b._str().join([text(part) for part in parts]))


def repeated(s, n):
    try:
        return s * n
    except OverflowError:
        raise MemoryError


@specialize.call_location()
def repeat(b, n):
    return bytearray(repeated(b._str(), n))


@specialize.call_location()
def repeat_reflected(n, b):
    return bytearray(repeated(b._str(), n))


@specialize.call_location()
def inplace_repeat(b, n):
    if n <= 0:
        b.clear()
    else:
        b += repeated(b._str(), n - 1)
    return b


# ---- in parts

def parts_of(strings):
    return [bytearray(s) for s in strings]


@specialize.call_location()
def split_(b, sep=None, maxsplit=-1):
    if sep is None:
        return parts_of(b._str().split(None, maxsplit))
    return parts_of(b._str().split(text(sep), maxsplit))


@specialize.call_location()
def rsplit_(b, sep=None, maxsplit=-1):
    if sep is None:
        return parts_of(b._str().rsplit(None, maxsplit))
    return parts_of(b._str().rsplit(text(sep), maxsplit))


def splitlines_(b, keepends=False):
    return parts_of(b._str().splitlines(keepends))


@specialize.call_location()
def partition_(b, sep):
    x, y, z = b._str().partition(text(sep))
    return bytearray(x), bytearray(y), bytearray(z)


@specialize.call_location()
def rpartition_(b, sep):
    x, y, z = b._str().rpartition(text(sep))
    return bytearray(x), bytearray(y), bytearray(z)


# ---- questions

def isalpha_(b):
    return b._str().isalpha()


def isdigit_(b):
    return b._str().isdigit()


def isalnum_(b):
    return b._str().isalnum()


def isspace_(b):
    return b._str().isspace()


def isupper_(b):
    return b._str().isupper()


def islower_(b):
    return b._str().islower()


def istitle_(b):
    return b._str().istitle()


def isascii_(b):
    return b._str().isascii()


@specialize.call_location()
def less(a, b):
    return text(a) < text(b)


@specialize.call_location()
def less_or_equal(a, b):
    return text(a) <= text(b)


@specialize.call_location()
def greater(a, b):
    return text(a) > text(b)


@specialize.call_location()
def greater_or_equal(a, b):
    return text(a) >= text(b)


def hex_(b):
    digits = "0123456789abcdef"
    out = []
    for c in b:
        out.append(digits[c >> 4])
        out.append(digits[c & 15])
    return "".join(out)


def behind_text(text, array):
    """`text + array`"""
    new = bytearray(text)
    new += array
    return new
