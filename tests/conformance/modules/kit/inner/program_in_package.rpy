"""A program that lies in a package and imports that package by its full name."""
import kit.names
from kit.inner import LEVEL
from kit.inner.tools import pairs
from tools import pairs as beside


def entry_point(argv):
    print(LEVEL, kit.names.shout("deep"))
    for a, b in pairs(["x", "y", "z"]):
        print(a + b)
    print(len(beside(["p", "q"])))
    return 0


def target(driver, args):
    return entry_point, None
