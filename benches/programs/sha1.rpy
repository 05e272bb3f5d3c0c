"""SHA-1 of a growing text: unsigned arithmetic, characters."""


def rotate(x, n):
    return ((x << n) | (x >> (32 - n))) & 0xffffffff


def sha1(text):
    length = len(text)
    padded = text + "\x80" + "\0" * ((55 - length) % 64)
    bits = length * 8
    for shift in range(56, -8, -8):
        padded += chr((bits >> shift) & 255)
    h0 = 0x67452301
    h1 = 0xefcdab89
    h2 = 0x98badcfe
    h3 = 0x10325476
    h4 = 0xc3d2e1f0
    w = [0] * 80
    at = 0
    while at < len(padded):
        for i in range(16):
            j = at + i * 4
            w[i] = (ord(padded[j]) << 24) | (ord(padded[j + 1]) << 16) | (ord(padded[j + 2]) << 8) | ord(padded[j + 3])
        for i in range(16, 80):
            w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1)
        a, b, c, d, e = h0, h1, h2, h3, h4
        for i in range(80):
            if i < 20:
                f = (b & c) | (~b & d)
                k = 0x5a827999
            elif i < 40:
                f = b ^ c ^ d
                k = 0x6ed9eba1
            elif i < 60:
                f = (b & c) | (b & d) | (c & d)
                k = 0x8f1bbcdc
            else:
                f = b ^ c ^ d
                k = 0xca62c1d6
            t = (rotate(a, 5) + f + e + k + w[i]) & 0xffffffff
            e, d, c, b, a = d, c, rotate(b, 30), a, t
        h0 = (h0 + a) & 0xffffffff
        h1 = (h1 + b) & 0xffffffff
        h2 = (h2 + c) & 0xffffffff
        h3 = (h3 + d) & 0xffffffff
        h4 = (h4 + e) & 0xffffffff
        at += 64
    return h0 ^ h1 ^ h2 ^ h3 ^ h4


def entry_point(argv):
    n = 60
    if len(argv) > 1:
        n = int(argv[1])
    text = "abc" * 20000
    total = sha1("abc")
    for i in range(n):
        total = (total * 31 + sha1(text)) & 0xffffffff
        text += "d"
    print(total)
    return 0


def target(driver, args):
    return entry_point, None
