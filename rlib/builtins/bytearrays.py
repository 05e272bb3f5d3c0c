"""bytearray. Each call has a copy of its own, for the types of its arguments. `_str()` is the content as a string."""

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
def find_(b, x):
    if isinstance(x, int):
        return find_code(b, x)
    return b._str().find(text(x))


@specialize.call_location()
def rfind_(b, x):
    return b._str().rfind(text(x))


@specialize.call_location()
def index_(b, x):
    i = find_(b, x)
    if i < 0:
        raise ValueError("subsection not found")
    return i


@specialize.call_location()
def count_(b, x):
    if isinstance(x, int):
        n = 0
        for c in b:
            if c == x:
                n += 1
        return n
    return b._str().count(text(x))


@specialize.call_location()
def startswith_(b, x):
    return b._str().startswith(text(x))


@specialize.call_location()
def endswith_(b, x):
    return b._str().endswith(text(x))


def remove_(b, code):
    i = find_code(b, code)
    if i < 0:
        raise ValueError("value not found in bytearray")
    del b[i]


def upper_(b):
    return bytearray(b._str().upper())


def lower_(b):
    return bytearray(b._str().lower())


@specialize.call_location()
def strip_(b):
    return bytearray(b._str().strip())


@specialize.call_location()
def replace_(b, old, new):
    return bytearray(b._str().replace(text(old), text(new)))


@specialize.call_location()
def split_(b, sep):
    return [bytearray(part) for part in b._str().split(text(sep))]


def hex_(b):
    digits = "0123456789abcdef"
    out = []
    for c in b:
        out.append(digits[c >> 4])
        out.append(digits[c & 15])
    return "".join(out)
