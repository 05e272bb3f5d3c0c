# oracle: stored
"""Subclasses of Buffer are read and written by index and slice; builders of character lists take texts and lists."""
from rpython.rlib import rgc
from rpython.rlib.buffer import Buffer, StringBuffer
from rpython.rlib.rstring import ByteListBuilder
from rpython.rlib.rarithmetic import r_uint
from rpython.rlib.rutf8 import unichr_as_utf8
from rpython.rtyper.lltypesystem import rffi


class Twice(Buffer):
    """Each character of another buffer, twice."""

    def __init__(self, inner):
        self.inner = inner
        self.readonly = False
        self.written = ""

    def getlength(self):
        return 2 * self.inner.getlength()

    def getitem(self, index):
        return self.inner.getitem(index // 2)

    def setitem(self, index, char):
        self.written += "%d%s" % (index, char)


def middle(buffer):
    return buffer[1:len(buffer) - 1]


def address_of(chars):
    p = rgc.nonmoving_raw_ptr_for_resizable_list(rgc.resizable_list_supporting_raw_ptr(chars))
    return rffi.ptradd(p, 1)[0]


def entry_point(argv):
    inner = StringBuffer("abc")
    twice = Twice(inner)
    print(inner[1] + twice[3] + twice[4])
    print(middle(inner))
    print(middle(twice))
    twice[5] = "x"
    twice[2] = "y"
    print(twice.written)
    b = ByteListBuilder(4)
    b.append("text")
    b.append(["l", "i"])
    b.append_slice("0123", 1, 3)
    b.append_slice(["p", "q", "r"], 0, 2)
    b.append_multiple_char("z", 2)
    print("".join(b.build()))
    try:
        print(address_of(b.build()))
    except ValueError as e:
        print("no address")
    print(unichr_as_utf8(len(argv) + 64) + unichr_as_utf8(r_uint(len(argv) + 65)))
    return 0


def target(driver, args):
    return entry_point, None
