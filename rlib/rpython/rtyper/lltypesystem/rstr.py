"""The containers of strings."""
from rpython.rtyper.annlowlevel import hlstr, hlunicode
from rpython.rtyper.lltypesystem.lltype import STR, UNICODE  # noqa: F401


def copy_unicode_to_raw(src, ptrdst, srcstart, length):
    """The same of a unicode text, to a `CWCHARP`."""
    text = hlunicode(src)
    for i in range(length):
        ptrdst[i] = text[srcstart + i]


def copy_string_to_raw(src, ptrdst, srcstart, length):
    """Copies characters of a string, given by the pointer to its container, into raw memory (a `CCHARP`)."""
    text = hlstr(src)
    for i in range(length):
        ptrdst[i] = text[srcstart + i]
