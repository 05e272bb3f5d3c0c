"""Words counted in a dict, texts built from pieces: hashing, allocation, joining. Nothing like it in plain C."""


def entry_point(argv):
    n = 300000
    if len(argv) > 1:
        n = int(argv[1])
    counts = {}
    seed = 42
    for i in range(n):
        seed = (seed * 1103515245 + 12345) & 0x7fffffff
        word = "w" + str(seed % 5000)
        counts[word] = counts.get(word, 0) + 1
        if i % 7 == 0:
            counts.pop("w" + str(i % 5000), 0)
    pieces = []
    for word, k in counts.items():
        pieces.append("%s=%d" % (word, k))
    text = ";".join(pieces)
    total = 0
    for part in text.split(";"):
        at = part.find("=")
        assert at >= 0
        total += int(part[at + 1:])
    print("%d %d %d" % (len(counts), len(text), total))
    return 0


def target(driver, args):
    return entry_point, None
