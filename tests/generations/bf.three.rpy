# stdin: ++++++++[>+++++++++<-]>.>++++[<++++++++++>-]<++.>>+++[<+++++++>-]<.[-]>[-]<<[-]++++++++++.\n
# A BF interpreter that prints, and counts what it did.
import os


def read_all(fd: int) -> bytes:
    parts = []
    while block := os.read(fd, 16):
        parts.append(block)
    return b"".join(parts)


def brackets(code: bytes) -> dict:
    jumps = {}
    stack = []
    for at in range(len(code)):
        if code[at] == ord("["):
            stack.append(at)
        elif code[at] == ord("]"):
            start = stack.pop()
            jumps[start] = at
            jumps[at] = start
    return jumps


def run(code: bytes) -> None:
    jumps = brackets(code)
    cells = bytearray(8)
    at = pc = steps = 0
    out = bytearray()
    while pc < len(code):
        c = code[pc:pc + 1]
        if c == b">":
            at += 1
        elif c == b"<":
            at -= 1
        elif c == b"+":
            cells[at] = (cells[at] + 1) % 256
        elif c == b"-":
            cells[at] = (cells[at] - 1) % 256
        elif c == b".":
            out.append(cells[at])
        elif c == b"[" and cells[at] == 0 or c == b"]" and cells[at] != 0:
            pc = jumps[pc]
        pc += 1
        steps += 1
    print(f"{bytes(out).decode('ascii')!r} after {steps} steps")


def entry_point(argv):
    code = read_all(0)
    print(f"{len(code)} characters")
    run(code)
    return 0


def target(driver, args):
    return entry_point, None
