# oracle: stored
# each: end whole written exit raise
"""Python 2: `print x,` is the last that is printed: its line ends with the program."""
import sys


def entry_point(argv):
    print "a",
    if argv[1] == "whole":
        print
    if argv[1] == "written":
        sys.stdout.write("b")
    if argv[1] == "exit":
        raise SystemExit(3)
    if argv[1] == "raise":
        raise ValueError("x")
    return 0


def target(driver, args):
    return entry_point, None
