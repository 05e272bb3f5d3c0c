"""Data classes at run time."""
from dataclasses import dataclass, field, replace, asdict, astuple, fields, KW_ONLY, InitVar, FrozenInstanceError
from typing import List, Dict, Optional, ClassVar


@dataclass
class Point:
    x: int
    y: int = 0

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)


@dataclass(order=True)
class Version:
    major: int
    minor: int = 0
    tag: str = field(default='', compare=False)


@dataclass(frozen=True)
class Key:
    name: str
    index: int


@dataclass
class Node:
    name: str
    children: List['Node'] = field(default_factory=list)
    attrs: Dict[str, str] = field(default_factory=dict, repr=False)
    parent: Optional['Node'] = None
    count: ClassVar[int] = 0
    depth: int = field(init=False, default=0)

    def __post_init__(self):
        if self.parent is not None:
            self.depth = self.parent.depth + 1
            self.parent.children.append(self)


@dataclass
class Base:
    a: int
    b: str = 'b'


@dataclass
class Derived(Base):
    c: float = 1.5
    b: str = 'derived'

    def total(self):
        return self.a + self.c


@dataclass(unsafe_hash=True)
class Hashed:
    n: int
    s: str = field(hash=False, default='')


@dataclass
class Kw:
    a: int
    _: KW_ONLY
    b: int = 2
    c: int = 3


@dataclass
class Init:
    a: int
    scale: InitVar[int] = 2
    b: int = 0

    def __post_init__(self, scale):
        self.b = self.a * scale


@dataclass(eq=False)
class Identity:
    n: int


@dataclass
class Custom:
    n: int

    def __repr__(self):
        return "custom"

    def __eq__(self, other):
        return isinstance(other, Custom)


def entry_point(argv):
    p = Point(1, 2)
    q = Point(x=3)
    print(p, q, p + q, p == Point(1, 2), p == q, p != q, repr(p), [p, q])
    q.x += 4
    print(q)
    v = [Version(2), Version(1, 5), Version(1, 5, 'rc'), Version(1)]
    print(sorted(v), Version(1) < Version(2), Version(1, 1) >= Version(1, 2), Version(1, 0, 'a') == Version(1, 0, 'b'), max(v))
    d = {Key('a', 1): 'x', Key('b', 2): 'y'}
    print(d[Key('a', 1)], Key('c', 3) in d, Key('a', 1), hash(Key('q', 1)) == hash(Key('q', 1)))
    try:
        Key('a', 1).index = 5
    except FrozenInstanceError as e:
        print("frozen:", e)
    root = Node('root')
    kid = Node('kid', parent=root)
    Node('kid2', [], {'k': 'v'}, root)
    print(root.name, [c.name for c in root.children], kid.depth, kid.attrs, root.children[1].attrs['k'])
    print(Node('solo'), Node.count)
    for b in [Base(1), Derived(2), Derived(3, 'x', 0.5)]:
        print(b, b.a, b.b, isinstance(b, Derived))
    print(Derived(2).total(), Derived(1, c=2.5) == Derived(1, c=2.5), Base(1) == Base(1, 'b'))
    print({Hashed(1, 'a'): 1}[Hashed(1, 'a')], hash(Hashed(1, 'a')) == hash(Hashed(1, 'b')))
    print(Kw(1), Kw(1, b=5), Init(4), Init(4, 5))
    print(Identity(1) == Identity(1), Custom(1), Custom(1) == Custom(2))
    pass
    match p:
        case Point(1, y):
            print("match", y)
    print(p.__class__.__name__, Point.__match_args__)
    return 0


def target(driver, args):
    return entry_point, None
