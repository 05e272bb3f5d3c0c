# stdin: the cat and the dog\nand The bird\nso it goes\n
import sys


def count(words: list) -> dict:
    counts = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return counts


def entry_point(argv):
    raw = sys.stdin.buffer.read()
    text = str(raw, "utf-8")
    counts = count(text.lower().split())
    pairs = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    for word, n in pairs[:4]:
        print(f"{word:>6} {n} {'*' * n}")
    print(f"different: {len(counts)} total: {sum(counts.values())}")
    for word in ("cat", "cow"):
        state = "there" if word in counts else "missing"
        print(word, "is", state, end=" " if word == "cat" else "\n")
    lengths = {}
    for word in counts:
        lengths.setdefault(len(word), []).append(word)
    for n, words in sorted(lengths.items()):
        print(n, sorted(words))
    print(f"average: {int(len(raw) / len(counts) * 100) / 100:.2f}")
    return 0


def target(driver, args):
    return entry_point, None
