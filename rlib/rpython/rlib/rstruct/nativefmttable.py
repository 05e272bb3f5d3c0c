"""The letters of module struct, with the sizes and alignments of this machine's C."""
from rpython.rlib import rutf8
from rpython.rlib.longlong2float import singlefloat2uint
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import r_singlefloat, r_uint
from rpython.rlib.rstruct import standardfmttable as std, unichar
from rpython.rlib.rstruct.error import StructError
from rpython.rlib.rstruct.standardfmttable import native_is_bigendian
from rpython.rtyper.lltypesystem import rffi


def pack_float(fmtiter):
    """(What is too large is infinite, as in C.)"""
    bits = singlefloat2uint(r_singlefloat(fmtiter.accept_float_arg()))
    std._pack_bits(fmtiter, r_uint(bits), 4)


def pack_unichar(fmtiter):
    text, length = fmtiter.accept_unicode_arg()
    if length != 1:
        raise StructError("expected a unicode string of length 1")
    unichar.pack_codepoint(rutf8.codepoint_at_pos(text, 0), fmtiter.wbuf, fmtiter.pos)
    fmtiter.advance(unichar.UNICODE_SIZE)


@specialize.argtype(0)
def unpack_unichar(fmtiter):
    fmtiter.append_utf8(unichar.unpack_codepoint(fmtiter.read(unichar.UNICODE_SIZE)))


def _row(size, pack, unpack):
    return {'size': size, 'alignment': size, 'pack': pack, 'unpack': unpack}


native_fmttable = dict([(_letter, std.standard_fmttable[_letter]) for _letter in 'xcsp'])
for _letters, _type in [('bB', rffi.SIGNEDCHAR), ('hH', rffi.SHORT), ('iI', rffi.INT), ('lL', rffi.LONG),
                        ('qQ', rffi.LONGLONG), ('nN', rffi.SSIZE_T), (' P', rffi.VOIDP)]:
    _size = rffi.sizeof(_type)
    for _letter, _signed in zip(_letters, [True, False]):
        if _letter != ' ':
            native_fmttable[_letter] = _row(
                _size, std.make_int_packer(_size, _signed), std.make_int_unpacker(_size, _signed))
native_fmttable['?'] = _row(1, std.pack_bool, std.unpack_bool)
native_fmttable['e'] = _row(2, std.pack_halffloat, std.unpack_halffloat)
native_fmttable['f'] = _row(rffi.sizeof(rffi.FLOAT), pack_float, std.unpack_float)
native_fmttable['d'] = _row(rffi.sizeof(rffi.DOUBLE), std.pack_double, std.unpack_double)
native_fmttable['u'] = _row(unichar.UNICODE_SIZE, pack_unichar, unpack_unichar)

sizeof_double = native_fmttable['d']['size']
sizeof_float = native_fmttable['f']['size']
