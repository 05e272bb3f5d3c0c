"""Calls of C functions from untranslated code, through ctypes: numbers and buffers of characters."""
from rpython.rtyper.lltypesystem import lltype


def _ctype(T):
    import ctypes
    names = {lltype.Signed: 'c_int64', lltype.Unsigned: 'c_uint64', lltype.Int32: 'c_int32',
             lltype.UInt32: 'c_uint32', lltype.Float: 'c_double', lltype.SingleFloat: 'c_float',
             lltype.Bool: 'c_bool', lltype.Char: 'c_char', lltype.SignedLongLong: 'c_int64',
             lltype.UnsignedLongLong: 'c_uint64'}
    if T not in names:
        raise NotImplementedError("untranslated: a C function with values of type %r" % (T,))
    return getattr(ctypes, names[T])


def call(function, args):
    """Calls the function with emulated pointers: buffers are copied there and back."""
    import ctypes
    info = function.compilation_info
    if info is not None and (info.separate_module_sources or info.libraries or info.post_include_bits):
        raise NotImplementedError("untranslated: %s() of a program's own C code" % function.name)
    f = getattr(ctypes.CDLL(None), function.name)
    f.restype = None if function.restype is lltype.Void else _ctype(function.restype)
    values, back = [], []
    for x, T in zip(args, function.argtypes):
        if isinstance(T, lltype.Ptr):
            if isinstance(x, str):
                x = ctypes.create_string_buffer(x.encode('latin-1'))
            elif x is None or x._mem is None:
                x = None
            elif T.TO.kind == 'array' and T.TO.OF is lltype.Char:
                text = ''.join(x._mem[x._offset:]).encode('latin-1')
                buffer = ctypes.create_string_buffer(text, len(text))
                back.append((x, buffer))
                x = buffer
            else:
                raise NotImplementedError("untranslated: a C function with a pointer to %r" % (T.TO,))
            values.append(x)
        elif T is lltype.Char:
            values.append(ctypes.c_char(x.encode('latin-1')))
        else:
            values.append(_ctype(T)(x))
    result = f(*values)
    for p, buffer in back:
        p._mem[p._offset:] = list(buffer.raw.decode('latin-1'))
    if isinstance(result, bytes):
        result = result.decode('latin-1')
    return result
