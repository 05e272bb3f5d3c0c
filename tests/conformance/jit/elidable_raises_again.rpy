# jit: yes
"""An elidable function that raises for the same arguments, several times in a row."""
from rpython.rlib.jit import JitDriver, elidable, promote


class Table(object):
    def __init__(self, names):
        self.names = names

    @elidable
    def index(self, name):
        for i in range(len(self.names)):
            if self.names[i] == name:
                return i
        raise KeyError


@elidable
def half(n):
    if n % 2:
        raise ValueError
    return n // 2


driver = JitDriver(greens=['twice'], reds=['n', 'found', 'missed', 'tables'])


def look(twice, n, tables):
    found = 0
    missed = 0
    while n > 0:
        driver.jit_merge_point(twice=twice, n=n, found=found, missed=missed, tables=tables)
        table = promote(tables[n % len(tables)])
        try:
            found += table.index('b')
        except KeyError:
            missed += 1
        if twice:
            try:
                found += table.index('b') * 2
            except KeyError:
                missed += 10
        try:
            found += half(n)
        except ValueError:
            missed += 100
        try:
            found += half(n)
        except ValueError:
            missed += 1000
        n -= 1
    return found * 7 + missed


def entry_point(argv):
    tables = [Table(['a', 'c']), Table(['a', 'b']), Table(['b'])]
    for count in range(1, 4):
        print(look(False, 3000, tables[:count]))
        print(look(True, 3000, tables[:count]))
    return 0


def target(driver, args):
    return entry_point, None
