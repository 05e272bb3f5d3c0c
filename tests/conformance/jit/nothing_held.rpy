# skip-gc: none nothing dies
# skip-gc: boehm stale addresses keep objects alive
# jit: yes
# skip-llinterp: its objects never die
"""While compiled code runs, what it was entered with is garbage like anything else: each cell leads to all later ones, so one
that is held would keep them all."""
import weakref

from rpython.rlib import jit, rgc


class Cell(object):
    def __init__(self, value):
        self.value = value
        self.next = None


class Log(object):
    def __init__(self):
        self.seen = []


def where(pc):
    return 'pc %d' % pc


driver = jit.JitDriver(greens=['pc', 'code'], reds=['left', 'cell', 'log'])


@jit.dont_look_inside
def note(log, cell):
    assert cell is not None
    log.seen.append(weakref.ref(cell))


@jit.dont_look_inside
def report(log, cell):
    rgc.collect()
    alive = 0
    for ref in log.seen:
        if ref() is not None:
            alive += 1
    print('noted %d, alive %d, at %d' % (len(log.seen), alive, cell.value))


def run(code, left):
    cell = Cell(0)
    log = Log()
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, left=left, cell=cell, log=log)
        op = code[pc]
        pc += 1
        if op == 's':       # one step
            if left % 100 == 0:
                note(log, cell)
            cell.next = Cell(cell.value + 1)
            cell = cell.next
            left -= 1
        elif op == 'd':     # a step that sometimes goes another way
            if left % 7 == 3:
                cell.next = Cell(cell.value + 2)
            else:
                cell.next = Cell(cell.value + 1)
            cell = cell.next
        elif op == 'r':
            if left == 5000 or left == 1500 or left == 3:
                report(log, cell)
        elif op == 'l':
            if left == 0:
                break
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, left=left, cell=cell, log=log)
    return cell.value


def entry_point(argv):
    print(run('srl', 9000))
    print(run('sdrl', 9000))
    print(run('ddsrl', 9000))
    return 0


def target(*args):
    return entry_point, None
