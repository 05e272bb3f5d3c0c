"""Files at run time: what `open` gives, the standard streams, `input`.

What is written goes out at once: a program may end without closing its files."""

import os

from rpython_builtins.posix import c_errno, llop, lltype, llexternal, checked, fail, raw_copy, path_copy, free
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rstring import StringBuilder
from rpython_builtins.python3 import as_bytes

BUFFER = 8192

c_popen = llexternal("tw_popen", [lltype.Address, lltype.Address, lltype.Address], lltype.Signed)
c_softspace = llexternal("tw_softspace", [lltype.Signed], lltype.Signed)
c_pclose = llexternal("tw_pclose", [lltype.Address], lltype.Signed, blocks=True)


class File(object):
    """A file with a read-ahead buffer."""

    def __init__(self, fd, name, readable, writable):
        self.fd = fd
        self.name = name
        self.readable_ = readable
        self.writable_ = writable
        self.closed = False
        self.softspace = False
        self.buf = ""
        self.pos = 0
        self.handle = 0
        self.mode = "r"

    def _check(self):
        if self.closed:
            raise ValueError("I/O operation on closed file")

    def _check_read(self):
        self._check()
        if not self.readable_:
            raise IOError(9, "not readable")

    def _fill(self):
        self.buf = os.read(self.fd, BUFFER)
        self.pos = 0
        return len(self.buf) > 0

    def _rest(self):
        at = self.pos
        assert at >= 0
        rest = self.buf[at:]
        self.buf = ""
        self.pos = 0
        return rest

    def read(self, n=-1):
        self._check_read()
        builder = StringBuilder()
        if n < 0:
            builder.append(self._rest())
            while self._fill():
                builder.append(self._rest())
            return builder.build()
        while n > 0:
            if self.pos >= len(self.buf) and not self._fill():
                break
            at = self.pos
            end = min(at + n, len(self.buf))
            assert at >= 0 and end >= 0
            builder.append_slice(self.buf, at, end)
            n -= end - at
            self.pos = end
        return builder.build()

    def readline(self, size=-1):
        self._check_read()
        builder = StringBuilder()
        while size != 0:
            if self.pos >= len(self.buf) and not self._fill():
                break
            at = self.pos
            assert at >= 0
            end = self.buf.find("\n", at) + 1
            found = end > 0
            if not found:
                end = len(self.buf)
            if 0 < size < end - at:
                end = at + size
                found = True
            builder.append_slice(self.buf, at, end)
            self.pos = end
            if found:
                break
            if size > 0:
                size -= end - at
        return builder.build()

    def readlines(self):
        lines = []
        while True:
            line = self.readline()
            if line == "":
                return lines
            lines.append(line)

    def next(self):
        line = self.readline()
        if line == "":
            raise StopIteration
        return line

    __next__ = next

    def write(self, text):
        self._check()
        if not self.writable_:
            raise IOError(9, "not writable")
        self._drop_read_ahead()
        self.set_softspace(False)
        n = len(text)
        at = 0
        while at < n:
            at += os.write(self.fd, text if at == 0 else text[at:])
        return n

    def set_softspace(self, blank):
        """For Python 2's print statement: whether a blank comes before the next item. Gives what was."""
        if self.fd == 1:
            return c_softspace(1 if blank else 0) != 0
        was = self.softspace
        self.softspace = blank
        return was

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self):
        self._check()
        if self.fd == 1:
            print("", end="", flush=True)

    def _drop_read_ahead(self):
        ahead = len(self.buf) - self.pos
        if ahead > 0:
            os.lseek(self.fd, -ahead, 1)
        self.buf = ""
        self.pos = 0

    def seek(self, offset, whence=0):
        self._check()
        if whence == 1:
            offset -= len(self.buf) - self.pos
        self.buf = ""
        self.pos = 0
        return os.lseek(self.fd, offset, whence)

    def tell(self):
        self._check()
        return os.lseek(self.fd, 0, 1) - (len(self.buf) - self.pos)

    def truncate(self, size=-1):
        self._check()
        if size < 0:
            size = self.tell()
        os.ftruncate(self.fd, size)
        return size

    def fileno(self):
        self._check()
        return self.fd

    def isatty(self):
        self._check()
        return os.isatty(self.fd)

    def readable(self):
        return self.readable_

    def writable(self):
        return self.writable_

    def close(self):
        if not self.closed:
            self.closed = True
            if self.handle != 0:
                return c_pclose(llop.cast_int_to_adr(lltype.Address, self.handle))
            os.close(self.fd)
        return 0

    def __exit__(self, exc_type, exc_value, traceback):
        self.close()


class TextFile(File):
    buffer = None

    # Of each class an own one: what it returns is of that class.
    def __enter__(self):
        self._check()
        return self

    def __iter__(self):
        return self

    def xreadlines(self):
        return self


class BinaryFile(File):
    """What `open(…, "rb")` gives in files of Python 3. No base of other files, so that only what it reads is `bytes`."""

    def __enter__(self):
        self._check()
        return self

    def __iter__(self):
        return self

    def xreadlines(self):
        return self

    def read(self, n=-1):
        return as_bytes(File.read(self, n))

    def readline(self, size=-1):
        return as_bytes(File.readline(self, size))

    def readlines(self):
        return [as_bytes(line) for line in File.readlines(self)]

    def next(self):
        return as_bytes(File.next(self))

    __next__ = next


stdin = TextFile(0, "<stdin>", True, False)
stdout = TextFile(1, "<stdout>", False, True)
stderr = TextFile(2, "<stderr>", False, True)
stdin_buffer = BinaryFile(0, "<stdin>", True, False)
stdout_buffer = BinaryFile(1, "<stdout>", False, True)
stderr_buffer = BinaryFile(2, "<stderr>", False, True)
stdin.buffer = stdin_buffer
stdout.buffer = stdout_buffer
stderr.buffer = stderr_buffer


def _flags(mode):
    """Whether to read and write, and the flags for `os.open`."""
    kind = mode[0] if len(mode) > 0 else " "
    plus = False
    for i in range(1, len(mode)):
        c = mode[i]
        if c == "+":
            plus = True
        elif c != "b" and c != "t" and c != "U":
            raise ValueError("invalid mode: '" + mode + "'")
    if kind == "r" or kind == "U":
        return True, plus, os.O_RDWR if plus else os.O_RDONLY
    flags = os.O_RDWR if plus else os.O_WRONLY
    if kind == "w":
        return plus, True, flags | os.O_CREAT | os.O_TRUNC
    if kind == "a":
        return plus, True, flags | os.O_CREAT | os.O_APPEND
    if kind == "x":
        return plus, True, flags | os.O_CREAT | os.O_EXCL
    raise ValueError("invalid mode: '" + mode + "'")


@specialize.argtype(0)
def _opened(f, mode):
    if not f.writable_ and os.fstat(f.fd).st_mode & 0o170000 == 0o040000:
        os.close(f.fd)
        raise IsADirectoryError(21, "Is a directory", f.name)
    f.mode = mode
    if mode[0] == "a":
        os.lseek(f.fd, 0, 2)
    return f


def open_(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
    readable, writable, flags = _flags(mode)
    return _opened(TextFile(os.open(file, flags, 0o666), file, readable, writable), mode)


def open_binary(file, mode="r", buffering=-1):
    readable, writable, flags = _flags(mode)
    return _opened(BinaryFile(os.open(file, flags, 0o666), file, readable, writable), mode)


def fdopen(fd, mode="r", buffering=-1):
    readable, writable, _ = _flags(mode)
    f = TextFile(fd, "<fdopen>", readable, writable)
    f.mode = mode
    return f


def popen(command, mode="r"):
    a = path_copy(command)
    b = raw_copy(mode)
    cell = llop.raw_malloc(lltype.Address, 8)
    fd = c_popen(a, b, cell)
    handle = llop.raw_load(lltype.Signed, cell, 0)
    free(a)
    free(b)
    free(cell)
    checked(fd)
    f = TextFile(fd, "<popen>", mode == "r", mode == "w")
    f.handle = handle
    return f


def input_(prompt=""):
    if prompt != "":
        stdout.write(prompt)
    line = stdin.readline()
    if line == "":
        raise EOFError("EOF when reading a line")
    n = len(line) - 1
    if line[n] == "\n":
        assert n >= 0
        return line[:n]
    return line
