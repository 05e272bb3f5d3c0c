# stage: rtyper
# Lists, dicts and sets as attributes of classes and of frozen objects: those that are read are there.
import sys


class Base(object):
    words = ["base"]
    table = {"a": 1}
    marks = set([1, 2])
    arguments = sys.argv

    def all(self):
        return ",".join(self.words) + str(self.table["a"]) + str(2 in self.marks)

    def count(self):
        return len(self.arguments)


class Other(Base):
    words = ["other", "words"]
    table = {"a": 2, "b": 3}
    marks = set([5])


class Frozen(object):
    def __init__(self, words, numbers):
        self.words = words
        self.numbers = numbers
        self.arguments = sys.argv

    def _freeze_(self):
        return True


first = Frozen(["x"], set([1]))
second = Frozen(["y", "z"], set([7, 8]))


def pick(n):
    if n % 2:
        return first
    return second


def pick_class(n):
    if n % 2:
        return Base
    return Other


def entry_point(argv):
    n = len(argv)
    for b in [Base(), Other()]:
        print(b.all(), b.count() == n)
    for i in range(2):
        f = pick(n + i)
        print(len(f.words), f.words[0], len(f.numbers), 7 in f.numbers, len(f.arguments) == n)
        c = pick_class(n + i)
        print(len(c.words), c.words[0], len(c.table))
    Other.words.append("more")
    second.words.append("more")
    print(Other().all(), len(pick(n + 1).words))
    return 0


def target(driver, args):
    return entry_point, None
