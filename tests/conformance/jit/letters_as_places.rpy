# jit: yes
"""A place in the guest program whose text is one character."""
from rpython.rlib.jit import JitDriver


def place(at, program):
    return program[at]


driver = JitDriver(greens=['at', 'program'], reds=['left', 'total'], get_printable_location=place)


def run(program, left):
    at = 0
    total = 0
    while True:
        driver.jit_merge_point(at=at, program=program, left=left, total=total)
        letter = program[at]
        at += 1
        if letter == 'a':
            total += left
        elif letter == 'd':
            left -= 1
        elif left > 0:
            at = 0
            driver.can_enter_jit(at=at, program=program, left=left, total=total)
        else:
            return total


def main(argv):
    print run('adj', 3000)
    print run('aadj', 5)
    return 0


def target(driver, args):
    return main, None
