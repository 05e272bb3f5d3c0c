"""SHA-1."""

from rpython.rlib.rarithmetic import r_uint, intmask

_MASK = r_uint(0xffffffff)


def _rotate(x, n):
    return ((x << n) | (x >> (32 - n))) & _MASK


def _big_endian(data, at):
    return r_uint((ord(data[at]) << 24) | (ord(data[at + 1]) << 16) | (ord(data[at + 2]) << 8) | ord(data[at + 3]))


class RSHA(object):
    """A SHA-1 hash being computed."""
    digest_size = 20
    digestsize = 20
    block_size = 64

    def __init__(self, initialdata=''):
        self._init()
        self.update(initialdata)

    def _init(self):
        self.count = 0
        self.rest = ''
        self.h = [r_uint(0x67452301), r_uint(0xEFCDAB89), r_uint(0x98BADCFE), r_uint(0x10325476), r_uint(0xC3D2E1F0)]

    def _block(self, data, at):
        w = [r_uint(0)] * 80
        for i in range(16):
            w[i] = _big_endian(data, at + 4 * i)
        for i in range(16, 80):
            w[i] = _rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1)
        h = self.h
        a, b, c, d, e = h[0], h[1], h[2], h[3], h[4]
        for i in range(80):
            if i < 20:
                f = (b & c) | ((b ^ _MASK) & d)
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
            t = (_rotate(a, 5) + f + e + k + w[i]) & _MASK
            e = d
            d = c
            c = _rotate(b, 30)
            b = a
            a = t
        h[0] = (h[0] + a) & _MASK
        h[1] = (h[1] + b) & _MASK
        h[2] = (h[2] + c) & _MASK
        h[3] = (h[3] + d) & _MASK
        h[4] = (h[4] + e) & _MASK

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
        """The hash of all data so far, 20 bytes."""
        other = self.copy()
        bits = other.count * 8
        zeros = (55 - other.count) % 64
        chars = ['\x00'] * 8
        for i in range(8):
            chars[7 - i] = chr((bits >> (8 * i)) & 255)
        other.update('\x80' + '\x00' * zeros + ''.join(chars))
        out = []
        for i in range(5):
            x = intmask(other.h[i])
            out.append(chr((x >> 24) & 255))
            out.append(chr((x >> 16) & 255))
            out.append(chr((x >> 8) & 255))
            out.append(chr(x & 255))
        return ''.join(out)

    def hexdigest(self):
        """The same in hexadecimal digits."""
        out = []
        for c in self.digest():
            out.append('0123456789abcdef'[ord(c) >> 4])
            out.append('0123456789abcdef'[ord(c) & 15])
        return ''.join(out)

    def copy(self):
        other = RSHA()
        other.count = self.count
        other.rest = self.rest
        other.h = [x for x in self.h]
        return other


def new(arg=''):
    return RSHA(arg)
