# jit: yes
"""Traces of which all work on one object that is there before them: a machine with a tape. The object is the same constant in
all of them, so they go on in each other's loops, and what one knows of the tape the next need not read."""
from rpython.rlib.jit import JitDriver, promote

driver = JitDriver(greens=['pc', 'code'], reds=['machine'])


class Machine(object):
    def __init__(self, n):
        self.cells = [0]
        self.at = 0
        self.left = n

    def right(self):
        self.at += 1
        if self.at == len(self.cells):
            self.cells.append(0)


def run(code, machine):
    pc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, machine=machine)
        machine = promote(machine)
        command = code[pc]
        if command == '>':
            machine.right()
        elif command == '<':
            machine.at -= 1
        elif command == '+':
            machine.cells[machine.at] += 1
        elif command == '?':
            # The next command is for every third round.
            if machine.left % 3:
                pc += 1
        elif command == 'L':
            machine.left -= 1
            if machine.left > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, machine=machine)
                continue
        pc += 1


def main(argv):
    n = 60000
    if len(argv) > 1:
        n = int(argv[1])
    machine = Machine(n)
    run("+>>+?+<<L", machine)
    print(machine.cells)
    # The same code with another machine.
    machine = Machine(n // 3)
    run("+>>+?+<<L", machine)
    print(machine.cells)
    return 0


def target(driver, args):
    return main, None
