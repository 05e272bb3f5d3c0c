"""Memory that can be read and written by bytes."""
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rstring import StringBuilder
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

    def setitem(self, index, char):
        raise NotImplementedError

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

    def get_raw_address(self):
        raise ValueError("no raw buffer")


class StringBuffer(Buffer):
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


class ByteBuffer(Buffer):
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


class RawByteBuffer(Buffer):
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
