# stdin: hello
"""A BF interpreter over a list of integers."""
import os


def jumps(program):
    stack = []
    table = [0] * len(program)
    for i in range(len(program)):
        if program[i] == '[':
            stack.append(i)
        elif program[i] == ']':
            j = stack.pop()
            table[i] = j
            table[j] = i
    return table


def run(program):
    table = jumps(program)
    cells = [0]
    pos = 0
    pc = 0
    while pc < len(program):
        c = program[pc]
        if c == '>':
            pos += 1
            if pos == len(cells):
                cells.append(0)
        elif c == '<':
            pos -= 1
        elif c == '+':
            cells[pos] = (cells[pos] + 1) & 255
        elif c == '-':
            cells[pos] = (cells[pos] - 1) & 255
        elif c == '.':
            os.write(1, chr(cells[pos]))
        elif c == ',':
            s = os.read(0, 1)
            if len(s) == 0:
                cells[pos] = 0
            else:
                cells[pos] = ord(s[0])
        elif c == '[' and cells[pos] == 0:
            pc = table[pc]
        elif c == ']' and cells[pos] != 0:
            pc = table[pc]
        pc += 1


def entry_point(argv):
    run("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.")
    run(",[.,]++++++++++.")
    return 0


def target(driver, args):
    return entry_point, None
