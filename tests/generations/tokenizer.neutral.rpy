# stdin: let x1 = 0x1F + 12*(y - 3) # note\nprint "a\\tb" x1\n
import os
import sys

KINDS = ["name", "number", "string", "sign"]


class Token(object):
    def __init__(self, kind, text):
        self.kind = kind
        self.text = text


def tokens(line):
    found = []
    i = 0
    while i < len(line):
        c = line[i]
        start = i
        if c == "#":
            break
        if c.isalpha() or c.isdigit():
            while i < len(line) and line[i].isalnum():
                i += 1
            word = line[start:i]
            if c.isdigit():
                found.append(Token(1, str(int(word, 0))))
            else:
                found.append(Token(0, word))
        elif c == '"':
            i = line.find('"', i + 1) + 1
            found.append(Token(2, repr(line[start + 1:i - 1])))
        else:
            i += 1
            if not c.isspace():
                found.append(Token(3, c))
    return found


def entry_point(argv):
    text = os.read(0, 4096)
    if sys.version_info[0] >= 3:
        text = text.decode("ascii")
    counts = [0] * len(KINDS)
    number = 0
    for line in text.split("\n"):
        number += 1
        for token in tokens(line):
            counts[token.kind] += 1
            print("%d %-6s %s" % (number, KINDS[token.kind], token.text))
    for i in range(len(KINDS)):
        print("%s: %d" % (KINDS[i], counts[i]))
    return 0


def target(driver, args):
    return entry_point, None
