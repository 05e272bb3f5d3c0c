"""The text of thousands of floats of all kinds, as repr, str and in formats, and back; in checksums and samples."""
from rpython.rlib.longlong2float import longlong2float, float2longlong
from rpython.rlib.rarithmetic import intmask


class Checksum(object):
    def __init__(self):
        self.value = 0

    def add(self, s):
        v = self.value
        for c in s:
            v = (v * 31 + ord(c)) & 0xffffffff
        self.value = v


def random_bits(x):
    x = intmask(x * 6364136223846793005 + 1442695040888963407)
    return x


def one(sum, f):
    s = repr(f)
    sum.add(s)
    if f == f:
        assert float(s) == f
        assert str(f) == s
    return s


def all_kinds(f):
    return '%s %e %f %g %.3e %.0f %.10g %.17g %r' % (f, f, f, f, f, f, f, f, f)


def entry_point(argv):
    x = 88172645463325252
    sum = Checksum()
    s = ''
    for i in range(6000):
        x = random_bits(x)
        f = longlong2float(x ^ (x >> 17 & 0xffff))
        s = one(sum, f)
        if i % 200 == 0:
            print(s)
    print(sum.value)
    # powers of two and their neighbours
    for e in range(-1074, 1024):
        if e < -1022:
            bits = 1 << (e + 1074)
        else:
            bits = (e + 1023) << 52
        for d in [-1, 0, 1]:
            s = one(sum, longlong2float(bits + d))
        if e % 50 == 0:
            print(s)
    print(sum.value)
    # powers of ten and small multiples of them
    for e in range(-320, 309):
        for m in ['1', '9.5', '1.25', '3', '9.999999999999999']:
            f = float(m + 'e' + str(e))
            s = one(sum, f)
            sum.add('%.3g|%.12e' % (f, f))
        if e % 30 == 0:
            print(s)
    print(sum.value)
    # numbers as people write them
    for i in range(-300, 3000):
        f = i / 100.0
        one(sum, f)
        sum.add('%.2f|%g|%.1f|%8.3f' % (f, f, f, f))
        one(sum, float(i) * 1e13)
        one(sum, 1.0 / (i + 0.5))
    print(sum.value)
    for f in [0.0, -0.0, 1.0, 0.1, 1e15, 1e16, 123456789012345680.0, 1e22, 1e23, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 0.0001, 0.00001,
              100.0, 2.5, 0.5, 1e100, 9007199254740992.0, 9007199254740993.0, 4.35, 0.3, 2.675, 1.005, 1e21]:
        print(all_kinds(f))
        print(all_kinds(-f))
    print('%.50f %.30e %.60g' % (0.1, 0.1, 0.1))
    print('%.400f' % 1e-300)
    print('%f' % 1e300)
    inf = 1e308 * 10
    print(all_kinds(inf) + all_kinds(-inf) + all_kinds(inf - inf))
    for i in range(300):
        x = random_bits(x)
        f = longlong2float(x & intmask(0x800fffffffffffff))      # denormals
        s = one(sum, f)
        if i % 30 == 0:
            print(s + ' %e %.5g' % (f, f))
    print(sum.value)
    return 0


def target(driver, args):
    return entry_point, None
