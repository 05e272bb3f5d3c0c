"""A program beside a package of the same name, whose modules are found by listing its folder."""
import os
import subprocess
import sys
import beside
from rpython.rlib.unroll import unrolling_iterable
from beside.ops import LOADED, TABLE

OPERATIONS = unrolling_iterable(sorted(TABLE.items()))
ECHOED = subprocess.check_output(["echo", "seen"]).decode("ascii").strip()
PIPE = os.popen("printf 'a b c'")
PIPED = PIPE.read().split()
CLOSED = PIPE.close() is None
BAD = os.system("exit 4") >> 8
GOOD = os.system("true")
COUNT = len(os.popen("printf 'x\\ny\\n'").readlines())
NAMES = [m for m in sorted(sys.modules) if m.startswith("beside")]


def run(name, a, b):
    for key, function in OPERATIONS:
        if key == name:
            return function(a, b)
    return -1


def entry_point(argv):
    print(beside.VERSION, LOADED, ECHOED, PIPED, CLOSED, BAD, GOOD, COUNT)
    print(NAMES)
    for name in ["add", "sub", "and", "none"]:
        print(name, run(name, 12, 10))
    for key, _ in OPERATIONS:
        print(key, key in TABLE, TABLE[key](6, 3))
    return 0


def target(driver, args):
    return entry_point
