"""What MD5 and SHA-1 share: data in blocks of 64 bytes, the length at the end, state words of 32 bits."""

from rpython.rlib.rarithmetic import r_uint, intmask

MASK = r_uint(0xffffffff)


def rotate(x, n):
    return ((x << n) | (x >> (32 - n))) & MASK


class BlockHash(object):
    """A mixin. The class has `_start()`, the words at the start; `_block(data, at)`, which changes the words `h`;
    `_bytes(x, n)`, the n bytes of a number in its order."""
    _mixin_ = True
    block_size = 64

    def __init__(self, initialdata=''):
        self._init()
        self.update(initialdata)

    def _init(self):
        self.count = 0
        self.rest = ''
        self.h = self._start()

    def _copyfrom(self, other):
        """The state of another hash of this kind: what `copy` of a derived class takes over."""
        self.count = other.count
        self.rest = other.rest
        self.h = [x for x in other.h]

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
        """The hash of all data so far, as bytes."""
        other = self.copy()
        zeros = (55 - other.count) % 64
        other.update('\x80' + '\x00' * zeros + self._bytes(other.count * 8, 8))
        return ''.join([self._bytes(intmask(x), 4) for x in other.h])

    def hexdigest(self):
        """The same in hexadecimal digits."""
        out = []
        for c in self.digest():
            out.append('0123456789abcdef'[ord(c) >> 4])
            out.append('0123456789abcdef'[ord(c) & 15])
        return ''.join(out)
