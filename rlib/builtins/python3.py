"""`bytes` and `str` in programs of Python 3. Both are byte strings at run time; the annotator knows which is which."""

from rpython.rlib.objectmodel import specialize
from rpython_builtins.codecs import decode_bytes, decode_utf8, encode_bytes, encode_utf8


def as_bytes(s):
    """The same string, never a mere character. It is `bytes` from here on."""
    return s


def as_text(s):
    return s


def same_bytes(s):
    return as_bytes(s)


def byte_item(s, i):
    return ord(s[i])


def byte_iter(s):
    return iter([ord(c) for c in s])


def contains_byte(s, n):
    if n < 0 or n > 255:
        raise ValueError("byte must be in range(0, 256)")
    return chr(n) in s


def bytes_text(s):
    """What `repr` and `str` of a `bytes` give."""
    if s is None:
        return "None"
    return "b" + repr(s)


def zero_bytes(n):
    if n < 0:
        raise ValueError("negative count")
    return "\x00" * n


@specialize.argtype(0)
def bytes_of_items(items):
    chars = []
    for n in items:
        if n < 0 or n > 255:
            raise ValueError("bytes must be in range(0, 256)")
        chars.append(chr(n))
    return "".join(chars)


def is_ascii(s):
    for c in s:
        if ord(c) >= 128:
            return False
    return True


@specialize.call_location()
def decode_text(s, encoding='utf-8', errors='strict'):
    """The text that bytes hold, as `str`. Latin-1 is what `str` is at run time: characters are bytes. Of the others it is
    checked that the bytes are what they should be."""
    if encoding == 'latin-1' or is_ascii(s):
        return as_text(s)
    if encoding == 'utf-8':
        return as_text(encode_utf8(decode_utf8(s, errors), 'strict'))
    return as_text(encode_utf8(decode_bytes(s, 128, encoding, errors), 'strict'))


@specialize.call_location()
def encode_text(s, encoding='utf-8', errors='strict'):
    """What `str.encode` gives. Text that is no UTF-8 has been made of characters below 256, as `chr` makes them."""
    if encoding == 'latin-1' or is_ascii(s):
        return as_bytes(s)
    try:
        wide = decode_utf8(s, 'strict')
    except UnicodeDecodeError:
        wide = decode_bytes(s, 256, 'latin-1', 'strict')
    if encoding == 'utf-8':
        return as_bytes(encode_utf8(wide, 'strict'))
    return as_bytes(encode_bytes(wide, 128, encoding, errors))
