"""Memory that can be read and written by bytes."""
from rpython.rlib.longlong2float import float2longlong, longlong2float
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import intmask, r_longlong, r_singlefloat, r_ulonglong
from rpython.rlib.rawstorage import raw_storage_getitem, raw_storage_setitem
from rpython.rlib.rstring import StringBuilder
from rpython.rlib.rstruct import ieee
from rpython.rtyper.lltypesystem import lltype, rffi


class CannotRead(Exception):
    """There is no value of this type at this place."""


class CannotWrite(Exception):
    """Values of this type cannot be written."""


class Buffer(object):
    """Base of the buffers: a length, characters, slices."""
    _attrs_ = ['readonly']
    readonly = True

    def getlength(self):
        raise NotImplementedError

    def __len__(self):
        return self.getlength()

    def getitem(self, index):
        raise NotImplementedError

    def __getitem__(self, i):
        return self.getitem(i)

    def __getslice__(self, start, stop):
        return self.getslice(start, 1, stop - start)

    def setitem(self, index, char):
        raise NotImplementedError

    def __setitem__(self, i, char):
        self.setitem(i, char)

    def as_str(self):
        """Everything, as a string."""
        return self.getslice(0, 1, self.getlength())

    def getslice(self, start, step, size):
        """`size` characters from `start` on, every `step`th."""
        b = StringBuilder(size)
        for i in range(size):
            b.append(self.getitem(start + i * step))
        return b.build()

    def setslice(self, start, string):
        """Writes a string from `start` on."""
        for i in range(len(string)):
            self.setitem(start + i, string[i])

    def setzeros(self, start, count):
        """Writes so many zeros from `start` on."""
        for i in range(start, start + count):
            self.setitem(i, '\x00')

    def get_raw_address(self):
        raise ValueError("no raw buffer")

    def needs_release(self):
        """Whether `releasebuffer` has to be called."""
        return False

    def releasebuffer(self):
        """The memory is not used any more."""

    @specialize.ll_and_arg(1)
    def typed_read(self, TP, byte_offset):
        """The number that C would read at the offset."""
        raise CannotRead

    @specialize.ll_and_arg(1)
    def typed_write(self, TP, byte_offset, value):
        """Writes a number as C has it."""
        raise CannotWrite


class GCBuffer(Buffer):
    """Base of the buffers whose memory the collector may move: numbers are read and written byte by byte."""
    _attrs_ = []

    @staticmethod
    def decorate(cls):
        """Class decorator of direct subclasses in RPython; there is nothing to add here."""
        if cls.__bases__ != (GCBuffer,):
            raise ValueError("@GCBuffer.decorate is for direct subclasses of GCBuffer")
        return cls

    @specialize.ll_and_arg(1)
    def typed_read(self, TP, byte_offset):
        bits = 0
        for i in range(rffi.sizeof(TP)):
            bits = intmask(bits | (ord(self.getitem(byte_offset + i)) << (8 * i)))
        if TP is lltype.Float:
            return longlong2float(r_longlong(bits))
        elif TP is lltype.SingleFloat:
            return r_singlefloat(ieee.float_unpack(r_ulonglong(bits), 4))
        else:
            return rffi.cast(TP, bits)

    @specialize.ll_and_arg(1)
    def typed_write(self, TP, byte_offset, value):
        if self.readonly:
            raise CannotWrite
        if TP is lltype.Float:
            bits = intmask(float2longlong(value))
        elif TP is lltype.SingleFloat:
            bits = intmask(ieee.float_pack(float(value), 4))
        else:
            bits = rffi.cast(lltype.Signed, value)
        for i in range(rffi.sizeof(TP)):
            self.setitem(byte_offset + i, chr((bits >> (8 * i)) & 0xff))


class RawBuffer(Buffer):
    """Base of the buffers whose memory has an address, `get_raw_address()`."""
    _attrs_ = []

    @specialize.ll_and_arg(1)
    def typed_read(self, TP, byte_offset):
        return raw_storage_getitem(TP, self.get_raw_address(), byte_offset)

    @specialize.ll_and_arg(1)
    def typed_write(self, TP, byte_offset, value):
        if self.readonly:
            raise CannotWrite
        raw_storage_setitem(self.get_raw_address(), byte_offset, rffi.cast(TP, value))


class StringBuffer(GCBuffer):
    """The characters of a string."""
    _attrs_ = ['readonly', 'value']

    def __init__(self, value):
        self.value = value
        self.readonly = True

    def getlength(self):
        return len(self.value)

    def as_str(self):
        return self.value

    def getitem(self, index):
        return self.value[index]

    def setitem(self, index, char):
        raise CannotWrite

    def getslice(self, start, step, size):
        if size == 0:
            return ""
        if step == 1:
            assert 0 <= start <= len(self.value)
            return self.value[start:start + size]
        return Buffer.getslice(self, start, step, size)


def get_gc_data_for_list_of_chars(data):
    """What RPython's `GCBuffer` asks its subclasses for; the one here reads characters by `getitem`."""
    return lltype.not_supported("get_gc_data_for_list_of_chars")


def get_gc_data_offset_for_list_of_chars():
    return lltype.not_supported("get_gc_data_offset_for_list_of_chars")


class ByteBuffer(GCBuffer):
    """Characters that can be changed."""
    _attrs_ = ['readonly', 'data']

    def __init__(self, length):
        self.data = ['\x00'] * length
        self.readonly = False

    def getlength(self):
        return len(self.data)

    def getitem(self, index):
        return self.data[index]

    def setitem(self, index, char):
        self.data[index] = char


class RawByteBuffer(RawBuffer):
    """Characters in raw memory, which is freed with the buffer."""
    _attrs_ = ['readonly', 'ptr', 'length']

    def __init__(self, length):
        self.length = length
        self.readonly = False
        self.ptr = lltype.malloc(rffi.CCHARP.TO, length, flavor='raw', zero=True)

    def __del__(self):
        lltype.free(self.ptr, flavor='raw')

    def getlength(self):
        return self.length

    def getitem(self, index):
        return self.ptr[index]

    def setitem(self, index, char):
        self.ptr[index] = char

    def get_raw_address(self):
        return self.ptr


class SubBuffer(Buffer):
    """A part of another buffer; size -1: up to its end."""
    _attrs_ = ['readonly', 'buffer', 'offset', 'size']

    def __init__(self, buffer, offset, size):
        self.readonly = buffer.readonly
        if isinstance(buffer, SubBuffer):
            at_most = buffer.getlength() - offset
            if size < 0 or size > at_most:
                size = max(at_most, 0)
            offset += buffer.offset
            buffer = buffer.buffer
        self.buffer = buffer
        self.offset = offset
        self.size = size

    def getlength(self):
        at_most = self.buffer.getlength() - self.offset
        if 0 <= self.size <= at_most:
            return self.size
        return max(at_most, 0)

    def getitem(self, index):
        return self.buffer.getitem(self.offset + index)

    def setitem(self, index, char):
        self.buffer.setitem(self.offset + index, char)

    def getslice(self, start, step, size):
        if start == self.getlength():
            return ''
        return self.buffer.getslice(self.offset + start, step, size)

    def setslice(self, start, string):
        if len(string) > 0:
            self.buffer.setslice(self.offset + start, string)

    def get_raw_address(self):
        return rffi.ptradd(self.buffer.get_raw_address(), self.offset)

    @specialize.ll_and_arg(1)
    def typed_read(self, TP, byte_offset):
        return self.buffer.typed_read(TP, byte_offset + self.offset)

    @specialize.ll_and_arg(1)
    def typed_write(self, TP, byte_offset, value):
        self.buffer.typed_write(TP, byte_offset + self.offset, value)


class LLBuffer(RawBuffer):
    """Memory outside of the collector's heap."""
    _immutable_ = True

    def __init__(self, raw_cdata, size):
        self.raw_cdata = raw_cdata
        self.size = size
        self.readonly = False

    def getlength(self):
        return self.size

    def getitem(self, index):
        return self.raw_cdata[index]

    def setitem(self, index, char):
        self.raw_cdata[index] = char

    def getslice(self, start, step, size):
        if step == 1:
            return rffi.charpsize2str(rffi.ptradd(self.raw_cdata, start), size)
        return RawBuffer.getslice(self, start, step, size)

    def get_raw_address(self):
        return self.raw_cdata
