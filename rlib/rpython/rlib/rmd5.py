"""MD5."""

import math

from rpython.rlib.rarithmetic import r_uint, intmask

_MASK = r_uint(0xffffffff)
_SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
_TABLE = [r_uint(int(abs(math.sin(i + 1.0)) * 4294967296.0)) for i in range(64)]


def _rotate(x, n):
    return ((x << n) | (x >> (32 - n))) & _MASK


def _little_endian(data, at):
    return r_uint(ord(data[at]) | (ord(data[at + 1]) << 8) | (ord(data[at + 2]) << 16) | (ord(data[at + 3]) << 24))


class RMD5(object):
    """An MD5 hash being computed."""
    digest_size = 16
    digestsize = 16
    block_size = 64

    def __init__(self, initialdata=''):
        self._init()
        self.update(initialdata)

    def _init(self):
        self.count = 0
        self.rest = ''
        self.h = [r_uint(0x67452301), r_uint(0xefcdab89), r_uint(0x98badcfe), r_uint(0x10325476)]

    def _block(self, data, at):
        words = [r_uint(0)] * 16
        for i in range(16):
            words[i] = _little_endian(data, at + 4 * i)
        h = self.h
        a, b, c, d = h[0], h[1], h[2], h[3]
        for i in range(64):
            if i < 16:
                f = (b & c) | ((b ^ _MASK) & d)
                g = i
            elif i < 32:
                f = (d & b) | ((d ^ _MASK) & c)
                g = (5 * i + 1) & 15
            elif i < 48:
                f = b ^ c ^ d
                g = (3 * i + 5) & 15
            else:
                f = c ^ (b | (d ^ _MASK))
                g = (7 * i) & 15
            f = (f + a + _TABLE[i] + words[g]) & _MASK
            a = d
            d = c
            c = b
            b = (b + _rotate(f, _SHIFTS[(i >> 4) * 4 + (i & 3)])) & _MASK
        h[0] = (h[0] + a) & _MASK
        h[1] = (h[1] + b) & _MASK
        h[2] = (h[2] + c) & _MASK
        h[3] = (h[3] + d) & _MASK

    def update(self, inBuf):
        """More data."""
        self.count += len(inBuf)
        data = self.rest + inBuf
        at = 0
        while at + 64 <= len(data):
            self._block(data, at)
            at += 64
        self.rest = data[at:]

    def digest(self):
        """The hash of all data so far, 16 bytes."""
        other = self.copy()
        bits = other.count * 8
        zeros = (55 - other.count) % 64
        chars = ['\x00'] * 8
        for i in range(8):
            chars[i] = chr((bits >> (8 * i)) & 255)
        other.update('\x80' + '\x00' * zeros + ''.join(chars))
        out = []
        for i in range(4):
            x = intmask(other.h[i])
            for k in range(4):
                out.append(chr((x >> (8 * k)) & 255))
        return ''.join(out)

    def hexdigest(self):
        """The same in hexadecimal digits."""
        out = []
        for c in self.digest():
            out.append('0123456789abcdef'[ord(c) >> 4])
            out.append('0123456789abcdef'[ord(c) & 15])
        return ''.join(out)

    def copy(self):
        other = RMD5()
        other.count = self.count
        other.rest = self.rest
        other.h = [x for x in self.h]
        return other


def new(arg=''):
    return RMD5(arg)
