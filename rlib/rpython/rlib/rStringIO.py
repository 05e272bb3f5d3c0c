"""A file in memory."""

from rpython.rlib.rstring import StringBuilder

AT_END = -1


class RStringIO(object):
    """Text that is read and written like a file; writing at the end is cheap."""

    def __init__(self):
        self.init()

    def init(self):
        """What `__init__` does, for classes that have their own."""
        self.__pieces = []
        self.__text = ''
        self.__pos = 0
        self.__closed = False

    def is_closed(self):
        return self.__closed

    def _join(self):
        if self.__pieces:
            self.__text = self.__text + ''.join(self.__pieces)
            self.__pieces = []
        return self.__text

    def getvalue(self):
        return self._join()

    def getsize(self):
        return len(self._join())

    def close(self):
        self.__closed = True
        self.__text = ''
        self.__pieces = []
        self.__pos = 0

    def tell(self):
        if self.__pos == AT_END:
            return self.getsize()
        return self.__pos

    def seek(self, position, mode=0):
        if mode == 1:
            position += self.tell()
        elif mode == 2:
            position += self.getsize()
        if position < 0:
            position = 0
        self.__pos = position

    def write(self, buffer):
        size = self.getsize() if self.__pos != AT_END else 0
        if self.__pos == AT_END or self.__pos == size:
            self.__pieces.append(buffer)
            self.__pos = AT_END
            return
        text = self._join()
        pos = self.__pos
        assert pos >= 0
        if pos > size:
            text = text + '\x00' * (pos - size)
        end = pos + len(buffer)
        if end < len(text):
            self.__text = text[:pos] + buffer + text[end:]
        else:
            self.__text = text[:pos] + buffer
        self.__pos = end

    def read(self, size=-1):
        text = self._join()
        pos = self.tell()
        if pos >= len(text):
            return ''
        end = len(text)
        if 0 <= size < end - pos:
            end = pos + size
        assert pos >= 0 and end >= 0
        self.__pos = end
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
        self.__pos = end
        return text[pos:end]

    def truncate(self, size):
        assert size >= 0
        self.__text = self._join()[:size]
        self.__pos = AT_END
