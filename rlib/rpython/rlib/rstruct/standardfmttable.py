"""The letters of module struct, with sizes and alignments that no machine changes.

A table has for each letter its size, and functions that pack and unpack. A packer takes what it packs from an iterator
over the format (`accept_int_arg()`, `accept_str_arg()`, …) and writes into the iterator's buffer `wbuf` at `pos`, which
`advance(size)` moves on. An unpacker takes characters (`read(size)`), and gives what they stand for to `appendobj(value)`.
Letters with `needcount` do all repetitions at once.
"""
import struct

from rpython.rlib import jit
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import intmask, r_uint
from rpython.rlib.rstruct import ieee
from rpython.rlib.rstruct.error import StructError, StructOverflowError

native_is_bigendian = struct.pack("=i", 1) == struct.pack(">i", 1)
native_is_ieee754 = float.__getformat__('double').startswith('IEEE')
native_int_size = struct.calcsize("l")


# --- characters and texts ---

def pack_pad(fmtiter, count):
    fmtiter.wbuf.setzeros(fmtiter.pos, count)
    fmtiter.advance(count)


@specialize.argtype(0)
def unpack_pad(fmtiter, count):
    fmtiter.read(count)


def _pack_character(fmtiter, c):
    fmtiter.wbuf.setitem(fmtiter.pos, c)
    fmtiter.advance(1)


def pack_char(fmtiter):
    text = fmtiter.accept_str_arg()
    if len(text) != 1:
        raise StructError("expected a string of length 1")
    _pack_character(fmtiter, text[0])


@specialize.argtype(0)
def unpack_char(fmtiter):
    fmtiter.appendobj(fmtiter.read(1))


def pack_bool(fmtiter):
    _pack_character(fmtiter, chr(int(fmtiter.accept_bool_arg())))


@specialize.argtype(0)
def unpack_bool(fmtiter):
    fmtiter.appendobj(fmtiter.read(1) != '\x00')


def _pack_text(fmtiter, text, count):
    """So many characters of the text; zeros behind it."""
    length = min(len(text), count)
    assert length >= 0
    fmtiter.wbuf.setslice(fmtiter.pos, text[:length])
    fmtiter.wbuf.setzeros(fmtiter.pos + length, count - length)
    fmtiter.advance(count)


def pack_string(fmtiter, count):
    _pack_text(fmtiter, fmtiter.accept_str_arg(), count)


@specialize.argtype(0)
def unpack_string(fmtiter, count):
    fmtiter.appendobj(fmtiter.read(count))


def pack_pascal(fmtiter, count):
    """The length comes first, in one character."""
    text = fmtiter.accept_str_arg()
    if count < 1:
        raise StructError("bad '0p' in struct format")
    _pack_character(fmtiter, chr(min(len(text), count - 1, 255)))
    _pack_text(fmtiter, text, count - 1)


@specialize.argtype(0)
def unpack_pascal(fmtiter, count):
    if count < 1:
        raise StructError("bad '0p' in struct format")
    data = fmtiter.read(count)
    fmtiter.appendobj(data[1:min(ord(data[0]) + 1, count)])


# --- numbers ---

@jit.unroll_safe
def _pack_bits(fmtiter, bits, size):
    """The lowest bytes of an unsigned number."""
    for i in range(size):
        at = size - 1 - i if fmtiter.bigendian else i
        fmtiter.wbuf.setitem(fmtiter.pos + at, chr(intmask(bits & r_uint(0xff))))
        bits >>= 8
    fmtiter.advance(size)


@jit.unroll_safe
@specialize.argtype(0)
def _unpack_bits(fmtiter, size):
    data = fmtiter.read(size)
    bits = r_uint(0)
    for i in range(size):
        at = i if fmtiter.bigendian else size - 1 - i
        bits = (bits << 8) | r_uint(ord(data[at]))
    return bits


def _all_sizes(make):
    """A function that is made once for each size and sign."""
    made = {}

    def get(size, signed):
        if (size, signed) not in made:
            made[size, signed] = make(size, signed)
        return made[size, signed]
    return get


def min_max_acc_method(size, signed):
    """The least and the greatest number, and the method that gives the argument."""
    bits = 8 * size
    if signed:
        return int(-(1 << (bits - 1))), int((1 << (bits - 1)) - 1), 'accept_int_arg'
    if size < native_int_size:
        return 0, (1 << bits) - 1, 'accept_int_arg'
    return r_uint(0), r_uint((1 << bits) - 1), 'accept_uint_arg'


@_all_sizes
def make_int_packer(size, signed):
    least, greatest, accept = min_max_acc_method(size, signed)
    message = "argument out of range for %d-byte%s integer format" % (size, "s" if size > 1 else "")

    def pack_int(fmtiter):
        value = getattr(fmtiter, accept)()
        if value < least or value > greatest:
            raise StructError(message)
        _pack_bits(fmtiter, r_uint(value), size)
    return pack_int


@_all_sizes
def make_int_unpacker(size, signed):
    unused = 8 * (native_int_size - size)
    word = size == native_int_size

    @specialize.argtype(0)
    def unpack_int(fmtiter):
        bits = _unpack_bits(fmtiter, size)
        if signed:
            fmtiter.appendobj(intmask(bits << unused) >> unused)
        elif word:
            fmtiter.appendobj(bits)
        else:
            fmtiter.appendobj(intmask(bits))
    return unpack_int


def _make_float_packer(size, letter):
    def pack_number(fmtiter):
        value = fmtiter.accept_float_arg()
        try:
            ieee.pack_float(fmtiter.wbuf, fmtiter.pos, value, size, fmtiter.bigendian)
        except OverflowError:
            raise StructOverflowError("float too large for format '%s'" % letter)
        fmtiter.advance(size)
    return pack_number


def _make_float_unpacker(size):
    @specialize.argtype(0)
    def unpack_number(fmtiter):
        fmtiter.appendobj(ieee.unpack_float(fmtiter.read(size), fmtiter.bigendian))
    return unpack_number


pack_halffloat, unpack_halffloat = _make_float_packer(2, 'e'), _make_float_unpacker(2)
pack_float, unpack_float = _make_float_packer(4, 'f'), _make_float_unpacker(4)
pack_double, unpack_double = _make_float_packer(8, 'd'), _make_float_unpacker(8)


# --- the table ---

def _row(size, pack, unpack, **more):
    return dict(more, size=size, pack=pack, unpack=unpack)


standard_fmttable = {
    'x': _row(1, pack_pad, unpack_pad, needcount=True),
    'c': _row(1, pack_char, unpack_char),
    's': _row(1, pack_string, unpack_string, needcount=True),
    'p': _row(1, pack_pascal, unpack_pascal, needcount=True),
    '?': _row(1, pack_bool, unpack_bool),
    'e': _row(2, pack_halffloat, unpack_halffloat),
    'f': _row(4, pack_float, unpack_float),
    'd': _row(8, pack_double, unpack_double),
}
for _letter, _size in [('b', 1), ('h', 2), ('i', 4), ('l', 4), ('q', 8)]:
    for _signed in [True, False]:
        standard_fmttable[_letter if _signed else _letter.upper()] = _row(
            _size, make_int_packer(_size, _signed), make_int_unpacker(_size, _signed))
