# jit: yes
"""Green values that come of what may raise, under a handler, in front of a merge point: they are promoted early, behind the
handler's reach."""
from rpython.rlib.jit import JitDriver
from rpython.rlib.objectmodel import dont_inline
from rpython.rlib.rarithmetic import ovfcheck
import sys


class Tape(object):
    def __init__(self, steps):
        self.steps = steps


class Absent(Exception):
    pass


class Shelf(object):
    def __init__(self, tapes):
        self.tapes = tapes
        self.asked = 0


driver = JitDriver(greens=['at', 'tape'], reds=['shelf', 'left', 'sum'])


@dont_inline
def found(shelf, number):
    shelf.asked += 1
    if number >= len(shelf.tapes):
        raise Absent
    return shelf.tapes[number]


def play(shelf, number, half, left):
    try:
        tape = found(shelf, number)
    except Absent:
        return -1
    try:
        at = ovfcheck(half * 2)
    except OverflowError:
        return -2
    sum = 0
    while True:
        driver.jit_merge_point(at=at, tape=tape, shelf=shelf, left=left, sum=sum)
        step = tape.steps[at]
        at += 1
        if step == 0:
            return sum
        elif step == 1:
            left -= 1
            if left > 0:
                at = 0
                driver.can_enter_jit(at=at, tape=tape, shelf=shelf, left=left, sum=sum)
        elif step == 2:
            sum += play(shelf, left & 3, 1, 0)
        elif step == 3:
            sum += play(shelf, 1, sys.maxint - (left & 1), 0)
        else:
            sum += step


def main(argv):
    # The third tape is played by the first, from its third step on.
    shelf = Shelf([Tape([2, 4, 1, 0]), Tape([3, 5, 1, 0]), Tape([9, 9, 7, 0])])
    for rounds in [3, 3000]:
        print play(shelf, 2, 0, rounds), play(shelf, 7, 0, rounds), play(shelf, 2, sys.maxint, rounds)
        print play(shelf, 1, 0, rounds), shelf.asked
    shelf = Shelf([Tape([2, 4, 1, 0]), Tape([6, 5, 1, 0]), Tape([9, 9, 7, 0])])
    for rounds in [3, 3000]:
        print play(shelf, 0, 0, rounds), shelf.asked
    return 0


def target(driver, args):
    return main, None
