"""SHA-256 and HMAC with 32-bit masks on 64-bit integers; the constants are computed at import time."""


def primes(count):
    found = []
    n = 2
    while len(found) < count:
        if all(n % p for p in found):
            found.append(n)
        n += 1
    return found


def cube_root_bits(p):
    low, high = 0, 1 << 40
    while low < high - 1:
        middle = (low + high) // 2
        if middle * middle * middle <= p << 96:
            low = middle
        else:
            high = middle
    return low & 0xFFFFFFFF


def square_root_bits(p):
    low, high = 0, 1 << 40
    while low < high - 1:
        middle = (low + high) // 2
        if middle * middle <= p << 64:
            low = middle
        else:
            high = middle
    return low & 0xFFFFFFFF


K = [cube_root_bits(p) for p in primes(64)]
START = [square_root_bits(p) for p in primes(8)]
MASK = 0xFFFFFFFF


def rotate(x, n):
    return (x >> n | x << (32 - n)) & MASK


class SHA256(object):
    block_size = 64

    def __init__(self, text=""):
        self.state = START[:]
        self.rest = ""
        self.length = 0
        self.update(text)

    def update(self, text):
        self.length += len(text)
        self.rest += text
        while len(self.rest) >= 64:
            self.block(self.rest[:64])
            self.rest = self.rest[64:]

    def block(self, chunk):
        w = [0] * 64
        for i in range(16):
            w[i] = (ord(chunk[4 * i]) << 24 | ord(chunk[4 * i + 1]) << 16 |
                    ord(chunk[4 * i + 2]) << 8 | ord(chunk[4 * i + 3]))
        for i in range(16, 64):
            x = w[i - 15]
            y = w[i - 2]
            s0 = rotate(x, 7) ^ rotate(x, 18) ^ x >> 3
            s1 = rotate(y, 17) ^ rotate(y, 19) ^ y >> 10
            w[i] = (w[i - 16] + s0 + w[i - 7] + s1) & MASK
        a, b, c, d, e, f, g, h = self.state
        for i in range(64):
            s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
            t1 = (h + s1 + (e & f ^ ~e & g) + K[i] + w[i]) & MASK
            s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
            t2 = (s0 + (a & b ^ a & c ^ b & c)) & MASK
            h, g, f, e, d, c, b, a = g, f, e, (d + t1) & MASK, c, b, a, (t1 + t2) & MASK
        new = [a, b, c, d, e, f, g, h]
        self.state = [(x + y) & MASK for x, y in zip(self.state, new)]

    def copy(self):
        other = SHA256()
        other.state = self.state[:]
        other.rest = self.rest
        other.length = self.length
        return other

    def words(self):
        final = self.copy()
        bits = self.length * 8
        padding = "\x80" + "\0" * ((55 - self.length) % 64)
        for shift in range(56, -8, -8):
            padding += chr(bits >> shift & 255)
        final.update(padding)
        assert final.rest == ""
        return final.state

    def hexdigest(self):
        return "".join(["%08x" % w for w in self.words()])

    def digest(self):
        out = []
        for w in self.words():
            out += [chr(w >> s & 255) for s in (24, 16, 8, 0)]
        return "".join(out)


def hmac(key, message):
    if len(key) > SHA256.block_size:
        key = SHA256(key).digest()
    key += "\0" * (SHA256.block_size - len(key))
    inner = SHA256("".join([chr(ord(c) ^ 0x36) for c in key]))
    inner.update(message)
    outer = SHA256("".join([chr(ord(c) ^ 0x5c) for c in key]))
    outer.update(inner.digest())
    return outer.hexdigest()


def entry_point(argv):
    print("%08x %08x %08x" % (K[0], K[1], K[63]))
    print(" ".join(["%08X" % s for s in START]))
    for text in ["", "abc", "The quick brown fox jumps over the lazy dog", "a" * 55, "a" * 56, "a" * 64, "x" * 200]:
        print(SHA256(text).hexdigest(), len(text))
    h = SHA256()
    whole = ""
    for i in range(12):
        part = "part %d;" % i * i
        h.update(part)
        whole += part
        if i % 4 == 3:
            print(h.hexdigest() == SHA256(whole).hexdigest(), h.length, h.hexdigest()[:16])
    chain = ""
    for i in range(10):
        chain = SHA256(chain).digest()
    print("".join(["%02x" % ord(c) for c in chain]))
    print(hmac("key", "The quick brown fox jumps over the lazy dog"))
    print(hmac("k" * 100, "long key"))
    seen = {}
    for i in range(40):
        prefix = SHA256("item %d" % i).hexdigest()[0]
        seen[prefix] = seen.get(prefix, 0) + 1
    print([(k, seen[k]) for k in sorted(seen)])
    nonce = 0
    while not SHA256("block%d" % nonce).hexdigest().startswith("0"):
        nonce += 1
    print("nonce", nonce, SHA256("block%d" % nonce).hexdigest()[:10])
    return 0


def target(driver, args):
    return entry_point
