"""A buffer that becomes a string."""

from rpython.rlib.buffer import ByteBuffer
from rpython.rlib.longlong2float import float2longlong
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import intmask
from rpython.rtyper.lltypesystem import lltype, rffi


class MutableStringBuffer(ByteBuffer):
    """Characters that can be changed, until `finish` makes a string of them. Only then it can be read."""
    _attrs_ = ['readonly', 'data', 'finished']

    def __init__(self, length):
        ByteBuffer.__init__(self, length)
        self.finished = False

    def as_str(self):
        raise ValueError('as_str() is not for MutableStringBuffer: use finish()')

    def finish(self):
        if self.finished:
            raise ValueError("finish() was called before")
        self.finished = True
        return ''.join(self.data)

    def setzeros(self, start, count):
        for i in range(start, start + count):
            self.data[i] = '\x00'

    @specialize.ll_and_arg(1)
    def typed_write(self, TP, byte_offset, value):
        """Writes a number as C has it."""
        if TP is lltype.Float:
            bits = float2longlong(value)
        elif TP is lltype.SingleFloat or TP is rffi.FLOAT:
            from rpython.rlib.rstruct import ieee
            bits = intmask(ieee.float_pack(float(value), 4))
        else:
            bits = rffi.cast(lltype.Signed, value)
        for i in range(rffi.sizeof(TP)):
            self.data[byte_offset + i] = chr((bits >> (8 * i)) & 0xff)
