"""A file in memory."""

from rpython.rlib.rstring import StringBuilder

AT_END = -1


class RStringIO(object):
    """Text that is read and written like a file; writing at the end is cheap."""

    def __init__(self):
        self.init()

    def init(self):
        """What `__init__` does, for classes that have their own."""
        self._pieces = []
        self._text = ''
        self._pos = 0
        self._closed = False

    def is_closed(self):
        return self._closed

    def _join(self):
        if self._pieces:
            self._text = self._text + ''.join(self._pieces)
            self._pieces = []
        return self._text

    def getvalue(self):
        return self._join()

    def getsize(self):
        return len(self._join())

    def close(self):
        self._closed = True
        self._text = ''
        self._pieces = []
        self._pos = 0

    def tell(self):
        if self._pos == AT_END:
            return self.getsize()
        return self._pos

    def seek(self, position, mode=0):
        if mode == 1:
            position += self.tell()
        elif mode == 2:
            position += self.getsize()
        if position < 0:
            position = 0
        self._pos = position

    def write(self, buffer):
        size = self.getsize() if self._pos != AT_END else 0
        if self._pos == AT_END or self._pos == size:
            self._pieces.append(buffer)
            self._pos = AT_END
            return
        text = self._join()
        pos = self._pos
        assert pos >= 0
        if pos > size:
            text = text + '\x00' * (pos - size)
        end = pos + len(buffer)
        if end < len(text):
            self._text = text[:pos] + buffer + text[end:]
        else:
            self._text = text[:pos] + buffer
        self._pos = end

    def read(self, size=-1):
        text = self._join()
        pos = self.tell()
        if pos >= len(text):
            return ''
        end = len(text)
        if 0 <= size < end - pos:
            end = pos + size
        assert pos >= 0 and end >= 0
        self._pos = end
        return text[pos:end]

    def readline(self, size=-1):
        text = self._join()
        pos = self.tell()
        if pos >= len(text):
            return ''
        assert pos >= 0
        end = text.find('\n', pos) + 1
        if end <= 0:
            end = len(text)
        if 0 <= size < end - pos:
            end = pos + size
        self._pos = end
        return text[pos:end]

    def truncate(self, size):
        assert size >= 0
        self._text = self._join()[:size]
        self._pos = AT_END
