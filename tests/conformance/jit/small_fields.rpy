# jit: yes
"""Objects of a trace with flags and characters next to references: writes of small fields leave the others known."""
from rpython.rlib import jit

driver = jit.JitDriver(greens=['scale'], reds=['n', 'total'])


class Row(object):
    def __init__(self, cells, odd, letter):
        self.cells = cells
        self.odd = odd
        self.letter = letter
        self.checked = True
        self.sealed = False


def few_cells(row):
    return jit.isconstant(len(row.cells)) and len(row.cells) <= 4


@jit.look_inside_iff(few_cells)
def weigh(row):
    total = 0
    for cell in row.cells:
        total = total * 3 + cell
    return total


class Rule(object):
    def judge(self, row, scale):
        raise NotImplementedError


class Strict(Rule):
    def judge(self, row, scale):
        weight = weigh(row) * scale
        if row.odd:
            weight -= ord(row.letter)
        if row.checked and not row.sealed:
            row.sealed = True
        if row.sealed:
            weight += 1
        return weight


class Lenient(Rule):
    def judge(self, row, scale):
        if scale > 1000:
            row.cells = [scale]
        return weigh(row) + scale


RULES = [Lenient(), Strict()]


def run(scale, n):
    total = 0
    while n > 0:
        driver.jit_merge_point(scale=scale, n=n, total=total)
        row = Row([n, total & 255, n & 7], n & 1 == 1, chr(n & 63))
        total = (total + RULES[scale & 1].judge(row, scale)) & 0xffffff
        n -= 1
    return total


def entry_point(argv):
    spare = Row([1], False, 'a')
    print(RULES[1].judge(spare, 1))
    print(RULES[0].judge(spare, 2000))
    print(run(1, 10))
    print(run(2, 3000))
    print(run(5, 4001))
    return 0


def target(driver, args):
    return entry_point
