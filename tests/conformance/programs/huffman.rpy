"""Huffman coding: a tree by a heap of one's own, canonical codes, packing into bytes, decoding, errors."""


class Tree(object):
    def __init__(self, weight, order):
        self.weight = weight
        self.order = order

    def __lt__(self, other):
        return (self.weight, self.order) < (other.weight, other.order)


class Leaf(Tree):
    def __init__(self, weight, symbol):
        Tree.__init__(self, weight, ord(symbol))
        self.symbol = symbol

    def walk(self, prefix):
        yield self.symbol, prefix or "0"


class Branch(Tree):
    def __init__(self, left, right, order):
        Tree.__init__(self, left.weight + right.weight, order)
        self.left = left
        self.right = right

    def walk(self, prefix):
        for child, bit in ((self.left, "0"), (self.right, "1")):
            if isinstance(child, Branch):
                for pair in child.walk(prefix + bit):
                    yield pair
            elif isinstance(child, Leaf):
                for pair in child.walk(prefix + bit):
                    yield pair


class Heap(object):
    def __init__(self):
        self.items = []

    def __len__(self):
        return len(self.items)

    def push(self, item):
        items = self.items
        items.append(item)
        i = len(items) - 1
        while i > 0 and items[i] < items[(i - 1) // 2]:
            j = (i - 1) // 2
            items[i], items[j] = items[j], items[i]
            i = j

    def pop(self):
        items = self.items
        top = items[0]
        last = items.pop()
        if items:
            items[0] = last
            i = 0
            while True:
                j = 2 * i + 1
                if j >= len(items):
                    break
                if j + 1 < len(items) and items[j + 1] < items[j]:
                    j += 1
                if not items[j] < items[i]:
                    break
                items[i], items[j] = items[j], items[i]
                i = j
        return top


class BadData(Exception):
    pass


def code_lengths(text):
    counts = {}
    for c in text:
        counts[c] = counts.get(c, 0) + 1
    heap = Heap()
    for c in counts:
        heap.push(Leaf(counts[c], c))
    order = 1000
    while len(heap) > 1:
        a = heap.pop()
        b = heap.pop()
        heap.push(Branch(a, b, order))
        order += 1
    root = heap.pop()
    if isinstance(root, Branch):
        return dict([(s, len(p)) for s, p in root.walk("")])
    assert isinstance(root, Leaf)
    return {root.symbol: 1}


def canonical(lengths):
    code = 0
    last = 0
    out = {}
    for length, symbol in sorted([(n, s) for s, n in lengths.items()]):
        code <<= length - last
        out[symbol] = (code, length)
        code += 1
        last = length
    return out


def bits_of(code, length):
    return "".join(["1" if code >> i & 1 else "0" for i in range(length - 1, -1, -1)])


def encode(text, codes):
    bits = "".join([bits_of(codes[c][0], codes[c][1]) for c in text])
    padding = -len(bits) % 8
    bits += "0" * padding
    return chr(padding) + "".join([chr(int(bits[i:i + 8], 2)) for i in range(0, len(bits), 8)])


def decode(data, codes):
    if not data or ord(data[0]) > 7:
        raise BadData("bad header")
    back = {}
    for symbol, pair in codes.items():
        back[pair] = symbol
    bits = "".join([bits_of(ord(c), 8) for c in data[1:]])
    bits = bits[:len(bits) - ord(data[0])]
    out = []
    code = length = 0
    for bit in bits:
        code = code << 1 | (bit == "1")
        length += 1
        if (code, length) in back:
            out.append(back[code, length])
            code = length = 0
        elif length > 30:
            raise BadData("code too long")
    if length:
        raise BadData("%d bits left over" % length)
    return "".join(out)


def entry_point(argv):
    for text in ["abracadabra", "aaaa", "ab", "the quick brown fox jumps over the lazy dog", "mississippi river " * 4]:
        lengths = code_lengths(text)
        codes = canonical(lengths)
        table = sorted([(pair[1], bits_of(pair[0], pair[1]), s) for s, pair in codes.items()])
        print(" ".join(["%s=%s" % (s, b) for n, b, s in table]))
        kraft = sum([1 << (20 - n) for n in lengths.values()])
        data = encode(text, codes)
        print(len(text), "->", len(data), data.encode("latin-1").hex()[:40], kraft == 1 << 20, decode(data, codes) == text)
        longest = max(lengths.values())
        print("  mean %.3f, longest %d" % (sum([lengths[c] for c in text]) * 1.0 / len(text), longest))
    codes = canonical(code_lengths("abracadabra"))
    for bad in ["", "\x09abc", "\x00\xff\xff\xff", "\x00\x80", "\x01\xf1"]:
        try:
            print(repr(decode(bad, codes)))
        except BadData as e:
            print("BadData:", e)
    try:
        encode("xyz", codes)
    except KeyError as e:
        print("KeyError", e)
    return 0


def target(driver, args):
    return entry_point
