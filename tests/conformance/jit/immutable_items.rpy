# jit: yes
"""Lists in fields with `[*]`: read in other blocks, by helpers, from the end, in loops."""
from rpython.rlib.jit import JitDriver, unroll_safe


class Weights(object):
    """All fields are immutable; of one the items are, too, after they were set."""
    _immutable_ = True
    _immutable_fields_ = ['of[*]']

    def __init__(self, least, n, shift):
        of = [0] * n
        for i in range(n):
            of[i] = least + i
        self.of = of
        self.shift = shift


class Code(object):
    _immutable_fields_ = ['ops[*]', 'consts[*]', 'names[*]', 'text', 'weights']

    def __init__(self, ops, consts, names, text):
        self.weights = Weights(len(text), 4, 1)
        self.ops = ops
        self.consts = consts
        self.names = names
        self.text = text

    def get(self, i):
        return self.consts[i]


def location(pc, code):
    return code.names[0] + str(pc)


driver = JitDriver(greens=['pc', 'code'], reds=['n', 'acc'], get_printable_location=location)


@unroll_safe
def total(items):
    t = 0
    for x in items:
        t += x
    return t


def from_end(items, i):
    return items[-i]


def run(code, n):
    pc = 0
    acc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, n=n, acc=acc)
        op = code.ops[pc]
        if op == 0:
            acc += n
        elif op == 1:
            n -= 1
            if n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, n=n, acc=acc)
                continue
        elif op == 2:
            acc = acc ^ code.get(code.ops[pc + 1])
            pc += 1
        elif op == 3:
            acc = (acc ^ from_end(code.consts, 1)) + code.consts[-2]
        elif op == 4:
            acc = (acc + total(code.consts) * len(code.consts)) & 0xffffff
        elif op == 5:
            acc += code.weights.of[pc & 3] << code.weights.shift
            acc += ord(code.text[pc]) + len(code.text) + len(code.names[1])
        elif op == 6:
            return acc
        else:
            try:
                acc += code.consts[op]
            except IndexError:
                acc += 1
        pc += 1


def grown(n):
    l = []
    for i in range(n):
        l.append(i * 7 + 2)
    return l


def main(argv):
    ops = [0, 2, 1, 3, 4, 5, 7, 0, 1]
    ops.append(6)
    code = Code(ops[:], grown(5)[:], ['grown', 'xy'], 'programtext')
    print(run(code, 3000))
    code = Code([0, 2, 2, 3, 4, 5, 99, 0, 1, 6], grown(4)[:], ['other', 'x'], 'programtext')
    print(run(code, 3000))
    return 0


def target(driver, args):
    return main, None
