from functools import total_ordering


@total_ordering
class Version:
    def __init__(self, text: str) -> None:
        self.parts = [int(part) for part in text.split(".")]

    def __lt__(self, other) -> bool:
        return self.parts < other.parts

    def __eq__(self, other) -> bool:
        return self.parts == other.parts

    def __str__(self) -> str:
        return ".".join(map(str, self.parts))


TEXTS = ["1.10", "1.9", "1.9.1", "0.12", "1.10.0"]


def insert(versions: list, v: Version) -> None:
    at = 0
    while at < len(versions) and versions[at] < v:
        at += 1
    versions.insert(at, v)


def entry_point(argv):
    versions = []
    for text in TEXTS:
        insert(versions, Version(text))
    print(*[str(v) for v in versions])
    a, b = versions[0], Version("0.12")
    print(a == b, a != b, a < b, a > versions[1], a is b)
    newest = versions[0]
    for v in versions:
        if v > newest:
            newest = v
    print(f"newest: {newest} parts: {len(newest.parts)} {newest.parts}")
    print(int(newest.parts[1] / 4))
    return 0


def target(driver, args):
    return entry_point, None
