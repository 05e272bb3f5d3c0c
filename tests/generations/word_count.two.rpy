# stdin: the cat and the dog\nand The bird\nso it goes\n
import os


def count(text):
    counts = {}
    for word in text.lower().split():
        counts[word] = counts.get(word, 0) + 1
    return counts


def by_rank(pair):
    return -pair[1], pair[0]


def entry_point(argv):
    text = os.read(0, 1000)
    counts = count(text)
    pairs = counts.items()
    pairs.sort(key=by_rank)
    for word, n in pairs[:4]:
        print word.rjust(6), n, "*" * n
    print "different:", len(counts.keys()), "total:", sum(counts.values())
    for word in ("cat", "cow"):
        if counts.has_key(word):
            print word, "is there",
        else:
            print word, "is missing",
    print
    lengths = {}
    for word in counts.iterkeys():
        lengths.setdefault(len(word), []).append(word)
    for n in sorted(lengths):
        print n, sorted(lengths[n])
    print "average: %d.%02d" % (len(text) / len(counts), len(text) * 100 / len(counts) % 100)
    return 0


def target(driver, args):
    return entry_point, None
