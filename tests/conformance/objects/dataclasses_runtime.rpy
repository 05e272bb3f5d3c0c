from dataclasses import dataclass, field

@dataclass
class Point:
    x: int
    y: int = 0
    def norm(self):
        return self.x * self.x + self.y * self.y

@dataclass(order=True)
class Version:
    major: int
    minor: int = 0
    tags: list = field(default_factory=list, compare=False)

@dataclass(frozen=True)
class Key:
    name: str
    n: int

@dataclass
class Named(Point):
    name: str = "anon"
    def __post_init__(self):
        self.label = self.name + str(self.x)

PRE = Point(7, 8)

def entry_point(argv):
    n = len(argv)
    p = Point(n, 2)
    print(p, p == Point(1, 2), p != Point(1, 3), p.norm(), Point(5), PRE)
    p.x += 10
    print(p.x, p == PRE)
    a = Version(1, n)
    b = Version(1, 3)
    print(a < b, a <= b, a > b, a >= b, a == b, max(a, b).minor)
    a.tags.append("x")
    print(a.tags, b.tags, Version(2).tags)
    k = Key("a", n)
    d = {k: 1, Key("b", 2): 5}
    print(d[Key("a", 1)], d[Key("b", 2)], Key("c", 1) in d)
    m = Named(3, name="bob")
    print(m, m.label, isinstance(m, Point), m.y)
    vs = [Version(2, 1), Version(1, 9), Version(1, 2)]
    vs.sort()
    print([v.minor for v in vs], vs)
    return 0

def target(driver, args):
    return entry_point, None
