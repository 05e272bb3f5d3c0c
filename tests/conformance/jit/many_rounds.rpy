# jit: yes
"""Loops that count to constants, but have many rounds: traces call them. If such loops were unrolled, traces would be too long, and none
would be made."""
from rpython.rlib.jit import JitDriver


class Order(object):
    def __init__(self, letters):
        self.letters = letters


class Meter(object):
    pass


meter = Meter()
meter.ticks = 0

def where(at, order):
    return '%s at %d' % (order.letters, at)


driver = JitDriver(greens=['at', 'order'], reds=['left', 'sum'],
                   get_printable_location=where)


def down():
    left = 40
    while left > 0:
        meter.ticks += left & 3
        left -= 1


def cubed(n):
    for i in range(n):
        for j in range(n):
            for k in range(n):
                meter.ticks += i ^ j ^ k


def up(n):
    while n < 0:
        meter.ticks += n & 3
        n += 1


def far(n):
    while n < 40:
        meter.ticks += n & 3
        n += 1


def squared(left, right):
    for a in left:
        for b in right:
            meter.ticks += a ^ b


def all_of(numbers):
    for n in numbers:
        meter.ticks += n & 3


def stopped(order, left):
    while left > 0:
        if len(order.letters) == 9:
            break
        meter.ticks += left & 3
        left -= 1


def few(n, numbers):
    for i in range(n):
        meter.ticks += i
    for number in numbers:
        meter.ticks += number
    left = 16
    while left > 0:
        meter.ticks += left & 3
        left -= 1


NUMBERS = [i * i for i in range(40)]


def do(order, letter, left):
    if letter == 'd':
        down()
    elif letter == 'c':
        cubed(4)
    elif letter == 'u':
        up(-40)
    elif letter == 'f':
        far(1)
    elif letter == 's':
        squared([left] * 20, [left] * 20)
    elif letter == 'a':
        all_of(NUMBERS)
    elif letter == 'b':
        stopped(order, (left & 7) + 30)
    elif letter == 'w':
        few(3, [left, 5])


def run(order, left):
    at = 0
    sum = 0
    while True:
        driver.jit_merge_point(at=at, order=order, left=left, sum=sum)
        letter = order.letters[at]
        at += 1
        if letter == '.':
            sum = (sum * 3 + meter.ticks) & 0xffff
            left -= 1
            if left == 0:
                return sum
            at = 0
            driver.can_enter_jit(at=at, order=order, left=left, sum=sum)
        else:
            do(order, letter, left)


def main(argv):
    for letter in 'dcufsabw':
        meter.ticks = 0
        print letter, run(Order(letter + '.'), 3), run(Order(letter + '.'), 1500), meter.ticks
    return 0


def target(driver, args):
    return main, None
