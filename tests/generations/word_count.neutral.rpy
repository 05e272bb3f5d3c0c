# stdin: the cat and the dog\nand The bird\nso it goes\n
import os
import sys


def read_input():
    data = os.read(0, 1000)
    if sys.version_info[0] >= 3:
        return data.decode("utf-8")
    return data


def count(text):
    counts = {}
    for word in text.lower().split():
        if word in counts:
            counts[word] += 1
        else:
            counts[word] = 1
    return counts


def rank(pair):
    word, n = pair
    return (-n, word)


def entry_point(argv):
    text = read_input()
    counts = count(text)
    pairs = sorted(counts.items(), key=rank)
    for word, n in pairs[:4]:
        print("%6s %d %s" % (word, n, "*" * n))
    total = 0
    for n in counts.values():
        total += n
    print("different: %d total: %d" % (len(counts), total))
    told = []
    for word in ("cat", "cow"):
        told.append("%s is %s" % (word, "there" if word in counts else "missing"))
    print(" ".join(told))
    lengths = {}
    for word in counts:
        if len(word) not in lengths:
            lengths[len(word)] = []
        lengths[len(word)].append(word)
    for n in sorted(lengths.keys()):
        print("%d %s" % (n, sorted(lengths[n])))
    hundredths = len(text) * 100 // len(counts)
    print("average: %d.%02d" % (hundredths // 100, hundredths % 100))
    return 0


def target(driver, args):
    return entry_point, None
