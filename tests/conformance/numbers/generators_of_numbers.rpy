"""Pseudo-random generators: linear congruential, xorshift, splitmix, PCG, xoshiro, Mersenne twister, Lehmer, lagged Fibonacci, WELL-like; with
masks of 32 and 64 bits, and with r_uint."""
from rpython.rlib.rarithmetic import r_uint, intmask, r_int32, r_uint32

MASK64 = (1 << 64) - 1
MASK32 = (1 << 32) - 1


def lcg(seed, n):
    x = seed
    out = []
    for i in range(n):
        x = (x * 1103515245 + 12345) & 0x7fffffff
        out.append(x)
    return out


def lcg64(seed, n):
    """Masked to 64 bits: never negative."""
    x = seed
    out = []
    for i in range(n):
        x = (x * 6364136223846793005 + 1442695040888963407) & MASK64
        out.append(intmask(x >> 33))
    return out


def xorshift32(x, n):
    out = []
    for i in range(n):
        x ^= (x << 13) & MASK32
        x ^= x >> 17
        x ^= (x << 5) & MASK32
        out.append(x)
    return out


def xorshift64star(seed, n):
    x = r_uint(seed)
    out = []
    for i in range(n):
        x ^= x >> 12
        x ^= x << 25
        x ^= x >> 27
        out.append(intmask((x * r_uint(0x2545F4914F6CDD1D)) >> 32))
    return out


class SplitMix(object):
    def __init__(self, seed):
        self.state = r_uint(seed)

    def next(self):
        self.state += r_uint(0x9E3779B97F4A7C15)
        z = self.state
        z = (z ^ (z >> 30)) * r_uint(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> 27)) * r_uint(0x94D049BB133111EB)
        return z ^ (z >> 31)


class Pcg(object):
    def __init__(self, seed, seq):
        self.state = r_uint(0)
        self.inc = (r_uint(seq) << 1) | r_uint(1)
        self.next()
        self.state += r_uint(seed)
        self.next()

    def next(self):
        old = self.state
        self.state = old * r_uint(6364136223846793005) + self.inc
        shifted = intmask(((old >> 18) ^ old) >> 27) & MASK32
        rot = intmask(old >> 59)
        return ((shifted >> rot) | (shifted << ((32 - rot) & 31))) & MASK32


class Xoshiro(object):
    def __init__(self, seed):
        mix = SplitMix(seed)
        self.s = [mix.next() for i in range(4)]

    def next(self):
        s = self.s
        result = self.rotl(s[1] * r_uint(5), 7) * r_uint(9)
        t = s[1] << 17
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = self.rotl(s[3], 45)
        return result

    def rotl(self, x, k):
        return (x << k) | (x >> (64 - k))

    def random(self):
        return intmask(self.next() >> 11) / 9007199254740992.0


class Twister(object):
    N = 624

    def __init__(self, seed):
        self.mt = [seed & MASK32]
        for i in range(1, self.N):
            prev = self.mt[i - 1]
            self.mt.append((1812433253 * (prev ^ (prev >> 30)) + i) & MASK32)
        self.at = self.N

    def generate(self):
        mt = self.mt
        for k in range(self.N):
            y = (mt[k] & 0x80000000) | (mt[(k + 1) % self.N] & 0x7fffffff)
            v = mt[(k + 397) % self.N] ^ (y >> 1)
            if y & 1:
                v ^= 0x9908b0df
            mt[k] = v
        self.at = 0

    def next(self):
        if self.at >= self.N:
            self.generate()
        y = self.mt[self.at]
        self.at += 1
        y ^= y >> 11
        y ^= (y << 7) & 0x9d2c5680
        y ^= (y << 15) & 0xefc60000
        return y ^ (y >> 18)


def lehmer(x, n):
    out = []
    for i in range(n):
        x = x * 48271 % 2147483647
        out.append(x)
    return out


def lagged(n):
    xs = [(i * 7919 + 13) % 1000 for i in range(55)]
    for i in range(n):
        xs.append((xs[-24] + xs[-55]) % 1000)
    return xs[-10:]


def middle_square(x, n):
    out = []
    for i in range(n):
        s = str(x * x).zfill(8)
        x = int(s[2:6])
        out.append(x)
    return out


def entry_point(argv):
    one = len(argv)
    print(lcg(one, 5), lcg64(42 * one, 5), xorshift32(2463534242 * one, 5), xorshift64star(88172645463325252 * one, 5))
    mix = SplitMix(1234567)
    print([str(mix.next()) for i in range(5)])
    pcg = Pcg(42, 54)
    print(' '.join(['0x%08x' % pcg.next() for i in range(6)]))
    xo = Xoshiro(one)
    print(' '.join(['%d' % xo.next() for i in range(4)]))
    print(' '.join(['%.15f' % xo.random() for i in range(4)]))
    mt = Twister(5489)
    print([mt.next() for i in range(8)])
    for i in range(990):
        mt.next()
    print(mt.next(), mt.next())
    print(lehmer(one, 6), lagged(300), middle_square(1234 * one, 6))
    # 32-bit integers
    a = r_int32(2147483647 * one)
    b = r_uint32(4294967295 * one)
    print(int(a), int(b), int(r_int32(int(a) + 1)), int(r_uint32(int(b) + 1)), int(r_int32(0x80000000)), int(r_uint32(-1)), intmask(1 << 63))
    buckets = [0] * 10
    mt = Twister(one)
    for i in range(2000):
        buckets[mt.next() % 10] += 1
    print(buckets, sum(buckets))
    # an estimate of pi
    hits = 0
    for i in range(4000):
        x = xo.random()
        y = xo.random()
        if x * x + y * y <= 1.0:
            hits += 1
    print(hits, '%.4f' % (4.0 * hits / 4000))
    return 0


def target(driver, args):
    return entry_point, None
