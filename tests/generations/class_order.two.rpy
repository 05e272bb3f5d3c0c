class Version(object):
    def __init__(self, text):
        self.parts = map(int, text.split("."))

    def __lt__(self, other):
        return self.parts < other.parts

    def __gt__(self, other):
        return other < self

    def __eq__(self, other):
        return self.parts == other.parts

    def __ne__(self, other):
        return not self.parts == other.parts

    def __str__(self):
        return ".".join(map(str, self.parts))


TEXTS = ["1.10", "1.9", "1.9.1", "0.12", "1.10.0"]


def insert(versions, v):
    at = 0
    while at < len(versions) and versions[at] < v:
        at += 1
    versions.insert(at, v)


def entry_point(argv):
    versions = []
    for text in TEXTS:
        insert(versions, Version(text))
    for v in versions:
        print v,
    print
    a, b = versions[0], Version("0.12")
    print a == b, a <> b, a < b, a > versions[1], a is b
    newest = versions[0]
    for v in versions:
        if v > newest:
            newest = v
    print "newest:", newest, "parts:", len(newest.parts), `newest.parts`
    print newest.parts[1] / 4
    return 0


def target(driver, args):
    return entry_point, None
