class Cell(object):
    def __init__(self, value):
        self.value = value


def counter(start):
    cell = Cell(start)

    def step(by=1):
        cell.value += by
        return cell.value
    return step


def make_adder(n):
    def add(x):
        return x + n
    return add


def compose(f, g):
    return lambda x: f(g(x))


def operations(account):
    def take(n):
        if n > account.value:
            raise ValueError("only %d" % account.value)
        account.value -= n
        return account.value
    return take


HALF = lambda x: x // 2
TABLE = {"half": HALF, "next": lambda x: x + 1}


def entry_point(argv):
    tick = counter(10)
    a = tick()
    b = tick()
    print("%d %d %d" % (a, b, tick(5)))
    adders = [make_adder(0), make_adder(1), make_adder(2)]
    print([f(10) for f in adders])
    print("%d %d" % (compose(TABLE["half"], TABLE["next"])(8), HALF(-7)))
    take = operations(Cell(5))
    left = take(3)
    try:
        print("%d %d" % (left, take(3)))
    except ValueError as e:
        print("%d refused: %s" % (left, e))
    print(sorted(TABLE))
    return 0


def target(driver, args):
    return entry_point, None
