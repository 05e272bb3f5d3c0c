"""A buffer that becomes a string."""
from rpython.rlib.buffer import ByteBuffer


class MutableStringBuffer(ByteBuffer):
    """Characters that can be changed, until `finish` makes a string of them."""
    _attrs_ = ['readonly', 'data']

    def finish(self):
        return ''.join(self.data)
