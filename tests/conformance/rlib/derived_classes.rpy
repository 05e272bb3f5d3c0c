# What classes derived from those of the library use: `init`, `_copyfrom`; copies of streams; and further names.
# skip-llinterp: calls functions of C
import inspect
from rpython.rlib import rlocale, rzlib
from rpython.rlib.rStringIO import RStringIO
from rpython.rlib.rmd5 import RMD5
from rpython.rlib.rsha import RSHA
from rpython.rlib.longlong2float import float2longlong, singlefloat2uint, uint2singlefloat, \
    encode_int32_into_longlong_nan, maybe_decode_longlong_as_float, CAN_ALWAYS_ENCODE_INT32
from rpython.rlib.rarithmetic import r_singlefloat, widen, intmask


class Text(RStringIO):
    def __init__(self, name):
        self.name = name
        self.init()


class Hash(RMD5):
    def __init__(self, name):
        self.name = name
        self._init()

    def copy(self):
        other = Hash(self.name + "'")
        other._copyfrom(self)
        return other


class Hash1(RSHA):
    def twin(self):
        other = Hash1()
        other._copyfrom(self)
        return other


def all_of(a, *b, **c):
    return a


PARTS = inspect.getargs(all_of.__code__)
NAMES = '%s %s %s' % (PARTS.args, PARTS.varargs, getattr(PARTS, 'keywords', PARTS[2]))


class Number(object):
    def __init__(self, bits):
        self.bits = bits


def streams(n):
    stream = rzlib.deflateInit(9)
    first = rzlib.compress(stream, 'spam and ' * n)
    copy = rzlib.deflateCopy(stream)
    a = first + rzlib.compress(stream, 'eggs', rzlib.Z_FINISH)
    b = first + rzlib.compress(copy, 'ham', rzlib.Z_FINISH)
    rzlib.deflateEnd(stream)
    rzlib.deflateEnd(copy)
    stream = rzlib.inflateInit()
    text, done, left = rzlib.decompress(stream, a[:3])
    copy = rzlib.inflateCopy(stream)
    rest, done, left = rzlib.decompress(stream, a[3:])
    again, done_too, left = rzlib.decompress(copy, a[3:])
    print((text + rest)[-9:], again == rest, done, done_too)
    rzlib.inflateEnd(stream)
    rzlib.inflateEnd(copy)
    stream = rzlib.inflateInit()
    print(rzlib.decompress(stream, b)[0][-8:], bool(rzlib.null_stream), rzlib.DEFLATED)
    rzlib.inflateEnd(stream)


def entry_point(argv):
    n = 3
    t = Text('memory')
    t.write('abc')
    t.seek(1)
    print(t.name, t.read(1), t.getvalue(), t.is_closed())
    t.close()
    print(t.is_closed())
    h = Hash('h')
    h.update('some ')
    other = h.copy()
    h.update('text')
    other.update('text')
    print(other.name, h.hexdigest() == other.hexdigest(), other.hexdigest())
    s = Hash1('some ')
    twin = s.twin()
    s.update('text')
    twin.update('text')
    print(s.hexdigest() == twin.hexdigest(), twin.hexdigest())
    streams(n)
    print(rlocale.cConfig.LC_CTYPE == rlocale.LC_CTYPE, rlocale.setlocale(rlocale.cConfig.LC_ALL, None))
    number = Number(-n)
    number.bits = widen(singlefloat2uint(r_singlefloat(-1.5 * n)))
    print(number.bits, float(uint2singlefloat(singlefloat2uint(r_singlefloat(0.25 * n)))))
    print(maybe_decode_longlong_as_float(encode_int32_into_longlong_nan(-n)), maybe_decode_longlong_as_float(float2longlong(2.5 * n)))
    print(CAN_ALWAYS_ENCODE_INT32, NAMES)
    return 0


def target(driver, args):
    return entry_point, None
