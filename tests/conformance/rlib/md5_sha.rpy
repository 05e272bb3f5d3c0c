"""rlib.rmd5 and rlib.rsha: data in pieces of all lengths around a block, copies, both in one program."""
from rpython.rlib import rmd5, rsha
from rpython.rlib.rmd5 import RMD5
from rpython.rlib.rsha import RSHA


def text(n):
    return ''.join([chr(97 + (i * 7) % 26) for i in range(n)])


def hex_of(data):
    return ''.join(['%02x' % ord(c) for c in data])


def entry_point(argv):
    for n in [0, 1, 3, 54, 55, 56, 57, 63, 64, 65, 119, 120, 121, 128, 1000]:
        s = text(n)
        print(n, rmd5.new(s).hexdigest(), rsha.new(s).hexdigest())
    m = RMD5()
    h = RSHA()
    for i in range(40):
        m.update(text(i))
        h.update(text(i) + chr(i * 6))
        if i % 13 == 0:
            # A digest in between changes nothing; a copy goes its own way.
            other = m.copy()
            other.update('more')
            another = h.copy()
            another.update('more')
            print(i, m.hexdigest(), other.hexdigest(), h.hexdigest(), another.hexdigest())
    print(hex_of(m.digest()) == m.hexdigest(), hex_of(h.digest()) == h.hexdigest())
    print(m.digest_size, h.digest_size, m.block_size, h.digestsize, len(m.digest()), len(h.digest()))
    print(RMD5('The quick brown fox jumps over the lazy dog').hexdigest())
    print(RSHA('The quick brown fox jumps over the lazy dog').hexdigest())
    return 0


def target(driver, args):
    return entry_point, None
