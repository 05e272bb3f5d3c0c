# A program's own streams beside those of files.

import os
from rpython.rlib.streamio import Stream, StreamError, open_file_as_stream
from rpython.rlib.rbigint import rbigint, _divrem


class TextStream(Stream):
    def __init__(self, text):
        self.text = text
        self.pos = 0

    def tell(self):
        return self.pos

    def seek(self, offset, whence):
        if whence == 0:
            self.pos = max(0, offset)
        elif whence == 1:
            self.pos = max(0, self.pos + offset)
        else:
            raise StreamError("whence")

    def write(self, data):
        raise StreamError("not writable")

    def read(self, n):
        end = self.pos + n
        assert end >= 0
        data = self.text[self.pos:end]
        self.pos += len(data)
        return data


def lines(stream):
    n = 0
    while True:
        line = stream.readline()
        if not line:
            return n
        n += 1
        print(line.rstrip("\n"))


def read_all(stream, size):
    pieces = []
    while True:
        data = stream.read(size)
        if not data:
            break
        pieces.append(data)
        size <<= 1
    return "|".join(pieces)


def numbers():
    a = rbigint.fromint(7).lshift(130).int_add(12345)
    b = rbigint.fromint(3).lshift(65)
    q, r = _divrem(a, b)
    print(q.str(), r.str())
    q, r = _divrem(a.neg(), b)
    print(q.str(), r.str())
    try:
        _divrem(a, rbigint.fromint(0))
    except ZeroDivisionError:
        print("zero")
    low = a.digit(0)
    low += 1
    print(low, a.numdigits(), rbigint.fromint(0).numdigits(), rbigint.fromint(5).numdigits())
    # the digits give the number
    back = rbigint.fromint(0)
    for i in range(a.numdigits() - 1, -1, -1):
        back = back.lshift(63).int_add(a.digit(i))
    print(back.eq(a), rbigint.fromint(-9).digit(0))


def entry_point(argv):
    path = "stream_subclass.tmp"
    out = open_file_as_stream(path, "w")
    out.write("first\nsecond\nthird")
    out.close()
    text = TextStream("alpha\nbeta\n\ngamma")
    f = open_file_as_stream(path)
    print(lines(text), text.tell())
    print(lines(f))
    text.seek(-5, 1)
    f.seek(3, 0)
    print(read_all(text, 2))
    print(read_all(f, 2))
    f.close()
    text.seek(0, 0)
    print(text.readall())
    text.close()
    for stream in [text]:
        try:
            stream.write("x")
        except StreamError as e:
            print("StreamError", e.message)
    try:
        text.seek(0, 2)
    except StreamError as e:
        print("StreamError", e.message)
    os.unlink(path)
    numbers()
    return 0


def target(driver, args):
    return entry_point, None
