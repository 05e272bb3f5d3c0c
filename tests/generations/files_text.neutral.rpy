import os

NAME = "poem.txt"


def write(lines):
    f = open(NAME, "w")
    try:
        for line in lines:
            f.write(line + "\n")
        f.write("last")
    finally:
        f.close()


def entry_point(argv):
    write(["roses", "", "violets  "])
    i = 0
    with open(NAME) as f:
        for line in f.readlines():
            print("%d %r" % (i, line))
            i += 1
    f = open(NAME)
    line = f.readline()
    part = f.read(3)
    at = f.tell()
    rest = f.read()
    print("%r %r %d %r %r" % (line, part, at, rest, f.read()))
    f.close()
    with open(NAME, "a") as f:
        f.write("\nmore")
    with open(NAME, "r") as f:
        lines = f.read().split("\n")
    print("%d %s %d" % (len(lines), lines[-1], len(lines) // 2))
    longest = ""
    with open(NAME) as f:
        for line in f:
            if len(line) > len(longest):
                longest = line
    print("%r %s %d" % (longest.rstrip(), os.path.exists(NAME), os.path.getsize(NAME)))
    os.remove(NAME)
    try:
        open(NAME)
    except (IOError, OSError) as e:
        print("cannot open: %d %s" % (e.errno, os.strerror(e.errno)))
    return 0


def target(driver, args):
    return entry_point, None
