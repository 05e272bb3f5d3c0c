"""io: files with a buffer for reading; what is written goes out at once, except to standard output."""
import os

from rpython.rlib import jit
from rpython.rlib.rstring import StringBuilder

from lua import arith
from lua.arith import W_Userdata, as_text, is_number
from lua.lib import Library, any_arg, arg, given, int_arg, opt_int, opt_str, pair, str_arg, type_error
from lua.lib_os import ended, lua_tmpname
from lua.numbers import float_digits, is_digit, is_space, parse_number
from lua.objects import (ArgumentError, LuaError, W_Float, W_Function, W_Integer, W_Multi, W_String, error, multi, w_empty, w_nil,
                         w_none, w_true, wrap_str)
from lua.output import stdout, write_all
from lua.table import W_Table

library = Library()
methods = Library()


class W_File(W_Userdata):
    def __init__(self, fd, metatable):
        self.metatable = metatable
        self.fd = fd
        self.buffer = ""
        self.pos = 0
        self.closed = False

    def write(self, s):
        if self.fd == 1:
            stdout.write(s)
        else:
            if self.pos < len(self.buffer):
                os.lseek(self.fd, self.pos - len(self.buffer), 1)
            self.drop_buffer()
            write_all(self.fd, s)

    def drop_buffer(self):
        self.buffer = ""
        self.pos = 0

    def fill(self):
        """More into the buffer; False at the end of the file."""
        if self.fd == 0:
            stdout.flush()
        part = os.read(self.fd, 65536)
        if part == "":
            return False
        self.buffer = self.buffer[self.pos:] + part
        self.pos = 0
        return True

    def peek(self):
        """The next character, or an empty string."""
        if self.pos >= len(self.buffer) and not self.fill():
            return ""
        return self.buffer[self.pos:self.pos + 1]

    def line(self, keep_end):
        """A line, or None at the end."""
        searched = self.pos
        while True:
            n = self.buffer.find("\n", searched)
            if n >= 0:
                start = self.pos
                self.pos = n + 1
                return self.buffer[start:n + 1 if keep_end else n]
            rest = len(self.buffer) - self.pos
            if not self.fill():
                if rest == 0:
                    return None
                s = self.buffer[self.pos:]
                self.drop_buffer()
                return s
            searched = rest

    def everything(self):
        while self.fill():
            pass
        s = self.buffer[self.pos:]
        self.drop_buffer()
        return s

    def some(self, n):
        """Up to n bytes, or None at the end."""
        while len(self.buffer) - self.pos < n:
            if not self.fill():
                break
        if n == 0:
            return "" if self.peek() != "" else None
        start = self.pos
        end = start + min(len(self.buffer) - start, n)
        if start == end:
            return None
        self.pos = end
        return self.buffer[start:end]

    def number(self):
        while True:
            c = self.peek()
            if c == "" or not is_space(c[0]):
                break
            self.pos += 1
        b = StringBuilder()
        for i in range(200):
            c = self.peek()
            if c == "" or not (is_digit(c[0]) or c in "+-.xXabcdefABCDEFpP"):
                break
            b.append(c)
            self.pos += 1
        w_num = parse_number(b.build())
        if w_num is None:
            return w_nil
        return w_num

    def close(self):
        """Closes it; what `close` gives to the program."""
        self.closed = True
        if self.fd == 1:
            stdout.flush()
        os.close(self.fd)
        return w_true


class W_Pipe(W_File):
    """The output or the input of a command."""

    def __init__(self, pipe, metatable):
        W_File.__init__(self, pipe.fileno(), metatable)
        self.pipe = pipe

    def close(self):
        self.closed = True
        return ended(self.pipe.close() or 0)    # (CPython has None for success)


class State(object):
    def __init__(self):
        self.metatable = None
        self.w_input = W_File(0, None)
        self.w_output = W_File(1, None)


state = State()


def failed(name, e):
    text = os.strerror(e.errno)
    if name != "":
        text = "%s: %s" % (name, text)
    return W_Multi([w_nil, W_String(text), W_Integer(e.errno)])


def file_arg(args, i):
    if i < len(args):
        w_file = args[i]
        if isinstance(w_file, W_File):
            if w_file.closed:
                raise error("attempt to use a closed file")
            return w_file
    raise type_error(args, i, "FILE*")


def read_one(w_file, w_format, i):
    if is_number(w_format):
        n = int_arg([w_format], 0)
        if n < 0:
            raise LuaError(W_String("not enough memory"))   # (an enormous size for the reference)
        s = w_file.some(n)
    else:
        if not isinstance(w_format, W_String):
            raise ArgumentError(i, "invalid format")
        fmt = w_format.strval
        if fmt.startswith("*"):
            fmt = fmt[1:]
        if fmt.startswith("l"):
            s = w_file.line(False)
        elif fmt.startswith("L"):
            s = w_file.line(True)
        elif fmt.startswith("a"):
            s = w_file.everything()
        elif fmt.startswith("n"):
            return w_file.number()
        else:
            raise ArgumentError(i, "invalid format")
    if s is None:
        return w_nil
    return wrap_str(s)


def read_formats(w_file, args, first):
    if len(args) <= first:
        return read_one(w_file, W_String("l"), first)
    vals = []
    for i in range(first, len(args)):
        w_value = read_one(w_file, args[i], i)
        vals.append(w_value)
        if w_value is w_nil:
            break
    return multi(vals[:])


def write_values(w_file, args, first):
    for i in range(first, len(args)):
        w_value = args[i]
        if isinstance(w_value, W_Float):
            s = float_digits(w_value.floatval)  # (here without ".0")
        else:
            s = as_text(w_value)
            if s is None:
                raise type_error(args, i, "string")
        try:
            w_file.write(s)
        except OSError as e:
            return failed("", e)
    return w_file


def open_file(name, mode):
    flags = os.O_RDONLY
    plus = "+" in mode
    if mode.startswith("w"):
        flags = (os.O_RDWR if plus else os.O_WRONLY) | os.O_CREAT | os.O_TRUNC
    elif mode.startswith("a"):
        flags = (os.O_RDWR if plus else os.O_WRONLY) | os.O_CREAT | os.O_APPEND
    elif plus:
        flags = os.O_RDWR
    return W_File(os.open(name, flags, 0o666), state.metatable)


@library.function("open")
@jit.dont_look_inside
def lua_open(args):
    name = str_arg(args, 0)
    mode = opt_str(args, 1, "r")
    if mode == "" or mode[0] not in "rwa":
        raise ArgumentError(1, "invalid mode")
    try:
        return open_file(name, mode)
    except OSError as e:
        return failed(name, e)


@library.function("write")
@jit.dont_look_inside
def lua_write(args):
    return write_values(state.w_output, args, 0)


@library.function("read")
@jit.dont_look_inside
def lua_read(args):
    return read_formats(state.w_input, args, 0)


class W_Lines(W_Function):
    """The iterator of lines."""
    _attrs_ = ('w_file', 'formats', 'closing')

    def __init__(self, w_file, formats, closing):
        self.w_file = w_file
        self.formats = formats
        self.closing = closing

    @jit.dont_look_inside
    def call(self, args):
        if self.w_file.closed:
            raise error("file is already closed")
        w_res = read_formats(self.w_file, self.formats, 0)
        w_first = w_res
        if isinstance(w_res, W_Multi):
            w_first = w_res.first()
        if w_first is w_nil and self.closing:
            self.w_file.close()
        return w_res


@library.function("lines")
@jit.dont_look_inside
def lua_lines(args):
    if not given(args, 0):
        return W_Lines(state.w_input, args[1:], False)
    name = str_arg(args, 0)
    try:
        w_file = open_file(name, "r")
    except OSError as e:
        raise error("%s: %s" % (name, os.strerror(e.errno)))
    return W_Multi([W_Lines(w_file, args[1:], True), w_nil, w_nil, w_file])


@library.function("close")
@jit.dont_look_inside
def lua_close(args):
    if len(args) == 0:
        return state.w_output.close()
    return file_arg(args, 0).close()


@library.function("flush")
@jit.dont_look_inside
def lua_flush(args):
    return flush_file(state.w_output)


@library.function("popen")
@jit.dont_look_inside
def lua_popen(args):
    command = str_arg(args, 0)
    mode = opt_str(args, 1, "r")
    if mode != "r" and mode != "w":
        raise ArgumentError(1, "invalid mode")
    stdout.flush()
    try:
        return W_Pipe(os.popen(command, mode), state.metatable)
    except OSError as e:
        return failed(command, e)


@library.function("tmpfile")
@jit.dont_look_inside
def lua_tmpfile(args):
    w_name = lua_tmpname([])
    name = str_arg([w_name], 0)
    try:
        w_file = open_file(name, "w+")
        os.unlink(name)
    except OSError as e:
        return failed(name, e)
    return w_file


@library.function("type")
def lua_io_type(args):
    w_value = any_arg(args, 0)
    if isinstance(w_value, W_File):
        return W_String("closed file" if w_value.closed else "file")
    return w_nil


@library.function("input")
@jit.dont_look_inside
def lua_input(args):
    if given(args, 0):
        w_value = args[0]
        if isinstance(w_value, W_File):
            state.w_input = w_value
        else:
            name = str_arg(args, 0)
            try:
                state.w_input = open_file(name, "r")
            except OSError as e:
                raise error("%s: %s" % (name, os.strerror(e.errno)))
    return state.w_input


@library.function("output")
@jit.dont_look_inside
def lua_output(args):
    if given(args, 0):
        w_value = args[0]
        if isinstance(w_value, W_File):
            state.w_output = w_value
        else:
            name = str_arg(args, 0)
            try:
                state.w_output = open_file(name, "w")
            except OSError as e:
                raise error("%s: %s" % (name, os.strerror(e.errno)))
    return state.w_output


@methods.function("read")
@jit.dont_look_inside
def file_read(args):
    return read_formats(file_arg(args, 0), args, 1)


@methods.function("write")
@jit.dont_look_inside
def file_write(args):
    return write_values(file_arg(args, 0), args, 1)


@methods.function("lines")
@jit.dont_look_inside
def file_lines(args):
    return W_Lines(file_arg(args, 0), args[1:], False)


@methods.function("close")
@jit.dont_look_inside
def file_close(args):
    return file_arg(args, 0).close()


def flush_file(w_file):
    """Only standard output keeps what is written."""
    if w_file.fd == 1:
        stdout.flush()
    return w_true


@methods.function("flush")
@jit.dont_look_inside
def file_flush(args):
    return flush_file(file_arg(args, 0))


@methods.function("setvbuf")
def file_setvbuf(args):
    return w_true


@methods.function("seek")
@jit.dont_look_inside
def file_seek(args):
    w_file = file_arg(args, 0)
    whence = opt_str(args, 1, "cur")
    offset = opt_int(args, 2, 0)
    how = 0
    if whence == "cur":
        how = 1
        offset -= len(w_file.buffer) - w_file.pos
    elif whence == "end":
        how = 2
    elif whence != "set":
        raise ArgumentError(1, "invalid option '%s'" % whence)
    try:
        place = os.lseek(w_file.fd, offset, how)
    except OSError as e:
        return failed("", e)
    w_file.drop_buffer()
    return W_Integer(place)


@methods.function("__close")
@jit.dont_look_inside
def file_close_variable(args):
    w_file = args[0]
    if isinstance(w_file, W_File) and not w_file.closed:
        w_file.close()
    return w_none


@methods.function("__tostring")
@jit.dont_look_inside
def file_tostring(args):
    w_file = args[0]
    if isinstance(w_file, W_File) and w_file.closed:
        return W_String("file (closed)")
    return W_String("file (%s)" % w_file.address())


def open_library(w_table):
    library.open_into(w_table)
    metatable = W_Table()
    methods.open_into(metatable)
    metatable.set_name("__index", metatable)
    metatable.set_name("__name", W_String("FILE*"))
    state.metatable = metatable
    w_input = W_File(0, metatable)
    w_output = W_File(1, metatable)
    state.w_input = w_input
    state.w_output = w_output
    w_table.set_name("stdin", w_input)
    w_table.set_name("stdout", w_output)
    w_table.set_name("stderr", W_File(2, metatable))
