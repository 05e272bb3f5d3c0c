"""Sizes of C's types by the letters of module struct."""
from rpython.rtyper.lltypesystem import lltype, rffi

native_is_bigendian = False
sizeof_double = 8
sizeof_float = 4
_TYPES = {'x': lltype.Char, 'c': lltype.Char, 's': lltype.Char, 'p': lltype.Char, 'b': rffi.SIGNEDCHAR,
          'B': rffi.UCHAR, '?': lltype.Bool, 'h': rffi.SHORT, 'H': rffi.USHORT, 'i': rffi.INT, 'I': rffi.UINT, 'l': rffi.LONG,
          'L': rffi.ULONG, 'q': rffi.LONGLONG, 'Q': rffi.ULONGLONG, 'P': rffi.ULONG, 'f': rffi.FLOAT, 'd': rffi.DOUBLE}
native_fmttable = {}
for _c in _TYPES:
    _n = rffi.sizeof(_TYPES[_c])
    native_fmttable[_c] = {'size': _n, 'alignment': _n}
    if _c in 'xspc':
        native_fmttable[_c]['alignment'] = 1
