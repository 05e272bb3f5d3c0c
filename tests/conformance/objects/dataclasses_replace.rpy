"""replace, astuple, asdict of data classes at run time."""
from dataclasses import dataclass, field, replace, asdict, astuple


@dataclass
class Point:
    x: int
    y: int = 0


@dataclass(frozen=True)
class Line:
    start: Point
    end: Point
    name: str = 'line'


def entry_point(argv):
    p = Point(1, 2)
    q = replace(p, y=9)
    print(q, p, replace(p), replace(p, x=5, y=6))
    l = Line(p, q)
    print(replace(l, name='other'), replace(l, end=Point(7, 7)))
    print(astuple(p), astuple(l), asdict(p))
    a, b = astuple(q)
    print(a + b)
    return 0


def target(driver, args):
    return entry_point, None
