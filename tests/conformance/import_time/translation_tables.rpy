# origin: after published programs
# Tables that exist only while the program is translated: items of kinds that no dict or list of the run time could hold
# together, read by constant keys in functions. Calls of built-in and C functions with *args through wrappers.
import os
from functools import wraps

from rpython.rlib.debug import debug_print
from rpython.rlib.objectmodel import specialize, _hash_float, _hash_string, compute_hash
from rpython.rlib.rarithmetic import intmask, r_uint
from rpython.rlib.rbigint import rbigint, _AsScaledDouble, SHIFT
from rpython.rlib.rstruct.ieee import pack_float, unpack_float
from rpython.rtyper.lltypesystem import lltype, rffi

POINT = rffi.CStruct("point", ("x", rffi.LONG), ("y", rffi.LONG))
TYPES = {"point": POINT, "longs": rffi.CArray(rffi.LONG)}
SETTINGS = {"name": "table", "limit": 40, "ratio": 0.5, "words": ["a", "b"], "none": None}
MIXED = [3, "three", (1, 2), None]
COUNTS = {"hits": 0, "misses": 0.5}   # these are an ordinary dict and list: they change
MASKS = [r_uint(1), 255]


class Failed(Exception):
    def __init__(self, what, code):
        self.what = what
        self.code = code


@specialize.arg(0)
def checked(what, func):
    @wraps(func)
    def checker(*args):
        code = intmask(func(*args))
        if code < 0:
            raise Failed(what, code)
        return code
    return checker


c_labs = rffi.llexternal("labs", [rffi.LONG], rffi.LONG)
c_toupper = rffi.llexternal("toupper", [rffi.INT], rffi.INT)


def difference(a, b):
    return a - b


def negative(a):
    return -a


Labs = checked("labs", c_labs)
Upper = checked("toupper", c_toupper)
Difference = checked("difference", difference)
Negative = checked("negative", negative)


class Log(object):
    enabled = False

    def __init__(self):
        self.lines = []

    def __call__(self, *args):
        if self.enabled:
            debug_print(*args)
        self.lines.append("%d" % len(args))


log = Log()


def joined(*parts):
    return os.path.join(*parts)


def largest(*numbers):
    return max(*numbers)


class Slots(object):
    """Pairs of objects under numbers; starts with pairs of None."""

    def __init__(self, size=2):
        self.free = list(range(size))
        self.pairs = [(None, None)] * size

    def put(self, first, second):
        if not self.free:
            n = len(self.pairs)
            self.pairs = self.pairs + [(None, None)] * n
            self.free.extend(range(n, 2 * n))
        index = self.free.pop()
        self.pairs[index] = first, second
        return index

    def take(self, index):
        pair = self.pairs[index]
        self.pairs[index] = None, None
        self.free.append(index)
        return pair


class Box(object):
    def __init__(self, n):
        self.n = n


class Label(object):
    def __init__(self, text):
        self.text = text


def structures():
    p = lltype.malloc(TYPES["point"], flavor="raw")
    p.c_x = 3
    p.c_y = 4
    a = lltype.malloc(TYPES["longs"], 3, flavor="raw")
    a[2] = p.c_x * p.c_y
    r = a[2]
    lltype.free(a, flavor="raw")
    lltype.free(p, flavor="raw")
    return r


class Bytes(object):
    def __init__(self, n):
        self.items = ["."] * n

    def setitem(self, i, c):
        self.items[i] = c


def floats():
    out = []
    pack_float(out, 1.5, 8, True)
    pack_float(out, -2.0, 4, False)
    print(len(out), [ord(c) for c in out[0]], [ord(c) for c in out[1]], unpack_float(out[0], True))
    buf = Bytes(10)
    pack_float(buf, 1, 0.25, 8, False)
    print([ord(c) for c in buf.items])


def scaled(v):
    x, e = _AsScaledDouble(v)
    return x, e * SHIFT


def entry_point(argv):
    print(structures())
    print(SETTINGS["name"] + "!", SETTINGS["limit"] + 2, SETTINGS["ratio"] * 2, SETTINGS["words"][1], SETTINGS["none"] is None)
    print(MIXED[0] + 1, MIXED[1].upper(), MIXED[2][1])
    COUNTS["misses"] += 5
    MASKS[0] += r_uint(4)
    print(COUNTS["misses"], intmask(MASKS[0]), intmask(MASKS[1]))
    print(Labs(-7), Upper(ord("q")), Difference(9, 4), Negative(-3))
    try:
        Difference(4, 9)
    except Failed as e:
        print(e.what, e.code)
    try:
        Negative(8)
    except Failed as e:
        print(e.what, e.code)
    log("a", 1)
    log()
    log.enabled = len(argv) > 5
    log(2.5, None, argv)
    print(log.lines)
    print(joined("a", "b", "c"), joined("x", "y"), largest(3, 9, 4), largest(1, 2))
    slots = Slots()
    numbers = [slots.put(Box(i), Label("l%d" % i)) for i in range(5)]
    box, label = slots.take(numbers[3])
    print(numbers, box.n, label.text, slots.put(Box(9), Label("nine")), slots.pairs[numbers[3]][1].text)
    floats()
    print(_hash_float(2.5) == compute_hash(2.5), _hash_string("abc") == compute_hash("abc"))
    big = rbigint.fromstr("123456789012345678901234567890123456789012345678901234567890")
    for v in [rbigint.fromint(12), rbigint.fromint(-5), big, big.neg()]:
        x, bits = scaled(v)
        print(abs(x * 2.0 ** bits - v.tofloat()) <= abs(v.tofloat()) * 1e-15, bits > 0)
    return 0


def target(driver, args):
    return entry_point, None
