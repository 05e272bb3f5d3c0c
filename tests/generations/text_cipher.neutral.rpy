# args: -k 3 attack
# A Caesar and a Vigenere-like cipher on bytes; options by hand.
def shift(c, n):
    code = ord(c)
    for first in (ord("a"), ord("A")):
        if first <= code < first + 26:
            return chr((code - first + n) % 26 + first)
    return c


def caesar(text, n):
    return "".join([shift(c, n) for c in text])


def xor(data, key):
    out = []
    for i in range(len(data)):
        out.append(chr(ord(data[i]) ^ ord(key[i % len(key)])))
    return "".join(out)


class Options(object):
    def __init__(self, args):
        self.key = 1
        self.words = []
        i = 0
        while i < len(args):
            if args[i] == "-k":
                i += 1
                self.key = int(args[i])
            else:
                self.words.append(args[i])
            i += 1


def entry_point(argv):
    options = Options(argv[1:])
    key = options.key
    print("key %d words %s" % (key, options.words))
    for word in options.words + ["Hello, World!", "xyz"]:
        secret = caesar(word, key)
        print("%s %s %r" % (secret, caesar(secret, -key) == word, xor(word, "K\x00")))
    mixed = xor("secret", "key")
    print("%s %s" % (max(mixed) < "\x80", xor(mixed, "key")))
    print("%d %d %d" % (key // 2, -key // 2, -key % 26))
    return 0


def target(driver, args):
    return entry_point, None
