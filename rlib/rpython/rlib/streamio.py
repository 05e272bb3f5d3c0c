"""Buffered streams over file descriptors."""

import os

from rpython.rlib import rposix
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import r_longlong
from rpython.rlib.rstring import StringBuilder

BUFSIZE = 8192
O_BINARY = getattr(os, 'O_BINARY', 0)

if isinstance(b'', str):
    def _to_str(data):
        return data

    def _to_os(data):
        return data
else:
    def _to_str(data):
        return data if isinstance(data, str) else data.decode('latin-1')  # rlib/run.py decodes already

    def _to_os(data):
        return data.encode('latin-1')


# The types of the arguments of streams' methods, for programs that make wrappers of them.
STREAM_METHODS = {
    'read': [int], 'write': [str], 'tell': [], 'seek': [r_longlong, int], 'readall': [], 'readline': [], 'truncate': [r_longlong],
    'flush': [], 'flushable': [], 'close1': [int], 'peek': [], 'count_buffered_bytes': [],
    'try_to_find_file_descriptor': [],
}


class StreamError(Exception):
    def __init__(self, message):
        self.message = message


class MyNotImplementedError(NotImplementedError):
    """The stream cannot do that."""


StreamErrors = (OSError, StreamError)


class Stream(object):
    """What a stream can do; a subclass gives the methods at least of one direction."""

    def read(self, n):
        raise MyNotImplementedError

    def write(self, data):
        raise MyNotImplementedError

    def tell(self):
        raise MyNotImplementedError

    def seek(self, offset, whence):
        raise MyNotImplementedError

    def truncate(self, size):
        raise MyNotImplementedError

    def readall(self):
        """All the rest."""
        pieces = []
        while True:
            data = self.read(BUFSIZE)
            if not data:
                return ''.join(pieces)
            pieces.append(data)

    def readline(self):
        """A line with its end; empty at the end of the file."""
        pieces = []
        while True:
            c = self.read(1)
            if c:
                pieces.append(c)
            if not c or c == '\n':
                return ''.join(pieces)

    def flush(self):
        pass

    def flushable(self):
        return False

    def close(self):
        self.close1(True)

    def close1(self, closefileno):
        pass

    def peek(self):
        """What has been read ahead."""
        return (0, '')

    def count_buffered_bytes(self):
        return -1

    def flush_buffers(self):
        """Called before a read that may wait."""

    def getnewlines(self):
        """Which ends of lines were met, where these are translated."""
        return 0

    def try_to_find_file_descriptor(self):
        return -1


class BufferedFile(Stream):
    """A file with a read-ahead and a write-behind buffer."""

    def __init__(self, fd, reading, writing, appending=False):
        self.fd = fd
        self.reading = reading
        self.writing = writing
        self.appending = appending
        self.buf = ''
        self.pos = 0
        self.pending = []
        self.closed = False

    def _fill(self):
        data = _to_str(os.read(self.fd, BUFSIZE))
        self.buf = data
        self.pos = 0
        return len(data) > 0

    def read(self, n=-1):
        """At most `n` characters, less only at the end; all the rest if `n` is negative."""
        if n < 0:
            return self.readall()
        builder = StringBuilder(min(n, BUFSIZE))
        left = n
        while left > 0:
            available = len(self.buf) - self.pos
            if available == 0:
                if not self._fill():
                    break
                continue
            take = min(left, available)
            assert take > 0
            end = self.pos + take
            assert end >= 0
            builder.append_slice(self.buf, self.pos, end)
            self.pos = end
            left -= take
        return builder.build()

    def readall(self):
        """All the rest."""
        builder = StringBuilder()
        while True:
            builder.append_slice(self.buf, self.pos, len(self.buf))
            if not self._fill():
                self.buf = ''
                self.pos = 0
                return builder.build()

    def readline(self):
        """A line with its end; empty at the end of the file."""
        builder = StringBuilder()
        while True:
            at = self.buf.find('\n', self.pos)
            if at >= 0:
                end = at + 1
                builder.append_slice(self.buf, self.pos, end)
                self.pos = end
                return builder.build()
            builder.append_slice(self.buf, self.pos, len(self.buf))
            if not self._fill():
                self.buf = ''
                self.pos = 0
                return builder.build()

    def write(self, data):
        """Writes, after what was written before."""
        self.pending.append(data)
        if len(self.pending) > 64 or len(data) >= BUFSIZE:
            self.flush()

    def flush(self):
        data = ''.join(self.pending)
        self.pending = []
        while len(data) > 0:
            n = os.write(self.fd, _to_os(data))
            data = data[n:]

    def seek(self, offset, whence=0):
        self.flush()
        if whence == 1:
            offset -= len(self.buf) - self.pos
        os.lseek(self.fd, offset, whence)
        self.buf = ''
        self.pos = 0

    def tell(self):
        self.flush()
        return os.lseek(self.fd, 0, 1) - (len(self.buf) - self.pos)

    def try_to_find_file_descriptor(self):
        return self.fd

    def truncate(self, size):
        """Cuts off or extends the file; the position stays."""
        self.flush()
        os.ftruncate(self.fd, size)

    def flushable(self):
        return self.writing

    def peek(self):
        return (self.pos, self.buf)

    def count_buffered_bytes(self):
        return len(self.buf) - self.pos

    def close1(self, closefileno):
        if self.closed:
            return
        self.flush()
        self.closed = True
        if closefileno:
            os.close(self.fd)


def decode_mode(mode):
    """Reading, writing, flags for `os.open` of a mode such as 'rb'."""
    if mode == '' or mode[0] not in 'rwaU':
        raise ValueError('invalid mode: ' + mode)
    plus = '+' in mode
    if mode[0] == 'r' or mode[0] == 'U':
        return True, plus, os.O_RDWR if plus else os.O_RDONLY
    flags = os.O_CREAT | (os.O_RDWR if plus else os.O_WRONLY)
    if mode[0] == 'w':
        return plus, True, flags | os.O_TRUNC
    return plus, True, flags | os.O_APPEND


def _file_stream(fd, mode, reading, writing, buffering):
    """A stream over a descriptor: `buffering` is 0 (each read and write goes to the file), 1 (lines), a size, or negative."""
    if buffering == 0:
        stream = DiskFile(fd)
    elif buffering == 1 and not reading:
        stream = LineBufferingOutputStream(DiskFile(fd))
    else:
        stream = BufferedFile(fd, reading, writing, mode[0] == 'a')
    if 'U' in mode:
        return TextInputFilter(stream)
    return stream


@specialize.argtype(0)
def open_file_as_stream(path, mode='r', buffering=-1, signal_checker=None):
    """Opens a file."""
    reading, writing, flags = decode_mode(mode)
    fd = rposix.open(path, flags, 0o666)
    return _file_stream(fd, mode, reading, writing, buffering)


def fdopen_as_stream(fd, mode='r', buffering=-1, signal_checker=None):
    """A stream over an open file descriptor."""
    reading, writing, flags = decode_mode(mode)
    return _file_stream(fd, mode, reading, writing, buffering)


def construct_stream_tower(stream, buffering, universal, reading, writing, binary):
    """Buffers and filters over a stream: `buffering` is 0, 1 (by lines), a size, or negative."""
    if buffering != 0:
        size = buffering if buffering > 1 else -1
        if reading:
            stream = BufferingInputStream(stream, size)
        elif buffering == 1:
            stream = LineBufferingOutputStream(stream)
        elif writing:
            stream = BufferingOutputStream(stream, size)
    if universal and reading and not writing:
        stream = TextInputFilter(stream)
    return stream


from rpython.rlib._streamfilters import *    # which are Streams


class CallbackReadFilter(PassThrough):
    """Calls a function before each read that may wait."""

    def __init__(self, base, callback):
        self.base = base
        self.callback = callback

    def flush_buffers(self):
        self.callback()

    def read(self, n):
        self.flush_buffers()
        return self.base.read(n)

    def readall(self):
        self.flush_buffers()
        return self.base.readall()

    def readline(self):
        self.flush_buffers()
        return self.base.readline()


@specialize.argtype(0)
def open_path_helper(path, os_flags, append, signal_checker=None):
    """A file without a buffer."""
    fd = rposix.open(path, os_flags, 0o666)
    if append:
        try:
            os.lseek(fd, 0, 2)
        except OSError:
            pass                # a pipe has no end
    return DiskFile(fd, signal_checker)
