# stdin: ++++++++[>+++++++++<-]>.>++++[<++++++++++>-]<++.>>+++[<+++++++>-]<.[-]>[-]<<[-]++++++++++.\n
# A BF interpreter that prints, and counts what it did.
import os


def read_all(fd):
    parts = []
    while True:
        block = os.read(fd, 16)
        if not block:
            return "".join(parts)
        parts.append(block)


def brackets(code):
    jumps, stack = {}, []
    for at in xrange(len(code)):
        c = code[at]
        if c == "[":
            stack.append(at)
        elif c == "]":
            start = stack.pop()
            jumps[start], jumps[at] = at, start
    return jumps


def run(code):
    jumps = brackets(code)
    cells, at, pc, steps = [0] * 8, 0, 0, 0
    out = []
    while pc < len(code):
        c = code[pc]
        if c == ">":
            at += 1
        elif c == "<":
            at -= 1
        elif c == "+":
            cells[at] = (cells[at] + 1) % 256
        elif c == "-":
            cells[at] = (cells[at] - 1) % 256
        elif c == ".":
            out.append(chr(cells[at]))
        elif c == "[" and not cells[at] or c == "]" and cells[at]:
            pc = jumps[pc]
        pc += 1
        steps += 1
    print `"".join(out)`, "after", steps, "steps"


def entry_point(argv):
    code = read_all(0)
    print len(code), "characters"
    run(code)
    return 0


def target(driver, args):
    return entry_point, None
