# origin: after published programs
"""append_slice with bounds that the annotator does not know to be >= 0, and streams read by pieces."""
import os
from rpython.rlib.rstring import StringBuilder, UnicodeBuilder
from rpython.rlib.streamio import open_file_as_stream


def cut(s, at, n):
    b = StringBuilder(10)
    b.append_slice(s, at - n, at)
    b.append_slice(s, at, at + n)
    b.append_slice(s, at, at)
    return b.build()


def pieces(name, n):
    f = open_file_as_stream(name)
    out = []
    while True:
        p = f.read(n)
        if len(p) == 0:
            break
        out.append(p)
    f.close()
    return "|".join(out)


def entry_point(argv):
    text = "the quick brown fox"
    for at in range(4, 9, 2):
        print(cut(text, at, at - 3))
    u = UnicodeBuilder()
    i = len(argv) - 1
    while i > -3:
        u.append_slice(u"abcdef", i + 3, i + 5)
        i -= 1
    print(u.build() == u"decdbc")
    name = "builder_slices.tmp"
    fd = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.write(fd, text)
    os.close(fd)
    print(pieces(name, 1))
    print(pieces(name, 7))
    print(pieces(name, 100))
    os.unlink(name)
    return 0


def target(driver, args):
    return entry_point, None
