import os
from typing import List

NAME: str = "poem.txt"


def write(lines: List[str]) -> None:
    with open(NAME, "w", encoding="utf-8") as f:
        for line in lines:
            print(line, file=f)
        print("last", end="", file=f)


def entry_point(argv):
    write(["roses", "", "violets  "])
    with open(NAME, encoding="utf-8") as f:
        for i, line in enumerate(f):
            print(i, repr(line))
    with open(NAME) as f:
        line = f.readline()
        part = f.read(3)
        at = f.tell()
        rest = f.read()
        print(f"{line!r} {part!r} {at} {rest!r} {f.read()!r}")
    with open(NAME, mode="a") as f:
        f.write("\nmore")
    with open(NAME, "rb") as f:
        lines = f.read().decode("utf-8").split("\n")
    print(len(lines), lines[-1], len(lines) // 2)
    with open(NAME) as f:
        longest = max(f.readlines(), key=len)
    print(repr(longest.rstrip()), os.path.exists(NAME), os.path.getsize(NAME))
    os.remove(NAME)
    try:
        open(NAME)
    except FileNotFoundError as e:
        print("cannot open:", e.errno, e.strerror)
    return 0


def target(driver, args):
    return entry_point, None
