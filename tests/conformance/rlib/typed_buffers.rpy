# skip-llinterp: numbers at byte offsets of raw memory
"""Buffers as interpreters use them: own subclasses of Buffer, slices of slices, typed reads and writes, strides, read-only errors."""
from rpython.rlib.buffer import Buffer, GCBuffer, StringBuffer, SubBuffer, ByteBuffer, RawByteBuffer, CannotRead, CannotWrite
from rpython.rlib.objectmodel import keepalive_until_here
from rpython.rtyper.lltypesystem import rffi, lltype


class ListBuffer(GCBuffer):
    """Over a list of chars of the interpreter."""
    _immutable_ = True

    def __init__(self, chars):
        self.chars = chars
        self.readonly = False

    def getlength(self):
        return len(self.chars)

    def getitem(self, index):
        return self.chars[index]

    def setitem(self, index, char):
        self.chars[index] = char

    def getslice(self, start, step, size):
        return "".join([self.chars[start + i * step] for i in range(size)])


class MaskedBuffer(Buffer):
    """Another buffer seen through a mask: read-only."""
    def __init__(self, inner, mask):
        self.inner = inner
        self.mask = mask
        self.readonly = True

    def getlength(self):
        return self.inner.getlength()

    def getitem(self, index):
        return chr(ord(self.inner.getitem(index)) ^ self.mask)


def checksum(buf):
    total = 0
    for i in range(buf.getlength()):
        total = (total * 31 + ord(buf.getitem(i))) % 65521
    return total


def fill(buf, text):
    if buf.readonly:
        return "read-only"
    for i in range(min(len(text), buf.getlength())):
        buf.setitem(i, text[i])
    return "filled"


def hexa(s):
    return "".join(["%02x" % ord(c) for c in s])


def entry_point(argv):
    text = StringBuffer("hello, buffers")
    chars = ListBuffer([c for c in "0123456789"])
    masked = MaskedBuffer(text, 0x20)
    raw = ByteBuffer(8)
    buffers = [text, chars, masked, raw]
    for b in buffers:
        print(b.getlength(), checksum(b), fill(b, "ABCD"), hexa(b.as_str()[:6]))
    print(chars.as_str(), masked.as_str(), raw.as_str() == "ABCD\x00\x00\x00\x00")
    sub = SubBuffer(text, 7, 4)
    print(sub.as_str(), sub.getlength(), sub.getitem(1), sub.getslice(1, 1, 2))
    subsub = SubBuffer(SubBuffer(chars, 2, 7), 3, 100)
    print(subsub.as_str(), subsub.getlength())
    subsub.setitem(0, "!")
    subsub.setslice(1, "??")
    print(chars.as_str(), subsub.as_str())
    print(text.getslice(0, 2, 5), chars.getslice(9, -3, 3))
    print(text.typed_read(rffi.USHORT, 0), text.typed_read(rffi.INT, 4))
    raw.typed_write(rffi.INT, 0, rffi.cast(rffi.INT, -2))
    raw.typed_write(rffi.USHORT, 4, rffi.cast(rffi.USHORT, 0x4142))
    print(hexa(raw.as_str()), raw.typed_read(rffi.INT, 0), raw.typed_read(rffi.UINT, 0) == 0xfffffffe)
    try:
        print(masked.typed_read(rffi.INT, 0))
    except CannotRead:
        print("cannot read ints")
    try:
        text.typed_write(rffi.INT, 0, rffi.cast(rffi.INT, 1))
    except CannotWrite:
        print("cannot write ints")
    memory = RawByteBuffer(12)
    memory.typed_write(rffi.LONGLONG, 4, rffi.cast(rffi.LONGLONG, 0x0102030405060708))
    part = SubBuffer(memory, 4, 8)
    part.typed_write(rffi.SIGNEDCHAR, 7, rffi.cast(rffi.SIGNEDCHAR, -1))
    print(hexa(memory.as_str()), part.typed_read(rffi.SIGNEDCHAR, 7), part.typed_read(rffi.UCHAR, 7), memory.typed_read(rffi.SHORT, 4))
    print(part.get_raw_address()[1] == chr(7))
    keepalive_until_here(part)
    chars.typed_write(rffi.USHORT, 8, rffi.cast(rffi.USHORT, 0x6162))
    print(chars.as_str(), chars.typed_read(rffi.ULONGLONG, 1) == 0x623f3f2134444342)
    wide = ByteBuffer(16)
    wide.typed_write(lltype.Float, 8, 1.5)
    print(hexa(wide.as_str()), wide.typed_read(lltype.Float, 8))
    out = []
    for b in buffers + [sub, wide]:
        out.append(str(checksum(b)))
    print(" ".join(out))
    return 0


def target(driver, args):
    return entry_point, None
