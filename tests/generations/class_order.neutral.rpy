class Version(object):
    def __init__(self, text):
        self.parts = [int(part) for part in text.split(".")]

    def __lt__(self, other):
        return self.parts < other.parts

    def __gt__(self, other):
        return other.parts < self.parts

    def __eq__(self, other):
        return self.parts == other.parts

    def __ne__(self, other):
        return self.parts != other.parts

    def __str__(self):
        return ".".join([str(part) for part in self.parts])


TEXTS = ["1.10", "1.9", "1.9.1", "0.12", "1.10.0"]


def insert(versions, v):
    at = 0
    for other in versions:
        if not other < v:
            break
        at += 1
    versions.insert(at, v)


def entry_point(argv):
    versions = []
    for text in TEXTS:
        insert(versions, Version(text))
    print(" ".join([str(v) for v in versions]))
    a, b = versions[0], Version("0.12")
    print("%s %s %s %s %s" % (a == b, a != b, a < b, a > versions[1], a is b))
    newest = versions[0]
    for v in versions:
        if v > newest:
            newest = v
    print("newest: %s parts: %d %s" % (newest, len(newest.parts), newest.parts))
    print(newest.parts[1] // 4)
    return 0


def target(driver, args):
    return entry_point, None
