"""LZ77 and LZW compression of texts, run lengths, move-to-front and the Burrows-Wheeler transform."""


class Token(object):
    def size(self):
        return 1

    def expand(self, out):
        raise NotImplementedError


class Literal(Token):
    def __init__(self, char):
        self.char = char

    def expand(self, out):
        out.append(self.char)

    def __repr__(self):
        return repr(self.char)


class Copy(Token):
    def __init__(self, back, length):
        self.back = back
        self.length = length

    def size(self):
        return 2

    def expand(self, out):
        if self.back > len(out):
            raise ValueError("copy from before the start")
        for i in range(self.length):
            out.append(out[-self.back])

    def __repr__(self):
        return "<%d,%d>" % (self.back, self.length)


def compress(text, window=64, shortest=3):
    pos = 0
    while pos < len(text):
        best = 0
        back = 0
        for start in range(max(0, pos - window), pos):
            n = 0
            while pos + n < len(text) and text[start + n] == text[pos + n] and n < 15:
                n += 1
            if n >= best:
                best, back = n, pos - start
        if best >= shortest:
            yield Copy(back, best)
            pos += best
        else:
            yield Literal(text[pos])
            pos += 1


def expand(tokens):
    out = []
    for t in tokens:
        t.expand(out)
    return "".join(out)


def lzw(text):
    table = dict([(chr(i), i) for i in range(128)])
    codes = []
    w = ""
    for c in text:
        if w + c in table:
            w += c
        else:
            codes.append(table[w])
            table[w + c] = len(table)
            w = c
    if w:
        codes.append(table[w])
    return codes


def unlzw(codes):
    if not codes:
        return ""
    table = [chr(i) for i in range(128)]
    w = table[codes[0]]
    out = [w]
    for code in codes[1:]:
        if code < len(table):
            entry = table[code]
        elif code == len(table):
            entry = w + w[0]
        else:
            raise ValueError("bad code %d" % code)
        out.append(entry)
        table.append(w + entry[0])
        w = entry
    return "".join(out)


def bwt(text):
    text += "\0"
    rotations = sorted([text[i:] + text[:i] for i in range(len(text))])
    return "".join([r[-1] for r in rotations])


def unbwt(last):
    order = sorted(range(len(last)), key=lambda i: (last[i], i))
    out = []
    i = order[0]
    for _ in range(len(last)):
        out.append(last[i])
        i = order[i]
    text = "".join(out)
    zero = text.index("\0")
    return text[zero + 1:] + text[:zero]


def move_to_front(text):
    alphabet = sorted(set(text))
    start = "".join(alphabet)
    out = []
    for c in text:
        i = alphabet.index(c)
        out.append(i)
        alphabet.insert(0, alphabet.pop(i))
    return start, out


def run_lengths(items):
    runs = []
    for x in items:
        if runs and runs[-1][0] == x:
            runs[-1] = (x, runs[-1][1] + 1)
        else:
            runs.append((x, 1))
    return runs


def entry_point(argv):
    texts = ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "abcabcabcabc", "she sells sea shells by the sea shore; the shells she sells",
             "no repeats", "", "banana bandana"]
    for text in texts:
        tokens = list(compress(text))
        print(tokens)
        print("  %d -> %d tokens, %d units, %s" % (len(text), len(tokens), sum([t.size() for t in tokens]), expand(tokens) == text))
        codes = lzw(text)
        print("  lzw", len(codes), codes[:12], unlzw(codes) == text)
        transformed = bwt(text)
        print("  bwt", transformed.replace("\0", "$"), unbwt(transformed[:]) == text)
        start, moved = move_to_front(transformed)
        print("  mtf", repr(start), moved[:20], run_lengths(moved)[:5])
    for window in (4, 16, 200):
        print(window, len(list(compress(texts[2], window=window))), len(list(compress(texts[2], shortest=2, window=window))))
    bad = [Literal("a"), Copy(1, 3), Copy(9, 1)]
    try:
        print(expand(bad[:2]))
        print(expand(bad))
    except ValueError as e:
        print("error:", e)
    try:
        unlzw([97, 200])
    except ValueError as e:
        print("error:", e)
    return 0


def target(driver, args):
    return entry_point
