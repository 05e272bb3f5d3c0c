"""Compression, by the C library libz."""

import sys

from rpython.rlib.rarithmetic import intmask, r_uint
from rpython.rlib.rstring import StringBuilder
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.rtyper.tool import rffi_platform
from rpython.translator.tool.cbuild import ExternalCompilationInfo

Z_NO_FLUSH, Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_FINISH = range(5)
Z_OK, Z_STREAM_END, Z_NEED_DICT = range(3)
Z_ERRNO, Z_STREAM_ERROR, Z_DATA_ERROR, Z_MEM_ERROR, Z_BUF_ERROR, Z_VERSION_ERROR = -1, -2, -3, -4, -5, -6
Z_NO_COMPRESSION, Z_BEST_SPEED, Z_BEST_COMPRESSION, Z_DEFAULT_COMPRESSION = 0, 1, 9, -1
Z_FILTERED, Z_HUFFMAN_ONLY, Z_DEFAULT_STRATEGY = 1, 2, 0
DEFLATED = Z_DEFLATED = 8
INPUT_BUFFER_MAX = 2047 * 1024 * 1024
MAX_WBITS = 15
MAX_MEM_LEVEL = 9
DEF_MEM_LEVEL = 8
CRC32_DEFAULT_START = 0
ADLER32_DEFAULT_START = 1
OUTPUT_BUFFER_SIZE = 32 * 1024

Bytefp = rffi.CCHARP
z_stream = rffi.CStruct('z_stream_s', ('next_in', Bytefp), ('avail_in', rffi.UINT), ('total_in', rffi.ULONG),
                        ('next_out', Bytefp), ('avail_out', rffi.UINT), ('total_out', rffi.ULONG), ('msg', rffi.CCHARP),
                        ('state', rffi.VOIDP), ('zalloc', rffi.VOIDP), ('zfree', rffi.VOIDP), ('opaque', rffi.VOIDP),
                        ('data_type', rffi.INT), ('adler', rffi.ULONG), ('reserved', rffi.ULONG))
z_stream_p = lltype.Ptr(z_stream)
null_stream = lltype.nullptr(z_stream)
_eci = ExternalCompilationInfo(libraries=['z'])


try:
    # the version of the header, which the program is compiled with
    ZLIB_VERSION = rffi_platform.getdefinedstring('ZLIB_VERSION', '#include <zlib.h>')
except rffi_platform.CompilationError:
    # (only the library is here)
    ZLIB_VERSION = '1'


def zlib_external(name, args, result):
    return rffi.llexternal(name, args, result, compilation_info=_eci)


_zlibVersion = zlib_external('zlibVersion', [], rffi.CCHARP)
_crc32 = zlib_external('crc32', [rffi.ULONG, Bytefp, rffi.UINT], rffi.ULONG)
_adler32 = zlib_external('adler32', [rffi.ULONG, Bytefp, rffi.UINT], rffi.ULONG)
_deflateInit2_ = zlib_external('deflateInit2_', [z_stream_p, rffi.INT, rffi.INT, rffi.INT, rffi.INT, rffi.INT, rffi.CCHARP, rffi.INT],
                               rffi.INT)
_inflateInit2_ = zlib_external('inflateInit2_', [z_stream_p, rffi.INT, rffi.CCHARP, rffi.INT], rffi.INT)
_deflate = zlib_external('deflate', [z_stream_p, rffi.INT], rffi.INT)
_inflate = zlib_external('inflate', [z_stream_p, rffi.INT], rffi.INT)
_deflateEnd = zlib_external('deflateEnd', [z_stream_p], rffi.INT)
_inflateEnd = zlib_external('inflateEnd', [z_stream_p], rffi.INT)
_deflateCopy = zlib_external('deflateCopy', [z_stream_p, z_stream_p], rffi.INT)
_inflateCopy = zlib_external('inflateCopy', [z_stream_p, z_stream_p], rffi.INT)
_deflateSetDictionary = zlib_external('deflateSetDictionary', [z_stream_p, Bytefp, rffi.UINT], rffi.INT)
_inflateSetDictionary = zlib_external('inflateSetDictionary', [z_stream_p, Bytefp, rffi.UINT], rffi.INT)


class RZlibError(Exception):
    """What the library says."""

    def __init__(self, msg):
        self.msg = msg

    def __str__(self):
        return self.msg


def _reason(stream, err):
    if stream.c_msg:
        return rffi.charp2str(stream.c_msg)
    if err == Z_BUF_ERROR:
        return "incomplete or truncated stream"
    if err == Z_STREAM_ERROR:
        return "inconsistent stream state"
    if err == Z_DATA_ERROR:
        return "invalid input data"
    if err == Z_NEED_DICT:
        return "no dictionary was given"
    return ""


def _error(stream, err, while_doing):
    reason = _reason(stream, err)
    if reason:
        reason = ": " + reason
    return RZlibError("Error %d %s%s" % (err, while_doing, reason))


def zlibVersion():
    """The version of the library."""
    return rffi.charp2str(_zlibVersion())


def crc32(string, start=CRC32_DEFAULT_START):
    """The CRC-32 checksum, going on from `start`."""
    with rffi.scoped_str2charp(string) as data:
        return r_uint(_crc32(rffi.cast(rffi.ULONG, start), data, rffi.cast(rffi.UINT, len(string))))


def adler32(string, start=ADLER32_DEFAULT_START):
    """The Adler-32 checksum, going on from `start`."""
    with rffi.scoped_str2charp(string) as data:
        return r_uint(_adler32(rffi.cast(rffi.ULONG, start), data, rffi.cast(rffi.UINT, len(string))))


def _int(n):
    return rffi.cast(rffi.INT, n)


def _end_of_init(stream, err, while_doing):
    if err == Z_STREAM_ERROR:
        lltype.free(stream, flavor='raw')
        raise ValueError("Invalid initialization option")
    if err != Z_OK:
        e = _error(stream, err, while_doing)
        lltype.free(stream, flavor='raw')
        raise e


def deflateInit(level=Z_DEFAULT_COMPRESSION, method=Z_DEFLATED, wbits=MAX_WBITS, memLevel=DEF_MEM_LEVEL, strategy=Z_DEFAULT_STRATEGY,
                zdict=None):
    """A stream for `compress`; ValueError if an option is wrong."""
    stream = lltype.malloc(z_stream, flavor='raw', zero=True)
    with rffi.scoped_str2charp(zlibVersion()) as version:
        err = intmask(_deflateInit2_(stream, _int(level), _int(method), _int(wbits), _int(memLevel), _int(strategy), version,
                                     _int(rffi.sizeof(z_stream))))
    _end_of_init(stream, err, "while creating compression object")
    if zdict is not None:
        try:
            deflateSetDictionary(stream, zdict)
        except RZlibError:
            deflateEnd(stream)
            raise
    return stream


def inflateInit(wbits=MAX_WBITS, zdict=None):
    """A stream for `decompress`; ValueError if an option is wrong."""
    stream = lltype.malloc(z_stream, flavor='raw', zero=True)
    with rffi.scoped_str2charp(zlibVersion()) as version:
        err = intmask(_inflateInit2_(stream, _int(wbits), version, _int(rffi.sizeof(z_stream))))
    _end_of_init(stream, err, "while creating decompression object")
    if zdict is not None and wbits < 0:
        try:
            inflateSetDictionary(stream, zdict)
        except RZlibError:
            inflateEnd(stream)
            raise
    return stream


def deflateEnd(stream):
    """Frees the stream."""
    _deflateEnd(stream)
    lltype.free(stream, flavor='raw')


def inflateEnd(stream):
    """Frees the stream."""
    _inflateEnd(stream)
    lltype.free(stream, flavor='raw')


def deflateCopy(source):
    """A stream in the same state, which goes on by itself."""
    copy = lltype.malloc(z_stream, flavor='raw', zero=True)
    _end_of_copy(source, copy, intmask(_deflateCopy(copy, source)), "while copying compression object")
    return copy


def inflateCopy(source):
    """A stream in the same state, which goes on by itself."""
    copy = lltype.malloc(z_stream, flavor='raw', zero=True)
    _end_of_copy(source, copy, intmask(_inflateCopy(copy, source)), "while copying decompression object")
    return copy


def _end_of_copy(source, copy, err, while_doing):
    if err == Z_STREAM_ERROR:
        lltype.free(copy, flavor='raw')
        raise ValueError("Inconsistent stream state")
    if err != Z_OK:
        lltype.free(copy, flavor='raw')
        raise _error(source, err, while_doing)


def deflateSetDictionary(stream, string):
    with rffi.scoped_str2charp(string) as data:
        err = intmask(_deflateSetDictionary(stream, data, rffi.cast(rffi.UINT, len(string))))
    if err == Z_STREAM_ERROR:
        raise RZlibError("Parameter is invalid or the stream state is inconsistent")
    assert err == Z_OK


def inflateSetDictionary(stream, string):
    with rffi.scoped_str2charp(string) as data:
        err = intmask(_inflateSetDictionary(stream, data, rffi.cast(rffi.UINT, len(string))))
    if err == Z_STREAM_ERROR:
        raise RZlibError("Parameter is invalid or the stream state is inconsistent")
    if err == Z_DATA_ERROR:
        raise RZlibError("The given dictionary doesn't match the expected one")
    assert err == Z_OK


def compress(stream, data, flush=Z_NO_FLUSH):
    """What comes out when the data goes in; with Z_FINISH all the rest."""
    if flush == Z_NO_FLUSH and len(data) == 0:
        return ""
    out, err, left = _operate(stream, data, flush, sys.maxsize, True, None)
    if flush == Z_FINISH and err != Z_STREAM_END:
        raise _error(stream, err, "while compressing data")
    return out


def decompress(stream, data, flush=Z_SYNC_FLUSH, max_length=sys.maxsize, zdict=None):
    """The data, whether its end was reached, and how much of the input was not used. With Z_FINISH the end must be reached."""
    out, err, left = _operate(stream, data, flush, max_length, False, zdict)
    if flush == Z_FINISH and err != Z_STREAM_END and max_length == sys.maxsize:
        raise _error(stream, err, "while decompressing data")
    return out, err == Z_STREAM_END, left


def _operate(stream, data, flush, max_length, deflating, zdict):
    result = StringBuilder(100)
    got = 0
    err = Z_OK
    with rffi.scoped_str2charp(data) as inbuf:
        stream.c_next_in = inbuf
        rffi.setintfield(stream, 'c_avail_in', len(data))
        with lltype.scoped_alloc(rffi.CCHARP.TO, OUTPUT_BUFFER_SIZE) as outbuf:
            while got < max_length:
                size = min(OUTPUT_BUFFER_SIZE, max_length - got)
                stream.c_next_out = outbuf
                rffi.setintfield(stream, 'c_avail_out', size)
                if deflating:
                    err = intmask(_deflate(stream, _int(flush)))
                else:
                    err = intmask(_inflate(stream, _int(flush)))
                made = size - rffi.getintfield(stream, 'c_avail_out')
                result.append(rffi.charpsize2str(outbuf, made))
                got += made
                if err == Z_NEED_DICT and zdict is not None:
                    inflateSetDictionary(stream, zdict)
                    zdict = None
                    continue
                if err == Z_OK or err == Z_BUF_ERROR:
                    if rffi.getintfield(stream, 'c_avail_out') > 0:
                        break
                    continue
                if err == Z_STREAM_END:
                    break
                raise _error(stream, err, "while compressing data" if deflating else "while decompressing data")
        left = rffi.getintfield(stream, 'c_avail_in')
        stream.c_next_in = lltype.nullptr(rffi.CCHARP.TO)
    return result.build(), err, left
