"""MD5."""

import math

from rpython.rlib._blockhash import BlockHash, MASK, rotate
from rpython.rlib.rarithmetic import r_uint

_SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
_TABLE = [r_uint(int(abs(math.sin(i + 1.0)) * 4294967296.0)) for i in range(64)]


def _little_endian(data, at):
    return r_uint(ord(data[at]) | (ord(data[at + 1]) << 8) | (ord(data[at + 2]) << 16) | (ord(data[at + 3]) << 24))


class RMD5(BlockHash):
    """An MD5 hash being computed."""
    digest_size = 16
    digestsize = 16

    def _start(self):
        return [r_uint(0x67452301), r_uint(0xefcdab89), r_uint(0x98badcfe), r_uint(0x10325476)]

    def _block(self, data, at):
        words = [r_uint(0)] * 16
        for i in range(16):
            words[i] = _little_endian(data, at + 4 * i)
        h = self.h
        a, b, c, d = h[0], h[1], h[2], h[3]
        for i in range(64):
            if i < 16:
                f = (b & c) | ((b ^ MASK) & d)
                g = i
            elif i < 32:
                f = (d & b) | ((d ^ MASK) & c)
                g = (5 * i + 1) & 15
            elif i < 48:
                f = b ^ c ^ d
                g = (3 * i + 5) & 15
            else:
                f = c ^ (b | (d ^ MASK))
                g = (7 * i) & 15
            f = (f + a + _TABLE[i] + words[g]) & MASK
            a = d
            d = c
            c = b
            b = (b + rotate(f, _SHIFTS[(i >> 4) * 4 + (i & 3)])) & MASK
        h[0] = (h[0] + a) & MASK
        h[1] = (h[1] + b) & MASK
        h[2] = (h[2] + c) & MASK
        h[3] = (h[3] + d) & MASK

    def _bytes(self, x, n):
        return ''.join([chr((x >> (8 * k)) & 255) for k in range(n)])

    def copy(self):
        other = RMD5()
        other._copyfrom(self)
        return other


md5 = RMD5
digest_size = digestsize = 16


def new(arg=''):
    return RMD5(arg)
