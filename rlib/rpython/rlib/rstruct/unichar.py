"""A character as four bytes in the order of the machine, which is little-endian."""
UNICODE_SIZE = 4
BIGENDIAN = False


def pack_codepoint(code, buf, pos):
    """Writes a code point to a buffer."""
    for i in range(UNICODE_SIZE):
        buf.setitem(pos + i, chr((code >> (8 * i)) & 0xff))


def pack_unichar(char, buf, pos):
    pack_codepoint(ord(char), buf, pos)


def unpack_codepoint(rawstring):
    """The code point in four bytes."""
    assert len(rawstring) == UNICODE_SIZE
    code = 0
    for i in range(UNICODE_SIZE):
        code |= ord(rawstring[i]) << (8 * i)
    return code


def unpack_unichar(rawstring):
    return unichr(unpack_codepoint(rawstring))


try:
    unichr
except NameError:           # Python 3
    unichr = chr
