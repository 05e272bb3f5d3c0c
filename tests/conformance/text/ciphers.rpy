"""Caesar, Vigenere, rot13, Playfair, rail fence, Atbash, XOR, base16/32/64/85, run lengths, Morse, uuencode, a hex dump and quoted printable."""

ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
B64 = ALPHABET + ALPHABET.lower() + '0123456789+/'
B32 = ALPHABET + '234567'
MORSE = {'A': '.-', 'B': '-...', 'C': '-.-.', 'D': '-..', 'E': '.', 'F': '..-.', 'G': '--.', 'H': '....', 'I': '..', 'J': '.---', 'K': '-.-', 'L': '.-..',
         'M': '--', 'N': '-.', 'O': '---', 'P': '.--.', 'Q': '--.-', 'R': '.-.', 'S': '...', 'T': '-', 'U': '..-', 'V': '...-', 'W': '.--', 'X': '-..-',
         'Y': '-.--', 'Z': '--..', '1': '.----', '2': '..---'}


def shift(c, n):
    if c.isupper():
        return chr((ord(c) - 65 + n) % 26 + 65)
    elif c.islower():
        return chr((ord(c) - ord('a') + n) % 26 + ord('a'))
    return c


def caesar(s, n):
    return ''.join([shift(c, n) for c in s])


def vigenere(s, key, sign):
    out = ''
    i = 0
    for c in s:
        out += shift(c, sign * (ord(key[i % len(key)].upper()) - 65))
        if c.isalpha():
            i += 1
    return out


ROT13 = str.maketrans(ALPHABET + ALPHABET.lower(), ALPHABET[13:] + ALPHABET[:13] + ALPHABET[13:].lower() + ALPHABET[:13].lower())
ATBASH = {ord(c): ord(d) for c, d in zip(ALPHABET, ALPHABET[::-1])}


class Playfair(object):
    def __init__(self, key):
        self.square = []
        for c in key.upper().replace('J', 'I') + ALPHABET.replace('J', ''):
            if c.isalpha() and c not in self.square:
                self.square.append(c)

    def pairs(self, s):
        letters = [c for c in s.upper().replace('J', 'I') if c.isalpha()]
        out = []
        i = 0
        while i < len(letters):
            a = letters[i]
            if i + 1 < len(letters) and letters[i + 1] != a:
                b = letters[i + 1]
                i += 2
            else:
                b = 'X'
                i += 1
            out.append((a, b))
        return out

    def code(self, pairs, d):
        out = []
        for a, b in pairs:
            ra, ca = divmod(self.square.index(a), 5)
            rb, cb = divmod(self.square.index(b), 5)
            if ra == rb:
                ca, cb = (ca + d) % 5, (cb + d) % 5
            elif ca == cb:
                ra, rb = (ra + d) % 5, (rb + d) % 5
            else:
                ca, cb = cb, ca
            out.append(self.square[5 * ra + ca] + self.square[5 * rb + cb])
        return ' '.join(out)


def rail_order(n, rails):
    rows = [[0 for k in range(0)] for r in range(rails)]
    r, d = 0, 1
    for i in range(n):
        rows[r].append(i)
        if r + d < 0 or r + d >= rails:
            d = -d
        r += d
    return [i for row in rows for i in row]


def rail_fence(s, rails):
    return ''.join([s[i] for i in rail_order(len(s), rails)])


def rail_back(s, rails):
    out = [' '] * len(s)
    for k, i in enumerate(rail_order(len(s), rails)):
        out[i] = s[k]
    return ''.join(out)


def xor(s, key):
    return ''.join([chr(ord(c) ^ ord(key[i % len(key)])) for i, c in enumerate(s)])


def to_base(s, alphabet, bits, group):
    out = []
    acc = 0
    have = 0
    for c in s:
        acc = acc << 8 | ord(c)
        have += 8
        while have >= bits:
            have -= bits
            out.append(alphabet[acc >> have & ((1 << bits) - 1)])
        acc &= (1 << have) - 1
    if have:
        out.append(alphabet[acc << (bits - have) & ((1 << bits) - 1)])
    while len(out) % group:
        out.append('=')
    return ''.join(out)


def from_base(s, alphabet, bits):
    out = []
    acc = 0
    have = 0
    for c in s.rstrip('='):
        at = alphabet.find(c)
        if at < 0:
            raise ValueError('bad digit %r' % c)
        acc = (acc << bits | at) & 0xffffff
        have += bits
        if have >= 8:
            have -= 8
            out.append(chr(acc >> have & 255))
    return ''.join(out)


def base85(s):
    out = []
    pad = -len(s) % 4
    s = s + '\0' * pad
    for i in range(0, len(s), 4):
        v = ord(s[i]) << 24 | ord(s[i + 1]) << 16 | ord(s[i + 2]) << 8 | ord(s[i + 3])
        group = ''
        for k in range(5):
            group = chr(v % 85 + 33) + group
            v //= 85
        out.append(group)
    text = ''.join(out)
    return text[:len(text) - pad]


def run_lengths(s):
    out = []
    i = 0
    while i < len(s):
        j = i
        while j < len(s) and s[j] == s[i]:
            j += 1
        out.append(('%d' % (j - i) if j - i > 1 else '') + s[i])
        i = j
    return ''.join(out)


def morse(s):
    return ' / '.join([' '.join([MORSE.get(c, '?') for c in word]) for word in s.upper().split()])


def unmorse(s):
    back = {}
    for k in MORSE:
        back[MORSE[k]] = k
    return ' '.join([''.join([back.get(code, '?') for code in word.split()]) for word in s.split('/')])


def hex_dump(s):
    for at in range(0, len(s), 16):
        row = s[at:at + 16]
        codes = ' '.join(['%02x' % ord(c) for c in row])
        shown = ''.join([c if 32 <= ord(c) < 127 else '.' for c in row])
        print('%08x  %-47s  |%s|' % (at, codes, shown))


def quoted_printable(s):
    out = []
    column = 0
    for c in s:
        if c == '\n':
            out.append(c)
            column = 0
            continue
        piece = c
        if not 32 <= ord(c) < 127 or c == '=':
            piece = '=%02X' % ord(c)
        if column + len(piece) > 40:
            out.append('=\n')
            column = 0
        out.append(piece)
        column += len(piece)
    return ''.join(out)


def uuencode(s):
    lines = []
    for at in range(0, len(s), 45):
        row = s[at:at + 45]
        line = chr(32 + len(row))
        row += '\0' * (-len(row) % 3)
        for i in range(0, len(row), 3):
            v = ord(row[i]) << 16 | ord(row[i + 1]) << 8 | ord(row[i + 2])
            for sh in (18, 12, 6, 0):
                line += chr(32 + (v >> sh & 63)) if v >> sh & 63 else '`'
        lines.append(line)
    return '\n'.join(lines)


def entry_point(argv):
    text = 'The Quick Brown Fox Jumps Over The Lazy Dog, 12 times!'
    for n in [1, 13, 25, -3, 100]:
        c = caesar(text, n)
        print(c, caesar(c, -n) == text)
    v = vigenere(text, 'Lemon', 1)
    print(v, vigenere(v, 'Lemon', -1) == text)
    print(text.translate(ROT13), text.translate(ROT13).translate(ROT13) == text, text.upper().translate(ATBASH))
    p = Playfair('playfair example')
    secret = p.code(p.pairs('Hide the gold in the tree stump'), 1)
    print(secret, p.code([(w[0], w[1]) for w in secret.split()], -1))
    for rails in [2, 3, 5]:
        r = rail_fence(text, rails)
        print(r, rail_back(r, rails) == text)
    print(repr(xor(text, 'key')), xor(xor(text, 'key'), 'key') == text)
    for s in ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar', text, '\x00\x01\x7f']:
        e = to_base(s, B64, 6, 4)
        f = to_base(s, B32, 5, 8)
        print('%s %s %s %s %s' % (e, f, base85(s), from_base(e, B64, 6) == s, from_base(f, B32, 5) == s))
    try:
        print(from_base('ab*d', B64, 6))
    except ValueError:
        print('ValueError')
    print(run_lengths('aaabccddddde' + 'z' * 12) + run_lengths(''))
    print(morse('SOS we sink 12'), unmorse(morse('SOS we sink 12')))
    hex_dump(text + '\n\t\x01\x7e\x7f')
    print(quoted_printable('caf=e\n' + 'long line ' * 6 + '\x01\t.'))
    print(uuencode(text))
    return 0


def target(driver, args):
    return entry_point, None
