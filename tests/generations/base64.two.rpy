# Base64 by hand, both ways.
LETTERS = "".join(map(chr, range(65, 91) + range(97, 123) + range(48, 58))) + "+/"


def encode(data):
    out = []
    for at in xrange(0, len(data), 3):
        block = data[at:at + 3]
        missing = 3 - len(block)
        block += "\0" * missing
        n = (ord(block[0]) << 16) | (ord(block[1]) << 8) | ord(block[2])
        text = ""
        for shift in (18, 12, 6, 0):
            text += LETTERS[n >> shift & 077]
        if missing:
            text = text[:-missing] + "=" * missing
        out.append(text)
    return "".join(out)


def decode(text):
    out, bits, n = "", 0, 0
    for c in text:
        if c == "=":
            break
        at = LETTERS.find(c)
        if at < 0:
            raise ValueError, "no letter: " + `c`
        n, bits = n << 6 | at, bits + 6
        if bits >= 8:
            bits -= 8
            out += chr(n >> bits & 0xff)
    return out


def entry_point(argv):
    print LETTERS
    for data in ["", "f", "fo", "foo", "foob", "\x00\xff\x10\x80"]:
        text = encode(data)
        print len(data), text, decode(text) == data
    try:
        print decode("Zm9v!")
    except ValueError, e:
        print "error:", e
    return 0


def target(driver, args):
    return entry_point, None
