# jit: yes
# Wrappers that decorators make know a function by a word that none of its parameters is called.
from rpython.rlib import jit
from rpython.rlib.jit import JitDriver, elidable_promote, look_inside_iff, isconstant
from rpython.rlib.objectmodel import specialize
from rpython.tool.sourcetools import rpython_wrapper


class Cell(object):
    def __init__(self, n):
        self.n = n


@elidable_promote()
def promoted(func, hint, wrapper=3):
    return func.n + hint * wrapper


@elidable_promote('0')
def first_only(func, original):
    return func.n - original


@look_inside_iff(lambda func, slow, predicate, we_are_jitted: isconstant(func))
def looked_into(func, slow, predicate, we_are_jitted):
    return func.n * slow + predicate - we_are_jitted


@look_inside_iff(lambda self, n: isconstant(n))
def counted(self, n=2):
    total = 0
    for i in range(n):
        total += self.n
    return total


def plain(original, arguments):
    return original.n + arguments


wrapped = rpython_wrapper(plain, """
    def %(name)s(%(arguments)s):
        return %(original)s(%(arguments)s) + 1
""")


def location(n, cell, function, line):
    return 'at %d' % n


driver = JitDriver(greens=['n', 'cell', 'function', 'line'], reds=['left', 'total'], get_printable_location=location)


def run(n, cell, function, line, left):
    total = 0
    while left > 0:
        driver.jit_merge_point(n=n, cell=cell, function=function, line=line, left=left, total=total)
        total += promoted(cell, n) + first_only(cell, left) + looked_into(cell, 2, left, 1) + counted(cell, 3)
        total += wrapped(cell, n)
        left -= 1
    return total


def entry_point(argv):
    n = len(argv) if len(argv) < 2 else 1
    cell = Cell(n + 4)
    print(promoted(cell, 2), promoted(cell, 2, 1), first_only(cell, 1), looked_into(cell, 1, 2, 3), counted(cell))
    print(run(n, cell, 1, 2, 200))
    return 0


def target(driver, args):
    return entry_point, None
