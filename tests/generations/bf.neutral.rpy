# stdin: ++++++++[>+++++++++<-]>.>++++[<++++++++++>-]<++.>>+++[<+++++++>-]<.[-]>[-]<<[-]++++++++++.\n
# A BF interpreter that prints, and counts what it did.
import os
import sys

if sys.version_info[0] >= 3:
    def read_block(fd, n):
        return os.read(fd, n).decode("latin-1")
else:
    read_block = os.read


def read_all(fd):
    parts = []
    while True:
        block = read_block(fd, 16)
        if len(block) == 0:
            break
        parts.append(block)
    return "".join(parts)


class Machine(object):
    def __init__(self, code):
        self.code = code
        self.jumps = {}
        stack = []
        for i in range(len(code)):
            if code[i] == "[":
                stack.append(i)
            elif code[i] == "]":
                j = stack.pop()
                self.jumps[i] = j
                self.jumps[j] = i

    def run(self):
        cells = [0] * 8
        at = pc = steps = 0
        out = ""
        while pc < len(self.code):
            c = self.code[pc]
            if c == ">":
                at += 1
            elif c == "<":
                at -= 1
            elif c == "+":
                cells[at] = (cells[at] + 1) & 255
            elif c == "-":
                cells[at] = (cells[at] - 1) & 255
            elif c == ".":
                out += chr(cells[at])
            elif c == "[" and cells[at] == 0:
                pc = self.jumps[pc]
            elif c == "]" and cells[at] != 0:
                pc = self.jumps[pc]
            pc += 1
            steps += 1
        print("%r after %d steps" % (out, steps))


def entry_point(argv):
    code = read_all(0)
    print("%d characters" % len(code))
    Machine(code).run()
    return 0


def target(driver, args):
    return entry_point, None
