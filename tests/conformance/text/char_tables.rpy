"""Byte strings with all values: tables, base 16, run-length coding, a checksum."""


def to_hex(s):
    digits = "0123456789abcdef"
    out = []
    for c in s:
        n = ord(c)
        out.append(digits[n >> 4])
        out.append(digits[n & 15])
    return "".join(out)


def from_hex(s):
    out = []
    i = 0
    while i < len(s):
        out.append(chr(int(s[i:i + 2], 16)))
        i += 2
    return "".join(out)


def rle(s):
    out = []
    i = 0
    while i < len(s):
        j = i
        while j < len(s) and s[j] == s[i]:
            j += 1
        out.append((s[i], j - i))
        i = j
    return out


def adler(s):
    a = 1
    b = 0
    for c in s:
        a = (a + ord(c)) % 65521
        b = (b + a) % 65521
    return (b << 16) | a


TABLE = "".join([chr(255 - i) for i in range(256)])


def invert(s):
    return "".join([TABLE[ord(c)] for c in s])


def crc_table():
    table = []
    for i in range(256):
        c = i
        for k in range(8):
            if c & 1:
                c = 0xedb88320 ^ (c >> 1)
            else:
                c >>= 1
        table.append(c)
    return table


CRC = crc_table()


def crc32(s):
    c = 0xffffffff
    for ch in s:
        c = CRC[(c ^ ord(ch)) & 0xff] ^ (c >> 8)
    return c ^ 0xffffffff


def entry_point(argv):
    all_bytes = "".join([chr(i) for i in range(256)])
    print(to_hex(all_bytes))
    print(from_hex(to_hex(all_bytes)) == all_bytes)
    print(adler("Wikipedia"))
    print(crc32("123456789"))
    print(to_hex(invert("abc")))
    for c, n in rle("aaabccccd"):
        print("%s%d" % (c, n))
    print(len(all_bytes))
    print(all_bytes[200] > all_bytes[100])
    print("\x00\x01" < "\x00\x02")
    print(len("tab\there\n\\ \"quoted\" 'single'"))
    print('multi' 'part')
    return 0


def target(driver, args):
    return entry_point, None
