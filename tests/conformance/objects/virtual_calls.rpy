"""Deep class trees, abstract methods, super-class calls through several levels, class used as namespace."""


class Op(object):
    count = 0
    _immutable_fields_ = ['arg']

    def __init__(self, arg):
        self.arg = arg

    def run(self, acc):
        raise NotImplementedError

    def cost(self):
        return 1


class Arith(Op):
    def cost(self):
        return Op.cost(self) + 1


class Plus(Arith):
    def run(self, acc):
        return acc + self.arg


class Times(Arith):
    def run(self, acc):
        return acc * self.arg

    def cost(self):
        return Arith.cost(self) * 2


class Skip(Op):
    def __init__(self):
        Op.__init__(self, 0)

    def run(self, acc):
        return acc


class Twice(Op):
    def __init__(self, inner):
        Op.__init__(self, 2)
        self.inner = inner

    def run(self, acc):
        return self.inner.run(self.inner.run(acc))

    def cost(self):
        return 2 * self.inner.cost()


class Const:
    A = 5
    B = A * 2


def entry_point(argv):
    ops = [Plus(3), Times(Const.B), Skip(), Twice(Plus(Const.A)), Twice(Twice(Times(2)))]
    acc = 1
    cost = 0
    for o in ops:
        acc = o.run(acc)
        cost += o.cost()
        print("%d %d" % (acc, cost))
    return 0


def target(driver, args):
    return entry_point, None
