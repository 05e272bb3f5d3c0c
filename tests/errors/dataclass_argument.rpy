from dataclasses import dataclass


@dataclass
class Point:
    x: int
    y: int


def entry_point(argv):
    p = Point(1)
    return p.x


def target(driver, args):
    return entry_point, None
