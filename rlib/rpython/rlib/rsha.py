"""SHA-1."""

from rpython.rlib._blockhash import BlockHash, MASK, rotate
from rpython.rlib.rarithmetic import r_uint


def _big_endian(data, at):
    return r_uint((ord(data[at]) << 24) | (ord(data[at + 1]) << 16) | (ord(data[at + 2]) << 8) | ord(data[at + 3]))


class RSHA(BlockHash):
    """A SHA-1 hash being computed."""
    digest_size = 20
    digestsize = 20

    def _start(self):
        return [r_uint(0x67452301), r_uint(0xEFCDAB89), r_uint(0x98BADCFE), r_uint(0x10325476), r_uint(0xC3D2E1F0)]

    def _block(self, data, at):
        w = [r_uint(0)] * 80
        for i in range(16):
            w[i] = _big_endian(data, at + 4 * i)
        for i in range(16, 80):
            w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1)
        h = self.h
        a, b, c, d, e = h[0], h[1], h[2], h[3], h[4]
        for i in range(80):
            if i < 20:
                f = (b & c) | ((b ^ MASK) & d)
                k = r_uint(0x5A827999)
            elif i < 40:
                f = b ^ c ^ d
                k = r_uint(0x6ED9EBA1)
            elif i < 60:
                f = (b & c) | (b & d) | (c & d)
                k = r_uint(0x8F1BBCDC)
            else:
                f = b ^ c ^ d
                k = r_uint(0xCA62C1D6)
            t = (rotate(a, 5) + f + e + k + w[i]) & MASK
            e = d
            d = c
            c = rotate(b, 30)
            b = a
            a = t
        h[0] = (h[0] + a) & MASK
        h[1] = (h[1] + b) & MASK
        h[2] = (h[2] + c) & MASK
        h[3] = (h[3] + d) & MASK
        h[4] = (h[4] + e) & MASK

    def _bytes(self, x, n):
        return ''.join([chr((x >> (8 * (n - 1 - k))) & 255) for k in range(n)])

    def copy(self):
        other = RSHA()
        other._copyfrom(self)
        return other


sha = RSHA
digest_size = digestsize = 20
blocksize = 1       # as the module sha of Python 2 says


def new(arg=''):
    return RSHA(arg)
