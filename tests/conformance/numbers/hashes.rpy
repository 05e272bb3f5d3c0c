"""CRC-32, Adler-32, FNV-1a, djb2, SDBM, MurmurHash3, SipHash, SHA-1, SHA-256 and MD5: bits of 32 and 64."""
from rpython.rlib.rarithmetic import r_uint, intmask

M32 = 0xffffffff
M64 = 0xffffffffffffffff


def crc_table():
    table = []
    for n in range(256):
        c = n
        for k in range(8):
            if c & 1:
                c = 0xedb88320 ^ (c >> 1)
            else:
                c = c >> 1
        table.append(c)
    return table


TABLE = crc_table()


def crc32(s):
    c = M32
    for ch in s:
        c = TABLE[(c ^ ord(ch)) & 0xff] ^ (c >> 8)
    return c ^ M32


def adler32(s):
    a, b = 1, 0
    for ch in s:
        a = (a + ord(ch)) % 65521
        b = (b + a) % 65521
    return (b << 16) | a


def fnv1a(s):
    """With the mask of 64 bits."""
    h = 0xcbf29ce484222325
    for ch in s:
        h = ((h ^ ord(ch)) * 0x100000001b3) & M64
    return h


def fnv1a_uint(s):
    h = r_uint(0xcbf29ce484222325)
    for ch in s:
        h = (h ^ r_uint(ord(ch))) * r_uint(0x100000001b3)
    return h


def djb2(s):
    h = 5381
    for ch in s:
        h = (h * 33 + ord(ch)) & M32
    return h


def sdbm(s):
    h = 0
    for ch in s:
        h = (ord(ch) + (h << 6) + (h << 16) - h) & M32
    return h


def rotl32(x, n):
    return ((x << n) | (x >> (32 - n))) & M32


def murmur3(s, seed):
    h = seed
    n = len(s) // 4 * 4
    for i in range(0, n, 4):
        k = ord(s[i]) | ord(s[i + 1]) << 8 | ord(s[i + 2]) << 16 | ord(s[i + 3]) << 24
        k = (k * 0xcc9e2d51) & M32
        k = (rotl32(k, 15) * 0x1b873593) & M32
        h = rotl32(h ^ k, 13)
        h = (h * 5 + 0xe6546b64) & M32
    k = 0
    for i in range(len(s) - 1, n - 1, -1):
        k = (k << 8) | ord(s[i])
    k = (k * 0xcc9e2d51) & M32
    k = (rotl32(k, 15) * 0x1b873593) & M32
    h ^= k ^ len(s)
    h ^= h >> 16
    h = (h * 0x85ebca6b) & M32
    h ^= h >> 13
    h = (h * 0xc2b2ae35) & M32
    return h ^ (h >> 16)


def rotl64(x, n):
    return (x << n) | (x >> (64 - n))


class Sip(object):
    def __init__(self, k0, k1):
        self.a = k0 ^ r_uint(0x736f6d6570736575)
        self.b = k1 ^ r_uint(0x646f72616e646f6d)
        self.c = k0 ^ r_uint(0x6c7967656e657261)
        self.d = k1 ^ r_uint(0x7465646279746573)

    def rounds(self, n):
        for i in range(n):
            self.a += self.b
            self.b = rotl64(self.b, 13) ^ self.a
            self.a = rotl64(self.a, 32)
            self.c += self.d
            self.d = rotl64(self.d, 16) ^ self.c
            self.a += self.d
            self.d = rotl64(self.d, 21) ^ self.a
            self.c += self.b
            self.b = rotl64(self.b, 17) ^ self.c
            self.c = rotl64(self.c, 32)

    def word(self, m):
        self.d ^= m
        self.rounds(2)
        self.a ^= m

    def finish(self):
        self.c ^= r_uint(0xff)
        self.rounds(4)
        return self.a ^ self.b ^ self.c ^ self.d


def siphash(s):
    sip = Sip(r_uint(0x0706050403020100), r_uint(0x0f0e0d0c0b0a0908))
    n = len(s) // 8 * 8
    for i in range(0, n, 8):
        m = r_uint(0)
        for k in range(8):
            m |= r_uint(ord(s[i + k])) << (8 * k)
        sip.word(m)
    m = r_uint(len(s) & 255) << 56
    for k in range(n, len(s)):
        m |= r_uint(ord(s[k])) << (8 * (k - n))
    sip.word(m)
    return sip.finish()


def padded(s, big):
    out = s + chr(128) + chr(0) * ((55 - len(s)) % 64)
    bits = len(s) * 8
    for k in range(8):
        if big:
            out += chr((bits >> (56 - 8 * k)) & 255)
        else:
            out += chr((bits >> (8 * k)) & 255)
    return out


def sha1(s):
    h0, h1, h2, h3, h4 = 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0
    s = padded(s, True)
    for start in range(0, len(s), 64):
        w = []
        for i in range(start, start + 64, 4):
            w.append(ord(s[i]) << 24 | ord(s[i + 1]) << 16 | ord(s[i + 2]) << 8 | ord(s[i + 3]))
        for i in range(16, 80):
            w.append(rotl32(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1))
        a, b, c, d, e = h0, h1, h2, h3, h4
        for i in range(80):
            if i < 20:
                f, k = (b & c) | (~b & M32 & d), 0x5a827999
            elif i < 40:
                f, k = b ^ c ^ d, 0x6ed9eba1
            elif i < 60:
                f, k = (b & c) | (b & d) | (c & d), 0x8f1bbcdc
            else:
                f, k = b ^ c ^ d, 0xca62c1d6
            a, b, c, d, e = (rotl32(a, 5) + f + e + k + w[i]) & M32, a, rotl32(b, 30), c, d
        h0 = (h0 + a) & M32
        h1 = (h1 + b) & M32
        h2 = (h2 + c) & M32
        h3 = (h3 + d) & M32
        h4 = (h4 + e) & M32
    return '%08x%08x%08x%08x%08x' % (h0, h1, h2, h3, h4)


def primes(n):
    out = []
    k = 2
    while len(out) < n:
        if all(k % p for p in out):
            out.append(k)
        k += 1
    return out


def root_bits(x, third):
    """The first 32 bits of the fraction of a root."""
    if third:
        r = x ** (1.0 / 3.0)
    else:
        r = x ** 0.5
    return int((r - int(r)) * 4294967296.0)


K = [root_bits(float(p), True) for p in primes(64)]
H = [root_bits(float(p), False) for p in primes(8)]


def rotr32(x, n):
    return ((x >> n) | (x << (32 - n))) & M32


def sha256(s):
    h = H[:]
    s = padded(s, True)
    for start in range(0, len(s), 64):
        w = []
        for i in range(start, start + 64, 4):
            w.append(ord(s[i]) << 24 | ord(s[i + 1]) << 16 | ord(s[i + 2]) << 8 | ord(s[i + 3]))
        for i in range(16, 64):
            s0 = rotr32(w[i - 15], 7) ^ rotr32(w[i - 15], 18) ^ (w[i - 15] >> 3)
            s1 = rotr32(w[i - 2], 17) ^ rotr32(w[i - 2], 19) ^ (w[i - 2] >> 10)
            w.append((w[i - 16] + s0 + w[i - 7] + s1) & M32)
        v = h[:]
        for i in range(64):
            s1 = rotr32(v[4], 6) ^ rotr32(v[4], 11) ^ rotr32(v[4], 25)
            ch = (v[4] & v[5]) ^ (~v[4] & v[6])
            t1 = v[7] + s1 + ch + K[i] + w[i]
            s0 = rotr32(v[0], 2) ^ rotr32(v[0], 13) ^ rotr32(v[0], 22)
            t2 = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]))
            v = [(t1 + t2) & M32, v[0], v[1], v[2], (v[3] + t1) & M32, v[4], v[5], v[6]]
        h = [(x + y) & M32 for x, y in zip(h, v)]
    return ''.join(['%08x' % x for x in h])


SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]


def sine_bits(i):
    import math
    return int(abs(math.sin(i + 1)) * 4294967296.0)


SINES = [sine_bits(i) for i in range(64)]


def md5(s):
    a0, b0, c0, d0 = 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476
    s = padded(s, False)
    for start in range(0, len(s), 64):
        a, b, c, d = a0, b0, c0, d0
        for i in range(64):
            if i < 16:
                f, g = (b & c) | (~b & d), i
            elif i < 32:
                f, g = (d & b) | (~d & c), (5 * i + 1) % 16
            elif i < 48:
                f, g = b ^ c ^ d, (3 * i + 5) % 16
            else:
                f, g = c ^ (b | (~d & M32)), (7 * i) % 16
            at = start + 4 * g
            m = ord(s[at]) | ord(s[at + 1]) << 8 | ord(s[at + 2]) << 16 | ord(s[at + 3]) << 24
            f = (f + a + SINES[i] + m) & M32
            a, d, c, b = d, c, b, (b + rotl32(f, SHIFTS[i // 16 * 4 + i % 4])) & M32
        a0, b0, c0, d0 = (a0 + a) & M32, (b0 + b) & M32, (c0 + c) & M32, (d0 + d) & M32
    out = []
    for x in [a0, b0, c0, d0]:
        for k in range(4):
            out.append('%02x' % (x >> (8 * k) & 255))
    return ''.join(out)


def entry_point(argv):
    for s in ['', 'a', 'abc', 'message digest', 'The quick brown fox jumps over the lazy dog', 'x' * 200]:
        print(s[:20])
        print('%08x %08x %016x %d %08x %08x' % (crc32(s), adler32(s), fnv1a(s), fnv1a_uint(s), djb2(s), sdbm(s)))
        print('%08x %08x %016x' % (murmur3(s, 0), murmur3(s, 0x9747b28c), siphash(s)))
        print(sha1(s))
        print(sha256(s))
        print(md5(s))
        assert fnv1a(s) == fnv1a_uint(s)
        assert intmask(fnv1a(s)) == intmask(fnv1a_uint(s))
    return 0


def target(driver, args):
    return entry_point, None
