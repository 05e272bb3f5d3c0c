"""Base64, base32, hex dumps, quoted text, run of checksums: CRC-32, CRC-16, Adler, Fletcher, Luhn, ISBN."""

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
VALUES = dict((c, i) for i, c in enumerate(ALPHABET))


class DecodeError(ValueError):
    def __init__(self, pos, why):
        self.pos = pos
        self.why = why

    def __str__(self):
        return "at %d: %s" % (self.pos, self.why)


def b64encode(data):
    out = []
    for i in range(0, len(data), 3):
        chunk = data[i:i + 3]
        n = 0
        for c in chunk:
            n = n << 8 | ord(c)
        n <<= 8 * (3 - len(chunk))
        four = [ALPHABET[n >> s & 63] for s in (18, 12, 6, 0)]
        for k in range(3 - len(chunk)):
            four[3 - k] = "="
        out.extend(four)
    return "".join(out)


def b64decode(text):
    if len(text) % 4:
        raise DecodeError(len(text), "length is not a multiple of four")
    out = []
    for i in range(0, len(text), 4):
        n = 0
        padding = 0
        for k, c in enumerate(text[i:i + 4]):
            if c == "=":
                if i + 4 != len(text) or k < 2:
                    raise DecodeError(i + k, "misplaced padding")
                padding += 1
                n <<= 6
            elif padding:
                raise DecodeError(i + k, "text after padding")
            elif c in VALUES:
                n = n << 6 | VALUES[c]
            else:
                raise DecodeError(i + k, "bad character %r" % c)
        for s in (16, 8, 0)[:3]:
            if s // 8 >= padding:
                out.append(chr(n >> s & 255))
    return "".join(out)


def base32(data):
    bits = 0
    have = 0
    out = ""
    for c in data:
        bits = bits << 8 | ord(c)
        have += 8
        while have >= 5:
            have -= 5
            out += "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[bits >> have & 31]
        bits &= (1 << have) - 1
    if have:
        out += "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[bits << (5 - have) & 31]
    return out + "=" * (-len(out) % 8)


def hexdump(data, width=16):
    for start in range(0, len(data), width):
        row = data[start:start + width]
        codes = " ".join(["%02x" % ord(c) for c in row])
        shown = "".join([c if " " <= c <= "~" else "." for c in row])
        yield "%04x  %-*s  %s" % (start, width * 3 - 1, codes, shown)


def quote(text):
    out = []
    for c in text:
        if c.isalnum() or c in "-_.~":
            out.append(c)
        elif c == " ":
            out.append("+")
        else:
            out.append("%%%02X" % ord(c))
    return "".join(out)


def unquote(text):
    parts = text.replace("+", " ").split("%")
    return parts[0] + "".join([chr(int(p[:2], 16)) + p[2:] for p in parts[1:]])


def crc_table(polynomial):
    table = []
    for n in range(256):
        for k in range(8):
            n = n >> 1 ^ polynomial if n & 1 else n >> 1
        table.append(n)
    return table


class CRC(object):
    table = [0]
    start = 0
    final = 0

    def __init__(self):
        self.value = self.start

    def update(self, data):
        v = self.value
        for c in data:
            v = v >> 8 ^ self.table[(v ^ ord(c)) & 255]
        self.value = v
        return self

    def result(self):
        return self.value ^ self.final


class CRC32(CRC):
    table = crc_table(0xEDB88320)
    start = final = 0xFFFFFFFF


class CRC16(CRC):
    table = crc_table(0xA001)


def adler(data):
    a, b = 1, 0
    for c in data:
        a = (a + ord(c)) % 65521
        b = (b + a) % 65521
    return b << 16 | a


def fletcher(data):
    a = b = 0
    for c in data:
        a = (a + ord(c)) % 255
        b = (b + a) % 255
    return b << 8 | a


def luhn(number):
    total = 0
    for i, c in enumerate(reversed(number)):
        d = int(c)
        if i % 2:
            d = d * 2 - 9 if d > 4 else d * 2
        total += d
    return total % 10 == 0


def isbn13(digits):
    s = sum([int(c) * (1, 3)[i % 2] for i, c in enumerate(digits[:12])])
    return digits[:12] + str(-s % 10)


def entry_point(argv):
    for data in ["", "f", "fo", "foo", "foob", "fooba", "foobar", "\x00\xff\x10", "Many hands make light work."]:
        coded = b64encode(data)
        print("%-38s %-16s %s" % (coded, base32(data)[:16], b64decode(coded) == data))
    for bad in ["abc", "ab=c", "a===", "====", "ab$d", "ab==abcd"]:
        try:
            print(repr(b64decode(bad)))
        except DecodeError as e:
            print("%-8s error %s" % (bad, e))
    everything = "".join([chr(i) for i in range(256)])
    print(b64decode(b64encode(everything)) == everything, unquote(quote(everything)) == everything)
    for line in hexdump(everything[25:75]):
        print(line)
    for line in hexdump("tab\there", width=6):
        print(line)
    print(quote("a b&c=d/e%"), unquote("x%3Dy+z%21"))
    for data in ["", "a", "123456789", "The quick brown fox", everything]:
        print("%08x %04x %08x %04x" % (CRC32().update(data).result(), CRC16().update(data).result(), adler(data), fletcher(data)))
    split = CRC32().update("1234").update("").update("56789")
    print("%08X" % split.result(), split.result() == 0xCBF43926)
    for kind in [CRC32, CRC16]:
        print(kind.__name__, "%x %x" % (kind.table[1], kind.table[255]), kind().update("abc").result())
    print([n for n in ["79927398713", "79927398710", "4539578763621486", "0"] if luhn(n)])
    print(isbn13("978030640615"), isbn13("978316148410"))
    return 0


def target(driver, args):
    return entry_point
