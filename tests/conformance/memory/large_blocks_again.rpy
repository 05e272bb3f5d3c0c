# args: 6
# Large objects die and others take their memory: what is new is empty, what lives keeps its items.
from rpython.rtyper.lltypesystem import lltype
from rpython.rlib import rgc

NUMBERS = lltype.GcArray(lltype.Signed)


class Item(object):
    def __init__(self, n):
        self.n = n


class State(object):
    def __init__(self):
        self.wrong = 0
        self.kept = None


state = State()


def zeros(n):
    a = lltype.malloc(NUMBERS, n, zero=True)
    for i in range(n):
        if a[i] != 0:
            state.wrong += 1
        a[i] = -1


def dictionary(n, step):
    d = {}
    for i in range(n):
        d[i * step] = i
    total = 0
    for i in range(0, n, 7):
        total += d[i * step]
    if -1 in d or n * step in d:
        state.wrong += 1
    return total


def items(n):
    l = [None] * n
    for i in range(n):
        if l[i] is not None:
            state.wrong += 1
        if i % 3 == 0:
            l[i] = Item(i)
    return l


def text(n):
    parts = []
    for i in range(n):
        parts.append(chr(97 + i % 26))
    return "".join(parts)


def check(l):
    for i in range(len(l)):
        it = l[i]
        if i % 3 == 0:
            if it is None or it.n != i:
                state.wrong += 1
        elif it is not None:
            state.wrong += 1


def grow(n):
    l = []
    for i in range(n):
        l.append(Item(i))
    for i in range(0, n, 11):
        if l[i].n != i:
            state.wrong += 1
    return len(l)


def main(argv):
    rounds = int(argv[1])
    state.kept = items(30000)
    for k in range(rounds):
        zeros(20000 + k * 3000)
        print(dictionary(9000 + k * 2000, k + 1), len(text(150000 + k * 9000)), grow(20000 + k * 1500))
        l = items(17000 + k * 2500)
        if k % 4 == 1:
            check(state.kept)
            state.kept = l
        if k % 5 == 3:
            rgc.collect()
        check(l)
    check(state.kept)
    print(state.wrong)
    return 0


def target(driver, args):
    return main, None
