# jit: yes
"""Results of elidable functions that the program promises: their calls are not made in traces."""
from rpython.rlib.jit import JitDriver, elidable, record_known_result


class Length(object):
    def __init__(self, of):
        self.of = of


LENGTHS = [Length(i) for i in range(8)]


@elidable
def digits(n, base):
    length = 0
    while n > 0:
        n //= base
        length += 1
    return length


@elidable
def length_of(n):
    return LENGTHS[digits(n, 10)]


def place(pc, code):
    return '%s at %d' % (code, pc)


driver = JitDriver(greens=['pc', 'code'], reds=['count', 'sum'], get_printable_location=place)


def run(code, count):
    sum = 0
    pc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, count=count, sum=sum)
        op = code[pc]
        pc += 1
        known = 1 + int(count >= 10) + int(count >= 100) + int(count >= 1000)
        if op == 'p':
            record_known_result(known, digits, count, 10)
            sum = (sum * 3 + digits(count, 10) + digits(count, 10)) & 0xffff
        elif op == 'q':
            sum = (sum * 3 + digits(count, 10) * 2) & 0xffff
        elif op == 't':
            length = LENGTHS[known]
            record_known_result(length, length_of, count)
            sum = (sum + length_of(count).of) & 0xffff
        elif op == 'd':
            count -= 1
            if count > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, count=count, sum=sum)
    return sum


def entry_point(argv):
    for code in ['pd', 'qd', 'td', 'ptqd']:
        print(run(code, 3000))
    return 0


def target(driver, args):
    return entry_point
