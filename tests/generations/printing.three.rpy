import sys
from typing import List


class Upper:
    def write(self, text: str) -> None:
        sys.stdout.write(text.upper())


def row(values: List[int]) -> None:
    for i, v in enumerate(values):
        print(v, end="\n" if i + 1 == len(values) else " ")


def entry_point(argv):
    print("plain", 1, 2.5, None, True)
    print()
    print("a", "b", end=" ")
    print("c")
    row([1, 2, 3])
    print("in parens")
    print(("a", "tuple"))
    print(f"{'format'} and", "more")
    print("line\n", "next", sep="")
    print("to stdout", int(7 / 2), file=sys.stdout, flush=True)
    print("loud", 1, file=Upper())
    print(*range(3), sep="-", end=";\n")
    sys.stdout.write("no newline")
    sys.stdout.write("\n")
    print("x" * 3, "\ty")
    return 0


def target(driver, args):
    return entry_point, None
