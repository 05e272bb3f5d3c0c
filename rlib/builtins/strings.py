"""Methods of strings, bytes or unicode."""

from rpython.rlib.objectmodel import specialize, compute_hash
from rpython.rlib.rstring import StringBuilder

MAXINT = 0x7fffffffffffffff


@specialize.argtype(0, 1)
def partition(s, sep):
    if len(sep) == 0:
        raise ValueError("empty separator")
    i = s.find(sep)
    if i < 0:
        return s, s[:0], s[:0]
    return s[:i], sep, s[i + len(sep):]


@specialize.argtype(0, 1)
def rpartition(s, sep):
    if len(sep) == 0:
        raise ValueError("empty separator")
    i = s.rfind(sep)
    if i < 0:
        return s[:0], s[:0], s
    return s[:i], sep, s[i + len(sep):]


@specialize.argtype(0)
def ascii_(x):
    """`ascii(x)`"""
    if isinstance(x, unicode):
        return unicode_ascii(x)
    return repr(x)


def unicode_ascii(u):
    """The repr of a unicode string, without characters outside of ASCII."""
    out = StringBuilder(len(u) + 2)
    text = repr(u).decode('utf-8')
    for c in text:
        append_ascii(out, ord(c))
    return out.build()


def append_ascii(out, code):
    if code < 128:
        out.append(chr(code))
    elif code < 256:
        out.append('\\x')
        append_hex(out, code, 2)
    elif code < 0x10000:
        out.append('\\u')
        append_hex(out, code, 4)
    else:
        out.append('\\U')
        append_hex(out, code, 8)


def append_hex(out, code, digits):
    while digits > 0:
        digits -= 1
        out.append('0123456789abcdef'[(code >> (4 * digits)) & 15])


# ---- padding

@specialize.argtype(0)
def blanks(s, n):
    if isinstance(s, unicode):
        return u' ' * n
    return ' ' * n


@specialize.argtype(0)
def as_unicode(s):
    """A byte string that meets unicode: its characters are ASCII's."""
    if isinstance(s, str):
        return s.decode('ascii')
    return s


@specialize.argtype(0, 1)
def filling(s, fill, n):
    if fill is None:
        return blanks(s, n)
    if isinstance(s, unicode):
        return as_unicode(fill) * n
    return fill * n


@specialize.argtype(0, 2)
def missing(s, width, fill):
    """The number of characters up to the width."""
    if fill is not None and len(fill) != 1:
        raise TypeError("The fill character must be exactly one character long")
    if width <= len(s):
        return 0
    return width - len(s)


@specialize.argtype(0, 2)
def ljust(s, width, fill=None):
    n = missing(s, width, fill)
    if n == 0:
        return s
    return s + filling(s, fill, n)


@specialize.argtype(0, 2)
def rjust(s, width, fill=None):
    n = missing(s, width, fill)
    if n == 0:
        return s
    return filling(s, fill, n) + s


@specialize.argtype(0, 2)
def center(s, width, fill=None):
    n = missing(s, width, fill)
    if n == 0:
        return s
    # the odd one goes to the left if the width is odd
    left = n // 2 + (n & width & 1)
    return filling(s, fill, left) + s + filling(s, fill, n - left)


@specialize.argtype(0)
def zfill(s, width):
    n = missing(s, width, None)
    if n == 0:
        return s
    zero = '0'
    if isinstance(s, unicode):
        zero = u'0'
    if len(s) > 0 and (ord(s[0]) == 43 or ord(s[0]) == 45):
        return s[:1] + zero * n + s[1:]
    return zero * n + s


def tab_size(n):
    """The argument of `expandtabs`: an int of C in Python."""
    if n > 0x7fffffff or n < -0x80000000:
        raise OverflowError("Python int too large to convert to C int")
    return n


def expandtabs(s, tabsize=8):
    tabsize = tab_size(tabsize)
    out = StringBuilder(len(s))
    column = 0
    for c in s:
        if c == '\t':
            if tabsize > 0:
                n = tabsize - column % tabsize
                out.append_multiple_char(' ', n)
                column += n
        else:
            column += 1
            if c == '\n' or c == '\r':
                column = 0
            out.append(c)
    return out.build()


# ---- parts

@specialize.argtype(0, 1)
def removeprefix(s, prefix):
    if s.startswith(prefix):
        return s[len(prefix):]
    return s


@specialize.argtype(0, 1)
def removesuffix(s, suffix):
    if len(suffix) > 0 and s.endswith(suffix):
        return s[:len(s) - len(suffix)]
    return s


@specialize.argtype(0, 1)
def index(s, sub, start=0, end=MAXINT):
    i = s.find(sub, start, end)
    if i < 0:
        raise ValueError("substring not found")
    return i


@specialize.argtype(0, 1)
def rindex(s, sub, start=0, end=MAXINT):
    i = s.rfind(sub, start, end)
    if i < 0:
        raise ValueError("substring not found")
    return i


@specialize.call_location()
def startswith_any(s, prefixes, start=0, end=MAXINT):
    """A tuple of prefixes."""
    for p in prefixes:
        if s.startswith(p, start, end):
            return True
    return False


@specialize.call_location()
def endswith_any(s, suffixes, start=0, end=MAXINT):
    for p in suffixes:
        if s.endswith(p, start, end):
            return True
    return False


@specialize.call_location()
def split(s, sep=None, maxsplit=-1):
    """`split` with keywords, or with a separator that may be None."""
    if sep is None:
        return s.split(None, maxsplit)
    return s.split(sep, maxsplit)


@specialize.call_location()
def rsplit(s, sep=None, maxsplit=-1):
    if sep is None:
        return rsplit_space(s, maxsplit)
    return s.rsplit(sep, maxsplit)


@specialize.argtype(0)
def rsplit_space(s, maxsplit):
    out = []
    j = len(s)
    while True:
        while j > 0 and s[j - 1].isspace():
            j -= 1
        if j <= 0:
            break
        if maxsplit == 0:
            out.append(s[:j])
            break
        maxsplit -= 1
        i = j
        while i > 0 and not s[i - 1].isspace():
            i -= 1
        out.append(s[i:j])
        j = i
    out.reverse()
    return out


@specialize.call_location()
def strip(s, chars=None):
    """`strip` with characters that may be None."""
    if chars is None:
        return s.strip()
    return s.strip(chars)


@specialize.call_location()
def lstrip(s, chars=None):
    if chars is None:
        return s.lstrip()
    return s.lstrip(chars)


@specialize.call_location()
def rstrip(s, chars=None):
    if chars is None:
        return s.rstrip()
    return s.rstrip(chars)


@specialize.call_location()
def splitlines(s, keepends=False):
    return s.splitlines(keepends)


@specialize.call_location()
def join(sep, items):
    """`join` of what is no list."""
    out = []
    for x in items:
        out.append(x)
    return sep.join(out)


# ---- letters (byte strings: ASCII only)

def capitalize(s):
    if len(s) == 0:
        return s
    return s[0].upper() + s[1:].lower()


def swapcase(s):
    out = StringBuilder(len(s))
    for c in s:
        if c.isupper():
            out.append(c.lower())
        else:
            out.append(c.upper())
    return out.build()


def title(s):
    out = StringBuilder(len(s))
    inside = False
    for c in s:
        if inside:
            out.append(c.lower())
        else:
            out.append(c.upper())
        inside = c.isalpha()
    return out.build()


def casefold(s):
    return s.lower()


def istitle(s):
    cased = False
    inside = False
    for c in s:
        if c.isupper():
            if inside:
                return False
            inside = True
            cased = True
        elif c.islower():
            if not inside:
                return False
            cased = True
        else:
            inside = False
    return cased


def isidentifier(s):
    if len(s) == 0 or s[0].isdigit():
        return False
    for c in s:
        if not (c.isalnum() or c == '_'):
            return False
    return True


def isprintable(s):
    for c in s:
        if not ' ' <= c <= '~':
            return False
    return True


@specialize.argtype(0)
def isascii(s):
    for c in s:
        if ord(c) >= 128:
            return False
    return True


def isdecimal(s):
    return s.isdigit()


# ---- tables

@specialize.call_location()
def translate(s, table, delete=''):
    """A table of 256 characters, or a dict from codes to codes, strings or None."""
    out = StringBuilder(len(s))
    if isinstance(table, str):
        for c in s:
            if c not in delete:
                out.append(table[ord(c)])
    else:
        for c in s:
            code = ord(c)
            if code in table:
                append_translated(out, table[code])
            else:
                out.append(c)
    return out.build()


@specialize.argtype(1)
def append_translated(out, x):
    if isinstance(x, int):
        if x >= 0:
            out.append(chr(x))
    elif x is not None:
        out.append(x)


def maketrans(x, y, z=''):
    """`str.maketrans` of strings: the codes of what is to be deleted (z) are mapped to -1."""
    if len(x) != len(y):
        raise ValueError("the first two maketrans arguments must have equal length")
    d = {}
    for i in range(len(x)):
        d[ord(x[i])] = ord(y[i])
    for c in z:
        d[ord(c)] = -1
    return d


def hex_(s):
    """`bytes.hex()`"""
    out = StringBuilder(2 * len(s))
    for c in s:
        append_hex(out, ord(c), 2)
    return out.build()


# ---- single characters

@specialize.argtype(0)
def ord_(s):
    if len(s) != 1:
        raise TypeError("ord() expected a character, but string of length " + str(len(s)) + " found")
    return ord(s[0])


@specialize.argtype(0)
def hash_(s):
    return compute_hash(s)
