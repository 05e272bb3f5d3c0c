from enum import Enum


class Color(Enum):
    RED = 1
    GREEN = 2


def entry_point(argv):
    return Color.GREN.value


def target(driver, args):
    return entry_point, None
