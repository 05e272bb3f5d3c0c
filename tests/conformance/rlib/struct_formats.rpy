"""Packing and unpacking by formats of module struct that are known at run time only."""
from rpython.rlib.mutbuffer import MutableStringBuffer
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import intmask, r_uint
from rpython.rlib.rstruct.error import StructError
from rpython.rlib.rstruct.formatiterator import CalcSizeFormatIterator, FormatIterator


class Value(object):
    number = 0
    real = 0.0
    text = ""

    def __init__(self, number=0, real=0.0, text=""):
        self.number = number
        self.real = real
        self.text = text


class Packer(FormatIterator):
    """Letters are variables in `operate`."""

    def __init__(self, values, size):
        self.values = values
        self.wbuf = MutableStringBuffer(size)
        self.pos = 0
        self.next = 0

    @specialize.arg(1)
    def operate(self, fmtdesc, repetitions):
        if fmtdesc.needcount:
            fmtdesc.pack(self, repetitions)
        else:
            for _ in range(repetitions):
                fmtdesc.pack(self)
    _operate_is_specialized_ = True

    def align(self, mask):
        pad = (-self.pos) & mask
        self.wbuf.setzeros(self.pos, pad)
        self.advance(pad)

    def advance(self, count):
        self.pos += count

    def accept(self):
        if self.next == len(self.values):
            raise StructError("too few values")
        value = self.values[self.next]
        self.next += 1
        return value

    def accept_int_arg(self):
        return self.accept().number

    def accept_uint_arg(self):
        return r_uint(self.accept().number)

    def accept_bool_arg(self):
        return self.accept().number != 0

    def accept_str_arg(self):
        return self.accept().text

    def accept_float_arg(self):
        return self.accept().real

    def accept_unicode_arg(self):
        return self.accept().text, 1


class Unpacker(FormatIterator):
    def __init__(self, data):
        self.data = data
        self.pos = 0
        self.found = []

    @specialize.arg(1)
    def operate(self, fmtdesc, repetitions):
        if fmtdesc.needcount:
            fmtdesc.unpack(self, repetitions)
        else:
            for _ in range(repetitions):
                fmtdesc.unpack(self)
    _operate_is_specialized_ = True

    def align(self, mask):
        self.pos = (self.pos + mask) & ~mask

    def finished(self):
        if self.pos != len(self.data):
            raise StructError("too much data")

    def read(self, count):
        start = self.pos
        end = start + count
        if end > len(self.data):
            raise StructError("too little data")
        self.pos = end
        assert start >= 0 and end >= 0
        return self.data[start:end]

    @specialize.argtype(1)
    def appendobj(self, value):
        if isinstance(value, str):
            self.found.append(shown(value))
        elif isinstance(value, bool):
            self.found.append("yes" if value else "no")
        elif isinstance(value, float):
            self.found.append("%f" % value)
        elif isinstance(value, r_uint):
            self.found.append("u%d" % intmask(value))
        else:
            self.found.append("%d" % value)

    def append_utf8(self, code):
        self.found.append("U+%d" % code)


def shown(data):
    return "".join(["%02x" % ord(c) for c in data])


def size_of(fmt):
    sizes = CalcSizeFormatIterator()
    sizes.interpret(fmt)
    return sizes.totalsize


def both_ways(fmt, values):
    try:
        packer = Packer(values, size_of(fmt))
        packer.interpret(fmt)
        data = packer.wbuf.finish()
        unpacker = Unpacker(data)
        unpacker.interpret(fmt)
        print(fmt, shown(data), " ".join(unpacker.found))
    except StructError as e:
        print(fmt, str(e))


def entry_point(argv):
    n = len(argv)
    numbers = [Value(i, i + 0.5, "abc") for i in [n, -2, 100, -100, 77, 6, 5, 4]]
    for order in ["<", ">", "!", "=", "@", ""]:
        both_ways(order + "bhilq", numbers)
        both_ways(order + "b 2h 3x q", numbers)
        both_ways(order + "?3s2p5p", numbers)
        both_ways(order + "efd", numbers)
        both_ways(order + "BHILQ", [Value(200), Value(60000), Value(1 << 31), Value(7), Value(-1)])
    both_ways("bnNP", [Value(1), Value(-3), Value(4), Value(-5)])
    for fmt in ["c", "2", "b2", "Y", "0p", "<n", "b", "h", "i", "99999999999999999999b", "4b"]:
        both_ways(fmt, [Value(40000, 0.0, "xy"), Value(5)])
    both_ways("cc", [Value(0, 0.0, "x"), Value(0, 0.0, "y")])
    both_ways("<f", [Value(0, 1e300)])
    both_ways("@f", [Value(0, 1e300)])
    print(size_of("bq"), size_of("<bq"), size_of("bhxid2s"), size_of("0q"), size_of("b0q"))
    return 0


def target(driver, args):
    return entry_point, None
