"""hashlib: MD5, SHA-1 and SHA-2, written in the language."""

_M32 = 0xffffffff
_M64 = 0xffffffffffffffff


def _primes(n):
    found = []
    c = 2
    while len(found) < n:
        if not [p for p in found if c % p == 0]:
            found.append(c)
        c += 1
    return found


def _root_bits(p, power, bits):
    """The first bits of the fraction of p ** (1 / power)."""
    shifted = p << (bits * power)
    low, high = 0, 1 << (bits + p.bit_length())
    while low + 1 < high:
        mid = (low + high) >> 1
        if mid ** power <= shifted:
            low = mid
        else:
            high = mid
    return low & ((1 << bits) - 1)


def _sine_table():
    import math
    return [int(abs(math.sin(i + 1)) * 4294967296.0) for i in range(64)]


def _words(block, size, order):
    return [int.from_bytes(block[i:i + size], order) for i in range(0, len(block), size)]


def _rol(x, n):
    return ((x << n) | (x >> (32 - n))) & _M32


class _Hash(object):
    block_size = 64
    _size_bytes = 8
    _order = 'big'

    def __init__(self, data=''):
        self._state = list(self._start)
        self._rest = ''
        self._length = 0
        self.update(data)

    def update(self, data):
        if isinstance(data, unicode):
            raise TypeError('Unicode-objects must be encoded before hashing')
        data = str(data)
        self._length += len(data)
        self._rest += data
        n = self.block_size
        at = 0
        while len(self._rest) - at >= n:
            self._block(self._rest[at:at + n])
            at += n
        self._rest = self._rest[at:]

    def copy(self):
        other = type(self)()
        other._state = list(self._state)
        other._rest = self._rest
        other._length = self._length
        return other

    def digest(self):
        last = self.copy()
        n = self.block_size
        zeros = (n - self._size_bytes - 1 - self._length) % n
        bits = (self._length * 8).to_bytes(self._size_bytes, self._order)
        last.update('\x80' + '\x00' * zeros + bits)
        word = self._size_bytes // 2 if n == 128 else 4
        text = ''.join([x.to_bytes(word, self._order) for x in last._state])
        return text[:self.digest_size]

    def hexdigest(self):
        return ''.join(['%02x' % ord(c) for c in self.digest()])


class _MD5(_Hash):
    name = 'md5'
    digest_size = 16
    _order = 'little'
    _start = (0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476)
    _shifts = ((7, 12, 17, 22), (5, 9, 14, 20), (4, 11, 16, 23), (6, 10, 15, 21))
    _table = []

    def _block(self, block):
        if not self._table:
            self._table.extend(_sine_table())
        w = _words(block, 4, 'little')
        a, b, c, d = self._state
        for i in range(64):
            turn = i >> 4
            if turn == 0:
                f, k = (b & c) | (~b & d), i
            elif turn == 1:
                f, k = (d & b) | (~d & c), (5 * i + 1) & 15
            elif turn == 2:
                f, k = b ^ c ^ d, (3 * i + 5) & 15
            else:
                f, k = c ^ (b | (~d & _M32)), (7 * i) & 15
            f = (f + a + self._table[i] + w[k]) & _M32
            a, d, c, b = d, c, b, (b + _rol(f, self._shifts[turn][i & 3])) & _M32
        self._state = [(x + y) & _M32 for x, y in zip(self._state, (a, b, c, d))]


class _SHA1(_Hash):
    name = 'sha1'
    digest_size = 20
    _start = (0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0)

    def _block(self, block):
        w = _words(block, 4, 'big')
        for i in range(16, 80):
            w.append(_rol(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1))
        a, b, c, d, e = self._state
        for i in range(80):
            if i < 20:
                f = (((c ^ d) & b) ^ d) + 0x5a827999
            elif i < 40:
                f = (b ^ c ^ d) + 0x6ed9eba1
            elif i < 60:
                f = ((b & c) | (d & (b | c))) + 0x8f1bbcdc
            else:
                f = (b ^ c ^ d) + 0xca62c1d6
            a, b, c, d, e = (_rol(a, 5) + f + e + w[i]) & _M32, a, _rol(b, 30), c, d
        self._state = [(x + y) & _M32 for x, y in zip(self._state, (a, b, c, d, e))]


class _SHA2(_Hash):
    """Both word sizes: bits, rounds, and the rotations of the four mixing functions."""

    def _block(self, block):
        bits = self._bits
        mask = (1 << bits) - 1
        if not self._table:
            self._table.extend([_root_bits(p, 3, bits) for p in _primes(self._rounds)])

        def ror(x, n):
            return ((x >> n) | (x << (bits - n))) & mask
        (a1, a2, a3), (b1, b2, b3), (s1, s2, s3), (t1, t2, t3) = self._rotations
        w = _words(block, bits // 8, 'big')
        for i in range(16, self._rounds):
            x, y = w[i - 15], w[i - 2]
            w.append((w[i - 16] + (ror(x, s1) ^ ror(x, s2) ^ (x >> s3)) + w[i - 7] +
                      (ror(y, t1) ^ ror(y, t2) ^ (y >> t3))) & mask)
        a, b, c, d, e, f, g, h = self._state
        for i in range(self._rounds):
            x = (h + (ror(e, b1) ^ ror(e, b2) ^ ror(e, b3)) + ((e & f) ^ (~e & g)) +
                 self._table[i] + w[i])
            y = (ror(a, a1) ^ ror(a, a2) ^ ror(a, a3)) + ((a & b) ^ (a & c) ^ (b & c))
            a, b, c, d, e, f, g, h = (x + y) & mask, a, b, c, (d + x) & mask, e, f, g
        new = (a, b, c, d, e, f, g, h)
        self._state = [(p + q) & mask for p, q in zip(self._state, new)]


class _SHA256(_SHA2):
    name = 'sha256'
    digest_size = 32
    _bits = 32
    _rounds = 64
    _rotations = ((2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10))
    _start = tuple([_root_bits(p, 2, 32) for p in _primes(8)])
    _table = []


class _SHA224(_SHA256):
    name = 'sha224'
    digest_size = 28
    _start = tuple([_root_bits(p, 2, 64) & _M32 for p in _primes(16)[8:]])


class _SHA512(_SHA2):
    name = 'sha512'
    digest_size = 64
    block_size = 128
    _size_bytes = 16
    _bits = 64
    _rounds = 80
    _rotations = ((28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6))
    _start = tuple([_root_bits(p, 2, 64) for p in _primes(8)])
    _table = []


class _SHA384(_SHA512):
    name = 'sha384'
    digest_size = 48
    _start = tuple([_root_bits(p, 2, 64) for p in _primes(16)[8:]])


_classes = {'md5': _MD5, 'sha1': _SHA1, 'sha224': _SHA224, 'sha256': _SHA256, 'sha384': _SHA384,
            'sha512': _SHA512}
algorithms_guaranteed = algorithms_available = set(_classes)


def new(name, data='', usedforsecurity=True):
    name = name.lower().replace('-', '')
    if name not in _classes:
        raise ValueError('unsupported hash type ' + name)
    return _classes[name](data)


def md5(data='', usedforsecurity=True): return _MD5(data)
def sha1(data='', usedforsecurity=True): return _SHA1(data)
def sha224(data='', usedforsecurity=True): return _SHA224(data)
def sha256(data='', usedforsecurity=True): return _SHA256(data)
def sha384(data='', usedforsecurity=True): return _SHA384(data)
def sha512(data='', usedforsecurity=True): return _SHA512(data)
