"""A buffer that becomes a string."""

from rpython.rlib.buffer import ByteBuffer


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
