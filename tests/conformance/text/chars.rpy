"""chr, ord, characters as dictionary keys and in tests."""


def rot13(s):
    parts = []
    for c in s:
        n = ord(c)
        if 'a' <= c <= 'z':
            parts.append(chr((n - ord('a') + 13) % 26 + ord('a')))
        elif 'A' <= c and c <= 'Z':
            parts.append(chr((n - ord('A') + 13) % 26 + ord('A')))
        else:
            parts.append(c)
    return ''.join(parts)


def histogram(s):
    counts = {}
    for c in s:
        counts[c] = counts.get(c, 0) + 1
    return counts


def kind(c):
    if c in "aeiou":
        return 1
    elif c in " \t\n":
        return 2
    return 0


def entry_point(argv):
    print(rot13("Hello, World! xyz"))
    print(rot13(rot13("Hello, World! xyz")))
    h = histogram("the quick brown fox jumps over the lazy dog")
    for c in "abcdefghijklmnopqrstuvwxyz ":
        print("%s %d" % (c, h.get(c, 0)))
    n = 0
    for c in "some text here":
        n = n * 3 + kind(c)
    print(n)
    for i in [65, 97, 48]:
        print(chr(i))
    for bad in [-1, 256 * 256 * 256 * 256]:
        try:
            print(chr(bad))
        except ValueError:
            print("ValueError")
        except OverflowError:
            print("ValueError")
    return 0


def target(driver, args):
    return entry_point, None
