# open() at run time, the standard streams, input().
# stdin: first\nsecond line\n\nrest one\nrest two
import os
import sys


def count(f):
    n = 0
    for line in f:
        n += len(line)
    return n


def entry_point(argv):
    path = "/tmp/tw_open_files_%d" % os.getpid()
    with open(path, "w") as f:
        f.write("alpha\n")
        f.write("beta\ngamma")
        f.writelines(["\n", "delta\n"])
    f = open(path)
    print(f.readline().strip(), f.tell())
    print(f.read(3))
    print(len(f.read()))
    print("[" + f.read() + "]")
    f.seek(0)
    lines = f.readlines()
    print(len(lines), ",".join([x.strip() for x in lines]))
    f.close()
    print(f.closed)
    try:
        f.read()
    except ValueError:
        print("closed")
    f = open(path, "a")
    f.write("omega")
    f.close()
    f = open(path, "r")
    print(count(f))
    f.close()
    with open(path, "r+") as f:
        f.seek(6)
        f.write("BETA")
        f.seek(0)
        print(f.read(10))
    with open(path, "r") as f:
        while True:
            line = f.readline()
            if not line:
                break
            sys.stdout.write("> " + line)
    print("")
    os.unlink(path)
    try:
        open(path)
    except IOError as e:
        print("IOError", e.errno)
    print(input() + "!")
    print(sys.stdin.readline().strip())
    print("[" + sys.stdin.readline() + "]")
    for line in sys.stdin:
        sys.stdout.write("<" + line.strip() + ">")
    sys.stdout.write("\n")
    sys.stdout.flush()
    try:
        input()
    except EOFError:
        print("EOF")
    sys.stderr.write("to stderr\n")
    return 0


def target(driver, args):
    return entry_point, None
