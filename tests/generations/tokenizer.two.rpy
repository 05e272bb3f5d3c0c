# stdin: let x1 = 0x1F + 12*(y - 3) # note\nprint "a\\tb" x1\n
import os

KINDS = ["name", "number", "string", "sign"]
NAME, NUMBER, STRING, SIGN = range(len(KINDS))


def tokens(line):
    i = 0
    while i < len(line):
        c = line[i]
        start = i
        if c == "#":
            return
        elif c.isalpha():
            while i < len(line) and line[i].isalnum():
                i += 1
            yield NAME, line[start:i]
        elif c.isdigit():
            while i < len(line) and line[i].isalnum():
                i += 1
            yield NUMBER, str(int(line[start:i], 0))
        elif c == '"':
            i = line.find('"', i + 1) + 1
            yield STRING, `line[start + 1:i - 1]`
        else:
            i += 1
            if not c.isspace():
                yield SIGN, c


def entry_point(argv):
    counts = [0] * len(KINDS)
    for number, line in enumerate(os.read(0, 4096).split("\n")):
        for kind, text in tokens(line):
            counts[kind] += 1
            print "%d %-6s %s" % (number + 1, KINDS[kind], text)
    for kind in xrange(len(KINDS)):
        print KINDS[kind] + ":", counts[kind]
    return 0


def target(driver, args):
    return entry_point, None
