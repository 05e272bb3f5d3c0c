# jit: yes
"""A loop that is recorded on its last round: the trace goes around the loop that it is in.

The outer loop keeps a list that grows, so that nothing of it can be peeled. The inner one has a label of its own.
"""
from rpython.rlib import jit


class Number(object):
    _immutable_ = True

    def __init__(self, value):
        self.value = value


class Kept(object):
    _immutable_ = True

    def __init__(self, value, before):
        self.value = value
        self.before = before


def place(pc, code):
    return '%s at %d' % (code, pc)


driver = jit.JitDriver(greens=['pc', 'code'], reds=['rounds', 'left', 'sum', 'kept'],
                       get_printable_location=place)


def run(code, inner, outer):
    rounds = Number(outer)
    left = Number(0)
    sum = Number(0)
    kept = None
    pc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, rounds=rounds, left=left, sum=sum, kept=kept)
        op = code[pc]
        pc += 1
        if op == 'b':
            left = Number(inner)
            kept = Kept(sum, kept)
        elif op == 'a':
            sum = Number((sum.value * 3 + left.value) & 0xffff)
        elif op == 'd':
            left = Number(left.value - 1)
        elif op == 'i':
            if left.value > 0:
                pc = 1
                driver.can_enter_jit(pc=pc, code=code, rounds=rounds, left=left, sum=sum, kept=kept)
        elif op == 'o':
            rounds = Number(rounds.value - 1)
            if rounds.value > 0:
                pc = 0
    return total(sum, kept)


@jit.dont_look_inside
def total(sum, kept):
    total = sum.value
    while kept is not None:
        total = (total * 5 + kept.value.value) & 0xffffff
        kept = kept.before
    return total


def entry_point(argv):
    # The inner loop is traced on its last round, on its first one, and on the one before the last.
    for code, threshold in [('badio', 1900), ('bdaio', 1901), ('baadio', 1899)]:
        jit.set_param(None, 'threshold', threshold)
        print(run(code, 20, 3000))
    return 0


def target(driver, args):
    return entry_point
