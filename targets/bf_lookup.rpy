"""The BF virtual machine of bf.rpy with the bracket pairs in a dictionary, and without `elidable` on the lookup. The
translator finds that nothing changes the dictionary any more when the BF program runs: traces are the same.

    translate targets/bf_lookup.rpy --opt=jit      makes ./bf_lookup-c
    ./bf_lookup-c program.b

Cells are machine words; `.` writes the low byte of a cell, `,` reads a byte (0 at the end of input). The tape
starts with one cell and grows to the right on demand; there is nothing to the left of cell 0.
"""
import os
import sys

from rpython.rlib.jit import JitDriver


def get_location(pc, program, bracket_map):
    """The program with the current command between underscores, for the trace log."""
    return "%s_%s_%s" % (program[:pc], program[pc], program[pc + 1:])


jitdriver = JitDriver(greens=['pc', 'program', 'bracket_map'], reds=['tape'],
                      get_printable_location=get_location)


def matching_bracket(bracket_map, pc):
    return bracket_map[pc]


class Tape(object):
    def __init__(self):
        self.cells = [0]
        self.position = 0

    def get(self):
        return self.cells[self.position]

    def set(self, value):
        self.cells[self.position] = value

    def inc(self):
        self.cells[self.position] += 1

    def dec(self):
        self.cells[self.position] -= 1

    def advance(self):
        self.position += 1
        if len(self.cells) <= self.position:
            self.cells.append(0)

    def devance(self):
        self.position -= 1


def read_byte():
    text = os.read(0, 1)
    if len(text) == 0:
        return 0
    return ord(text[0])


def mainloop(program, bracket_map):
    pc = 0
    tape = Tape()
    while pc < len(program):
        jitdriver.jit_merge_point(pc=pc, program=program, bracket_map=bracket_map, tape=tape)
        command = program[pc]
        if command == '>':
            tape.advance()
        elif command == '<':
            tape.devance()
        elif command == '+':
            tape.inc()
        elif command == '-':
            tape.dec()
        elif command == '.':
            os.write(1, chr(tape.get() & 255))
        elif command == ',':
            tape.set(read_byte())
        elif command == '[':
            if tape.get() == 0:
                pc = matching_bracket(bracket_map, pc)
        elif command == ']':
            if tape.get() != 0:
                pc = matching_bracket(bracket_map, pc) + 1
                jitdriver.can_enter_jit(pc=pc, program=program, bracket_map=bracket_map,
                                        tape=tape)
                continue
        pc += 1


class UnbalancedBracket(Exception):
    def __init__(self, position):
        self.position = position


def parse(text):
    """Keeps the eight commands and pairs the brackets."""
    commands = []
    bracket_map = {}
    open_brackets = []
    pc = 0
    for position in range(len(text)):
        char = text[position]
        if char in '[]<>+-,.':
            commands.append(char)
            if char == '[':
                open_brackets.append(pc)
            elif char == ']':
                if not open_brackets:
                    raise UnbalancedBracket(position)
                left = open_brackets.pop()
                bracket_map[left] = pc
                bracket_map[pc] = left
            pc += 1
    if open_brackets:
        raise UnbalancedBracket(len(text))
    return "".join(commands), bracket_map


def read_file(name):
    fd = os.open(name, os.O_RDONLY, 0o777)
    parts = []
    while True:
        part = os.read(fd, 4096)
        if len(part) == 0:
            break
        parts.append(part)
    os.close(fd)
    return "".join(parts)


def entry_point(argv):
    if len(argv) != 2:
        os.write(2, "usage: %s program.b\n" % argv[0])
        return 2
    try:
        text = read_file(argv[1])
    except OSError:
        os.write(2, "cannot read %s\n" % argv[1])
        return 1
    try:
        program, bracket_map = parse(text)
    except UnbalancedBracket as e:
        os.write(2, "%s: unbalanced bracket at byte %d\n" % (argv[1], e.position))
        return 1
    mainloop(program, bracket_map)
    return 0


def target(driver, args):
    return entry_point, None


def jitpolicy(driver):
    from rpython.jit.codewriter.policy import JitPolicy
    return JitPolicy()


if __name__ == '__main__':
    sys.exit(entry_point(sys.argv))
