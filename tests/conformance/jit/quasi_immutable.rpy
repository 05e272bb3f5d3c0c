# jit: yes
"""Global cells with quasi-immutable fields: redefined now and then, in each round, elsewhere, and by a call."""
from rpython.rlib.jit import JitDriver, dont_look_inside


class Value(object):
    def __init__(self, n):
        self.n = n


class Cell(object):
    _immutable_fields_ = ['value?', 'table?[*]', 'number?', 'ratio?']

    def __init__(self, n):
        self.value = Value(n)
        self.table = [n, n + 1]
        self.number = n
        self.ratio = n * 0.5


class Cells(object):
    _immutable_fields_ = ['items[*]']

    def __init__(self, items):
        self.items = items


def location(pc, code, cells):
    return '%s %d' % (code, pc)


driver = JitDriver(greens=['pc', 'code', 'cells'], reds=['n', 'acc'], get_printable_location=location)


@dont_look_inside
def redefine(cell, n):
    cell.value = Value(n)
    cell.number = n + 1
    cell.ratio = n * 0.25


def run(code, cells, n):
    pc = 0
    acc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, cells=cells, n=n, acc=acc)
        op = code[pc]
        cell = cells.items[ord(code[pc + 1]) - ord('0')]
        pc += 2
        if op == 'L':
            acc += cell.value.n
        elif op == 'N':
            acc += cell.number + int(cell.ratio * 4.0)
        elif op == 'T':
            acc = acc ^ cell.table[1]
        elif op == 'S':
            cell.value = Value(n)
        elif op == 'R':
            if n % 300 == 0:
                cell.value = Value(n)
                cell.table = [n, n + 1]
        elif op == 'C':
            if n % 700 == 0:
                redefine(cell, n)
        elif op == 'D':
            n -= 1
            if n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, cells=cells, n=n, acc=acc)
        else:
            return acc


def main(argv):
    for code in ['L0N0T0L1D0X0', 'L0T0R0D0X0', 'L0S0L0D0X0', 'L1S0D0X0', 'L0L1R1D0X0', 'N0L0C0N0L0D0X0', 'S0R1L0D0X0']:
        cells = Cells([Cell(5), Cell(7)])
        print('%s %d %d' % (code, run(code, cells, 3000), run(code, cells, 3000)))
        cells.items[0].value = Value(9)
        cells.items[1].number = 11
        print('%s %d' % (code, run(code, cells, 3000)))
    return 0


def target(driver, args):
    return main, None
