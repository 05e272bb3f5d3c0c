from __future__ import annotations
# Annotations that are texts: dataclasses look their names up in the module.
from dataclasses import dataclass, field


@dataclass
class Point:
    x: int
    y: int = 0
    around: list[Point] = field(default_factory=list)

    def far(self) -> int:
        return abs(self.x) + abs(self.y)


@dataclass(frozen=True)
class Name:
    text: str
    at: Point


def entry_point(argv):
    p = Point(len(argv), -4)
    p.around.append(Point(7))
    name = Name("here", p)
    print(name.text, name.at.far(), p.around[0].far(), len(p.around[0].around))
    print(p == Point(1, -4, [Point(7)]), p)
    return 0


def target(driver, args):
    return entry_point, None
