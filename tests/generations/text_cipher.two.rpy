# args: -k 3 attack
# A Caesar and a Vigenere-like cipher on bytes; options by hand.
import sys


def shift(c, n):
    if "a" <= c <= "z":
        return chr((ord(c) - 97 + n) % 26 + 97)
    if "A" <= c <= "Z":
        return chr((ord(c) - 65 + n) % 26 + 65)
    return c


def caesar(text, n):
    return "".join(map(lambda c: shift(c, n), text))


def xor(data, key):
    return "".join([chr(ord(c) ^ ord(key[i % len(key)])) for i, c in enumerate(data)])


def options(args):
    key, words = 1, []
    args = args[:]
    while args:
        word = args.pop(0)
        if word == "-k":
            try:
                key = int(args.pop(0))
            except (ValueError, IndexError), e:
                raise SystemExit, 2
        else:
            words.append(word)
    return key, words


def entry_point(argv):
    key, words = options(argv[1:])
    print "key", key, "words", words
    for word in words + ["Hello, World!", "xyz"]:
        secret = caesar(word, key)
        print secret, caesar(secret, -key) == word, `xor(word, "K\x00")`
    mixed = xor("secret", "key")
    print mixed.encode("latin-1") == mixed if max(mixed) < "\x80" else False, xor(mixed, "key")
    print key / 2, -key / 2, -key % 26
    return 0


def target(driver, args):
    return entry_point, None
