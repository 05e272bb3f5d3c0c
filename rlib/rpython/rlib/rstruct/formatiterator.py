"""Format strings of module struct, unit by unit."""
from rpython.rlib import jit
from rpython.rlib.rarithmetic import ovfcheck
from rpython.rlib.rstruct.error import StructError
from rpython.rlib.rstruct.nativefmttable import native_fmttable, native_is_bigendian
from rpython.rlib.rstruct.standardfmttable import standard_fmttable
from rpython.rlib.unroll import unrolling_iterable


class FmtDesc(object):
    """A letter: the attributes are the entries of its row in a table."""
    alignment = 1
    needcount = False

    def __init__(self, fmtchar, attrs):
        self.fmtchar = fmtchar
        self.__dict__.update(attrs)
        self.mask = self.alignment - 1
        assert self.alignment & self.mask == 0, "alignments are powers of two"

    def _freeze_(self):
        return True


def table2desclist(table):
    """The letters of a table, for loops that are unrolled."""
    return unrolling_iterable([FmtDesc(letter, table[letter]) for letter in sorted(table)])


unroll_standard_fmtdescs = table2desclist(standard_fmttable)
unroll_native_fmtdescs = table2desclist(native_fmttable)


def _number(fmt, index):
    """A number that begins at `index`, and where it ends."""
    n = 0
    while index < len(fmt) and fmt[index].isdigit():
        try:
            n = ovfcheck(ovfcheck(n * 10) + (ord(fmt[index]) - ord('0')))
        except OverflowError:
            raise StructError("overflow in item count")
        index += 1
    if index == len(fmt):
        raise StructError("incomplete struct format")
    assert n >= 0
    return n, index


class FormatIterator(object):
    """Base of what follows a format: subclasses have `operate(fmtdesc, repetitions)` and `align(mask)`. Where
    `_operate_is_specialized_` holds, `operate` is called with constant letters."""
    _mixin_ = True
    _operate_is_specialized_ = False

    @jit.look_inside_iff(lambda self, fmt: jit.isconstant(fmt))
    def interpret(self, fmt):
        table = unroll_native_fmtdescs
        self.bigendian = native_is_bigendian
        index = 0
        if fmt and fmt[0] in '@=<>!':
            index = 1
            if fmt[0] == '<':
                self.bigendian = False
            elif fmt[0] == '>' or fmt[0] == '!':
                self.bigendian = True
            if fmt[0] != '@':
                table = unroll_standard_fmtdescs
        while index < len(fmt):
            repetitions = 1
            if fmt[index].isspace():
                index += 1
                continue
            if fmt[index].isdigit():
                repetitions, index = _number(fmt, index)
            letter = fmt[index]
            index += 1
            for fmtdesc in table:
                if letter == fmtdesc.fmtchar:
                    if self._operate_is_specialized_:
                        if fmtdesc.mask:
                            self.align(fmtdesc.mask)
                        self.operate(fmtdesc, repetitions)
                    break
            else:
                if letter == '\0':
                    raise StructError("embedded null character")
                raise StructError("bad char in struct format")
            if not self._operate_is_specialized_:
                if fmtdesc.mask:
                    self.align(fmtdesc.mask)
                self.operate(fmtdesc, repetitions)
        self.finished()

    def finished(self):
        pass


class CalcSizeFormatIterator(FormatIterator):
    """Counts the bytes."""
    totalsize = 0

    def operate(self, fmtdesc, repetitions):
        self._add(fmtdesc.size, repetitions)

    def align(self, mask):
        self._add((-self.totalsize) & mask, 1)

    def _add(self, size, times):
        try:
            self.totalsize = ovfcheck(self.totalsize + ovfcheck(size * times))
        except OverflowError:
            raise StructError("total struct size too long")
