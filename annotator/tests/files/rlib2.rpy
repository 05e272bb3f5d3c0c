# annotate: main([str])
from rpython.rlib.rarithmetic import r_uint, r_int32, r_uint32, r_longlong, r_ulonglong, intmask
from rpython.rlib.rstring import StringBuilder, split
from rpython.rlib.rerased import new_erasing_pair
from rpython.rlib.objectmodel import r_dict, newlist_hint, enforceargs, specialize
from rpython.rlib.nonconst import NonConstant
from rpython.rlib.listsort import make_timsort_class
from rpython.rlib.unroll import unrolling_iterable
from rpython.rlib.debug import make_sure_not_resized, ll_assert
import os

MASK = r_uint(0xffffffff)
BIG = r_ulonglong(5)
SMALL = r_int32(3)

erase, unerase = new_erasing_pair('box')
erase_int, unerase_int = new_erasing_pair('intbox')


class Box(object):
    def __init__(self, storage):
        self.storage = storage


def eq(a, b):
    return a.storage is b.storage


def hash(a):
    return 5


CACHE = r_dict(eq, hash)
NAMES = unrolling_iterable(['x', 'y'])


class Point(object):
    x = 1
    y = 2


Sort = make_timsort_class()


class ByLen(Sort):
    def lt(self, a, b):
        return len(a) < len(b)


@enforceargs(int, None)
def enforced(a, b):
    return a + b


@specialize.argtype(0)
def show(x):
    return str(x)


def main(argv):
    u = MASK & r_uint(len(argv))
    b = Box(erase(argv))
    c = Box(erase_int([1, 2]))
    CACHE[b] = 3
    total = len(unerase(b.storage)) + len(unerase_int(c.storage))
    builder = StringBuilder()
    for a in argv:
        builder.append(a)
        builder.append_slice(a, 0, 1)
    p = Point()
    for name in NAMES:
        total += getattr(p, name)
    sorter = ByLen(argv)
    sorter.sort()
    l = make_sure_not_resized([1, 2, 3])
    total += l[0] + enforced(True, NonConstant(5))
    for part in split(builder.build(), ','):
        total += len(part)
    os.write(1, show(total) + show(1.5))
    return intmask(u) + total + intmask(BIG)
