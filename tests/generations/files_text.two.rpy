import os

NAME = "poem.txt"


def write(lines):
    f = open(NAME, "w")
    try:
        for line in lines:
            print >>f, line
        f.write("last")
    finally:
        f.close()


def entry_point(argv):
    write(["roses", "", "violets  "])
    for i, line in enumerate(open(NAME).readlines()):
        print i, `line`
    f = open(NAME)
    print `f.readline()`, `f.read(3)`, f.tell(), `f.read()`, `f.read()`
    f.close()
    f = open(NAME, "a")
    f.write("\nmore")
    f.close()
    lines = open(NAME).read().split("\n")
    print len(lines), lines[-1], len(lines) / 2
    longest = ""
    for line in open(NAME):
        if len(line) > len(longest):
            longest = line
    print `longest.rstrip()`, os.path.exists(NAME), os.path.getsize(NAME)
    os.remove(NAME)
    try:
        open(NAME)
    except IOError, e:
        print "cannot open:", e.errno, e.strerror
    return 0


def target(driver, args):
    return entry_point, None
