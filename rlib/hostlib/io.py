"""io: files in memory. Text and bytes are the same type, and so are the two kinds of such files."""

SEEK_SET = 0
SEEK_CUR = 1
SEEK_END = 2
DEFAULT_BUFFER_SIZE = 8192


class UnsupportedOperation(OSError, ValueError):
    pass


class IOBase(object):
    closed = False

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self.close()

    def close(self):
        self.closed = True

    def flush(self):
        pass

    def isatty(self):
        return False

    def readable(self):
        return False

    def writable(self):
        return False

    def seekable(self):
        return False

    def fileno(self):
        raise UnsupportedOperation('fileno')


class RawIOBase(IOBase):
    pass


class BufferedIOBase(IOBase):
    pass


class TextIOBase(IOBase):
    pass


class StringIO(TextIOBase):
    def __init__(self, initial_value='', newline='\n'):
        self._text = initial_value or ''
        self._pos = 0
        self._pieces = []       # written at the end, not yet joined

    def _flat(self):
        if self.closed:
            raise ValueError('I/O operation on closed file')
        if self._pieces:
            self._text += ''.join(self._pieces)
            del self._pieces[:]
        return self._text

    def getvalue(self):
        return self._flat()

    getbuffer = getvalue

    def write(self, s):
        if self.closed:
            raise ValueError('I/O operation on closed file')
        if not isinstance(s, (str, unicode, bytearray)):
            raise TypeError('string argument expected, got %r' % type(s).__name__)
        s = str(s) if not isinstance(s, unicode) else s.encode('utf-8')
        if self._pos == -1 or self._pos == len(self._text) and not self._pieces:
            # At the end, where most writing happens.
            self._pieces.append(s)
            self._pos = -1
            return len(s)
        text = self._flat()
        pos = self.tell()
        text += '\x00' * (pos - len(text))
        self._text = text[:pos] + s + text[pos + len(s):]
        self._pos = pos + len(s)
        return len(s)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def tell(self):
        if self._pos == -1:
            self._pos = len(self._flat())
        return self._pos

    def seek(self, offset, whence=0):
        if whence == 1:
            offset += self.tell()
        elif whence == 2:
            offset += len(self._flat())
        self._flat()
        self._pos = max(offset, 0)
        return self._pos

    def read(self, size=-1):
        text = self._flat()
        start = self.tell()
        stop = len(text) if size is None or size < 0 else min(start + size, len(text))
        self._pos = max(start, stop)
        return text[start:stop]

    read1 = read

    def readline(self, size=-1):
        text = self._flat()
        start = self.tell()
        end = text.find('\n', start)
        stop = len(text) if end < 0 else end + 1
        if size is not None and size >= 0:
            stop = min(stop, start + size)
        self._pos = max(start, stop)
        return text[start:stop]

    def readlines(self, hint=None):
        return list(self)

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    next = __next__

    def truncate(self, size=None):
        size = self.tell() if size is None else size
        self._text = self._flat()[:size]
        return size

    def readable(self):
        return True

    def writable(self):
        return True

    def seekable(self):
        return True


class BytesIO(StringIO):
    pass


class TextIOWrapper(object):
    """Text files are byte files already: gives back what it is given."""

    def __new__(cls, buffer, *args, **kwargs):
        return buffer


open = open
BufferedReader = BufferedWriter = TextIOWrapper
