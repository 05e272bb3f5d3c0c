"""SipHash-2-4 of strings."""
import os

from rpython.rlib.rarithmetic import intmask, r_uint
from rpython.rtyper.lltypesystem import rffi


class Seed(object):
    """The two words of the key."""
    k0 = r_uint(0)
    k1 = r_uint(0)
    bootstrapped = False


seed = Seed()


def _word(s, at):
    n = r_uint(0)
    for i in range(min(8, len(s) - at)):
        n |= r_uint(ord(s[at + i])) << (8 * i)
    return n


def select_random_seed(s):
    """Takes the key from 16 bytes."""
    seed.k0 = _word(s, 0)
    seed.k1 = _word(s, 8)


def initialize_from_env():
    """Takes the key from PYTHONHASHSEED: a number, or 'random'."""
    value = os.environ.get('PYTHONHASHSEED')
    if value is None or value == 'random' or value == '':
        from rpython.rlib.rurandom import urandom
        select_random_seed(urandom(16))
        return
    n = int(value)
    if n < 0 or n > 4294967295:
        raise ValueError
    if n == 0:
        select_random_seed('\x00' * 16)
    else:
        select_random_seed(lcg_urandom(r_uint(n)))


def lcg_urandom(x):
    """16 bytes that follow from a number."""
    out = []
    for i in range(16):
        x = (x * r_uint(214013) + r_uint(2531011)) & r_uint(0xffffffff)
        out.append(chr(intmask((x >> 16) & r_uint(0xff))))
    return ''.join(out)


def enable_siphash24():
    """Hashes of strings stay what they are: `siphash24` can be called."""


def choosen_seed(new_k0, new_k1, test_misaligned_path=False):
    """`with choosen_seed(a, b):` other keys for a block."""
    return _ChosenSeed(r_uint(new_k0), r_uint(new_k1))


class _ChosenSeed(object):
    def __init__(self, k0, k1):
        self.k0, self.k1 = k0, k1

    def __enter__(self):
        self.old0, self.old1 = seed.k0, seed.k1
        seed.k0, seed.k1 = self.k0, self.k1

    def __exit__(self, *args):
        seed.k0, seed.k1 = self.old0, self.old1


def _rotate(x, b):
    return (x << b) | (x >> (64 - b))


def _round(v0, v1, v2, v3):
    v0 += v1
    v2 += v3
    v1 = _rotate(v1, 13) ^ v0
    v3 = _rotate(v3, 16) ^ v2
    v0 = _rotate(v0, 32)
    v2 += v1
    v0 += v3
    v1 = _rotate(v1, 17) ^ v2
    v3 = _rotate(v3, 21) ^ v0
    v2 = _rotate(v2, 32)
    return v0, v1, v2, v3


def siphash24(s):
    """The hash of a string, an unsigned word."""
    return _siphash24_of(s, len(s))


def _siphash24(addr_in, size, SZ=1):
    """The hash of raw memory."""
    return _siphash24_of(rffi.charpsize2str(rffi.cast(rffi.CCHARP, addr_in), size * SZ), size * SZ)


def _siphash24_of(s, size):
    k0, k1 = seed.k0, seed.k1
    v0 = k0 ^ r_uint(0x736f6d6570736575)
    v1 = k1 ^ r_uint(0x646f72616e646f6d)
    v2 = k0 ^ r_uint(0x6c7967656e657261)
    v3 = k1 ^ r_uint(0x7465646279746573)
    at = 0
    while at + 8 <= size:
        m = _word(s, at)
        v3 ^= m
        v0, v1, v2, v3 = _round(v0, v1, v2, v3)
        v0, v1, v2, v3 = _round(v0, v1, v2, v3)
        v0 ^= m
        at += 8
    m = (r_uint(size) << 56) | _word(s, at)
    v3 ^= m
    v0, v1, v2, v3 = _round(v0, v1, v2, v3)
    v0, v1, v2, v3 = _round(v0, v1, v2, v3)
    v0 ^= m
    v2 ^= r_uint(0xff)
    for i in range(4):
        v0, v1, v2, v3 = _round(v0, v1, v2, v3)
    return v0 ^ v1 ^ v2 ^ v3
