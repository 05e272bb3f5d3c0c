# jit: yes
"""Hints about what is known when code is made: concrete, variable, deepfreeze."""
from rpython.rlib.jit import JitDriver, hint, promote


class Shape(object):
    """What an instruction does: never changes after the program was read."""
    def __init__(self, letter, width, weights):
        self.letter = letter
        self.width = width
        self.weights = weights


class Machine(object):
    def __init__(self, program):
        self.program = program
        self.shapes = [
            Shape('a', 1, [1, 2, 3]), Shape('s', 1, [5, 7]), Shape('j', 2, [1]), Shape('m', 1, [2, 2, 2])]

    def shape(self, letter):
        for shape in self.shapes:
            if shape.letter == letter:
                return shape
        return self.shapes[0]


driver = JitDriver(greens=['pc', 'program'], reds=['count', 'acc', 'machine'],
                   get_printable_location=lambda pc, program: "%d" % pc)


def decode(machine, program, pc):
    if program[pc] == 'a':
        return machine.shapes[0]
    if program[pc] == 's':
        return machine.shapes[1]
    if program[pc] == 'j':
        return machine.shapes[2]
    return machine.shapes[3]


def run(program, count):
    machine = Machine(program)
    acc = 0
    pc = 0
    while pc < len(program):
        driver.jit_merge_point(pc=pc, program=program, count=count, acc=acc, machine=machine)
        op = hint(program[pc], concrete=True)
        frozen = hint(promote(machine), deepfreeze=True)
        shape = decode(frozen, program, pc)
        seen = hint(shape.weights[0], variable=True)
        if op == 'a':
            acc = (acc + seen) & 0xffff
        elif op == 's':
            acc = (acc ^ (shape.weights[1] + count)) & 0xffff
        elif op == 'm':
            acc = (acc * 3 + seen) & 0xffff
        elif op == 'j':
            count -= 1
            if count > 0:
                pc = hint(ord(program[pc + 1]) - ord('0'), concrete=True)
                driver.can_enter_jit(pc=pc, program=program, count=count, acc=acc, machine=machine)
                continue
        pc += shape.width
    return acc


def entry_point(argv):
    for program in ["aasj0", "msaj1mm", "aj0sj3a"]:
        for count in [1, 5, 700]:
            print("%s %d: %d" % (program, count, run(program, count)))
    print(Machine("x").shape('j').width)
    return 0


def target(driver, args):
    return entry_point, None
