# args: 12 -5 abc --name=x
# stdin: first line\n\n 3 4 \nlast without end
"""Arguments and standard input: words, numbers, options; readline to the end of the input."""
import sys


def numbers(words):
    total = 0
    bad = []
    for w in words:
        try:
            total += int(w)
        except ValueError:
            bad.append(w)
    return total, bad


def options(argv):
    found = {}
    plain = []
    for a in argv:
        if a.startswith("--"):
            name, sep, value = a[2:].partition("=")
            found[name] = value if sep else "set"
        elif a[:1] == "-" and not a[1:].isdigit():
            found[a[1:]] = "short"
        else:
            plain.append(a)
    return found, plain


def entry_point(argv):
    args = argv[1:]
    print(len(argv), args, numbers(args))
    found, plain = options(args)
    print(found, plain, argv[-1][::-1], "|".join(args))
    try:
        print(argv[10])
    except IndexError:
        print("no tenth argument")
    line = sys.stdin.readline()
    print(repr(line), len(line))
    lines = 0
    while True:
        line = sys.stdin.readline()
        if not line:
            break
        lines += 1
        words = line.split()
        print(repr(line), words, line.endswith("\n"))
    print(lines, repr(sys.stdin.readline()), repr(sys.stdin.read()))
    return 0


def target(driver, args):
    return entry_point
