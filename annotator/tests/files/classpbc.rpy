# annotate: main(int)
class Op(object):
    code = -1

    def __init__(self, n):
        self.n = n

    def run(self):
        return self.n


class Inc(Op):
    code = 1

    def run(self):
        return self.n + 1


class Dec(Op):
    code = 2
    step = None

    def run(self):
        if self.step is not None:
            return self.n - self.step.n
        return self.n - 1


CLASSES = [Inc, Dec]


def make(i, n):
    cls = CLASSES[i]
    if cls is Dec:
        n = 7
    op = cls(n)
    return op


def name_of(op):
    return op.__class__.__name__


def kind(op):
    if type(op) is Inc:
        return op.code
    if isinstance(op, (Inc, Dec)):
        return -op.code
    return 0


def main(n):
    op = make(n & 1, n)
    dec = Dec(3)
    dec.step = Inc(4)
    code = CLASSES[n & 1].code
    return op.run() + dec.run() + code + kind(op) + len(name_of(op))
