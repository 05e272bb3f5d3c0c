"""Streams over other streams (see `streamio`): buffers of their own, and ends of lines."""

import os

from rpython.rlib.rstring import StringBuilder
from rpython.rlib.streamio import Stream, StreamError, BUFSIZE, _to_str, _to_os

CR, NL, CRLF = 1, 2, 4      # what `getnewlines` is made of


class DiskFile(Stream):
    """A file without a buffer."""

    def __init__(self, fd, signal_checker=None):
        self.fd = fd

    def read(self, n):
        return _to_str(os.read(self.fd, n))

    def write(self, data):
        while len(data) > 0:
            n = os.write(self.fd, _to_os(data))
            data = data[n:]

    def tell(self):
        return os.lseek(self.fd, 0, 1)

    def seek(self, offset, whence=0):
        os.lseek(self.fd, offset, whence)

    def truncate(self, size):
        os.ftruncate(self.fd, size)

    def close1(self, closefileno):
        if closefileno:
            os.close(self.fd)

    def try_to_find_file_descriptor(self):
        return self.fd


class PassThrough(Stream):
    """Does everything with the stream below."""

    def __init__(self, base):
        self.base = base

    def read(self, n):
        return self.base.read(n)

    def write(self, data):
        self.base.write(data)

    def tell(self):
        return self.base.tell()

    def seek(self, offset, whence=0):
        self.base.seek(offset, whence)

    def readall(self):
        return self.base.readall()

    def readline(self):
        return self.base.readline()

    def truncate(self, size):
        self.base.truncate(size)

    def flush(self):
        self.base.flush()

    def flushable(self):
        return self.base.flushable()

    def close1(self, closefileno):
        self.base.close1(closefileno)

    def peek(self):
        return self.base.peek()

    def count_buffered_bytes(self):
        return self.base.count_buffered_bytes()

    def getnewlines(self):
        return self.base.getnewlines()

    def try_to_find_file_descriptor(self):
        return self.base.try_to_find_file_descriptor()


class BufferingInputStream(PassThrough):
    """Reads ahead."""

    def __init__(self, base, bufsize=-1):
        self.base = base
        self.bufsize = bufsize if bufsize > 0 else BUFSIZE
        self.buf = ''
        self.pos = 0

    def _fill(self):
        self.buf = self.base.read(self.bufsize)
        self.pos = 0
        return len(self.buf) > 0

    def _rest(self):
        pos = self.pos
        assert pos >= 0
        rest = self.buf[pos:]
        self.buf = ''
        self.pos = 0
        return rest

    def read(self, n):
        if n < 0:
            return self.readall()
        builder = StringBuilder(min(n, BUFSIZE))
        while n > 0:
            if self.pos >= len(self.buf) and not self._fill():
                break
            take = min(n, len(self.buf) - self.pos)
            builder.append_slice(self.buf, self.pos, self.pos + take)
            self.pos += take
            n -= take
        return builder.build()

    def readall(self):
        builder = StringBuilder()
        builder.append(self._rest())
        while self._fill():
            builder.append(self._rest())
        return builder.build()

    def write(self, data):
        ahead = len(self._rest())
        if ahead > 0:
            self.base.seek(-ahead, 1)
        self.base.write(data)

    def readline(self):
        builder = StringBuilder()
        while True:
            at = self.buf.find('\n', self.pos)
            if at >= 0:
                builder.append_slice(self.buf, self.pos, at + 1)
                self.pos = at + 1
                return builder.build()
            builder.append(self._rest())
            if not self._fill():
                return builder.build()

    def tell(self):
        return self.base.tell() - (len(self.buf) - self.pos)

    def seek(self, offset, whence=0):
        if whence == 1:
            offset -= len(self.buf) - self.pos
        self.base.seek(offset, whence)
        self.buf = ''
        self.pos = 0

    def peek(self):
        return (self.pos, self.buf)

    def count_buffered_bytes(self):
        return len(self.buf) - self.pos


class BufferingOutputStream(PassThrough):
    """Writes in large pieces."""

    def __init__(self, base, bufsize=-1):
        self.base = base
        self.bufsize = bufsize if bufsize > 0 else BUFSIZE
        self.pending = []
        self.length = 0

    def _write_pending(self):
        if self.length > 0:
            data = ''.join(self.pending)
            self.pending = []
            self.length = 0
            self.base.write(data)

    def write(self, data):
        """What is written below has a multiple of the buffer's size."""
        if len(data) == 0:
            return
        self.pending.append(data)
        self.length += len(data)
        if self.length >= self.bufsize:
            data = ''.join(self.pending)
            end = len(data) - len(data) % self.bufsize
            rest = data[end:]
            self.pending = [rest]
            self.length = len(rest)
            self.base.write(data[:end])

    def read(self, n):
        self._write_pending()
        return self.base.read(n)

    def flush(self):
        self._write_pending()
        self.base.flush()

    def flushable(self):
        return True

    def tell(self):
        return self.base.tell() + self.length

    def seek(self, offset, whence=0):
        self._write_pending()
        self.base.seek(offset, whence)

    def truncate(self, size):
        self._write_pending()
        self.base.truncate(size)

    def close1(self, closefileno):
        self._write_pending()
        self.base.close1(closefileno)


class LineBufferingOutputStream(BufferingOutputStream):
    """Writes whole lines."""

    def write(self, data):
        end = data.rfind('\n') + 1
        assert end >= 0
        if end > 0:
            BufferingOutputStream.write(self, data[:end])
            self._write_pending()
        BufferingOutputStream.write(self, data[end:])


class TextInputFilter(PassThrough):
    """Makes '\\r' and '\\r\\n' to '\\n', and remembers which there were."""

    def __init__(self, base):
        self.base = base
        self.atcr = False       # what was read last ended with '\r'
        self.ahead = ''         # read from below, not looked at yet
        self.newlines = 0

    def getnewlines(self):
        return self.newlines

    def _after_cr(self, data):
        """What is behind the '\\n' that may follow a '\\r'; at the end of the file data is empty."""
        self.atcr = False
        if data != '' and data[0] == '\n':
            self.newlines |= CRLF
            return data[1:]
        self.newlines |= CR
        return data

    def _raw(self, n):
        if self.ahead:
            data = self.ahead
            if len(data) > n:
                assert n >= 0
                self.ahead = data[n:]
                return data[:n]
            self.ahead = ''
            return data
        return self.base.read(n)

    def read(self, n):
        data = self._raw(n)
        if self.atcr:
            data = self._after_cr(data)
            if data == '':
                data = self._raw(n)
        return self._converted(data)

    def _converted(self, data):
        if data.find('\r') < 0:
            if data.find('\n') >= 0:
                self.newlines |= NL
            return data
        builder = StringBuilder(len(data))
        i = 0
        while i < len(data):
            c = data[i]
            i += 1
            if c == '\r':
                c = '\n'
                if i == len(data):
                    self.atcr = True
                elif data[i] == '\n':
                    self.newlines |= CRLF
                    i += 1
                else:
                    self.newlines |= CR
            elif c == '\n':
                self.newlines |= NL
            builder.append(c)
        return builder.build()

    def readall(self):
        builder = StringBuilder()
        while True:
            data = self.read(BUFSIZE)
            if data == '':
                return builder.build()
            builder.append(data)

    def readline(self):
        builder = StringBuilder()
        while True:
            raw = self.ahead
            self.ahead = ''
            if raw == '':
                raw = self.base.readline()
            if self.atcr:
                raw = self._after_cr(raw)
                if raw == '':
                    raw = self.base.readline()
            at = raw.find('\r')
            if at >= 0:
                builder.append_slice(raw, 0, at)
                builder.append('\n')
                if at + 1 == len(raw):
                    self.atcr = True
                else:
                    self.ahead = self._after_cr(raw[at + 1:])
                return builder.build()
            builder.append(raw)
            if raw == '':
                return builder.build()
            if raw[len(raw) - 1] == '\n':
                self.newlines |= NL
                return builder.build()

    def tell(self):
        """The position behind the end of the line, if one has just been read."""
        if self.atcr:
            if self.ahead == '':
                self.ahead = self.base.read(1)
            self.ahead = self._after_cr(self.ahead)
        return self.base.tell() - len(self.ahead)

    def seek(self, offset, whence=0):
        if whence == 1:
            offset += self.tell()
            whence = 0
        self.base.seek(offset, whence)
        self.ahead = ''
        self.atcr = False

    def write(self, data):
        self.seek(0, 1)
        self.base.write(data)

    def peek(self):
        return (0, '')

    def count_buffered_bytes(self):
        return -1


class TextOutputFilter(PassThrough):
    """Writes other ends of lines than '\\n'."""

    def __init__(self, base, linesep=os.linesep):
        if linesep not in ('\n', '\r\n', '\r'):
            raise StreamError("wrong end of lines")
        self.base = base
        self.linesep = linesep

    def write(self, data):
        if self.linesep != '\n':
            data = data.replace('\n', self.linesep)
        self.base.write(data)
