# origin: after published programs
"""rstring.split, a streamio reader of a file that the program writes, hand parsers for INI-like text, TimSort with own order."""
import os
from rpython.rlib import streamio
from rpython.rlib.rstring import split, rsplit, StringBuilder, replace, startswith, endswith
from rpython.rlib.listsort import make_timsort_class, TimSort


class Entry(object):
    def __init__(self, section, key, value, line):
        self.section = section
        self.key = key
        self.value = value
        self.line = line


def entry_lt(a, b):
    if a.section == b.section:
        return a.key < b.key
    return a.section < b.section


EntrySort = make_timsort_class(lt=entry_lt)
ReverseSort = make_timsort_class(lt=lambda a, b: a > b)


class BadLine(Exception):
    def __init__(self, line, why):
        self.line = line
        self.why = why


def parse_line(text, n, section, entries):
    text = text.strip(" \t\r")
    if not text or text[0] == ';':
        return section
    if startswith(text, "["):
        if not endswith(text, "]"):
            raise BadLine(n, "unclosed section")
        return text[1:-1]
    pair = split(text, "=", 1)
    if len(pair) != 2:
        raise BadLine(n, "no '='")
    value = pair[1].strip(" ")
    if len(value) >= 2 and value[0] == '"' and value[-1] == '"':
        value = unescape(value[1:-1])
    entries.append(Entry(section, pair[0].strip(" "), value, n))
    return section


def unescape(s):
    b = StringBuilder(len(s))
    i = 0
    while i < len(s):
        c = s[i]
        if c == '\\' and i + 1 < len(s):
            i += 1
            c = s[i]
            if c == 'n':
                c = '\n'
            elif c == 'x' and i + 2 < len(s):
                c = chr(int(s[i + 1:i + 3], 16))
                i += 2
        b.append(c)
        i += 1
    return b.build()


def read(path):
    entries = []
    section = ""
    f = streamio.open_file_as_stream(path, "r", 64)
    n = 0
    while True:
        line = f.readline()
        if not line:
            break
        n += 1
        try:
            section = parse_line(line.rstrip("\n"), n, section, entries)
        except BadLine as e:
            print("line %d: %s" % (e.line, e.why))
        except ValueError:
            print("line %d: bad escape" % n)
    f.close()
    return entries


TEXT = """; comment
top = 1
[zoo]
cat = meow  
ant = "a\\x41\\n"
bad line
[unclosed
[alpha]
q = "x = y"
broken = "\\xzz"
p=
a = b = c
"""


def entry_point(argv):
    path = "/tmp/tw_rstring_parsing.%d" % os.getpid()
    f = streamio.open_file_as_stream(path, "w")
    f.write(TEXT)
    f.write("last = line")
    f.close()
    entries = read(path)
    EntrySort(entries).sort()
    for e in entries:
        print("%s.%s = %s (%d)" % (e.section, e.key, replace(e.value, "\n", "\\n"), e.line))
    fd = os.open(path, os.O_RDONLY, 0o666)
    total = 0
    chunks = 0
    while True:
        data = os.read(fd, 16)
        if data == "" or len(data) == 0:
            break
        total += len(data)
        chunks += 1
    os.close(fd)
    print(total, chunks)
    os.unlink(path)
    print("|".join(split("a b  c", " ")), "|".join(rsplit("a.b.c", ".", 1)), "|".join(split(" x\ty ")), len(split("", ",")))
    words = split("pear,fig,apple,kiwi,date", ",")
    ReverseSort(words).sort()
    print(" ".join(words))
    numbers = [(i * 7919) % 101 for i in range(60)]
    TimSort(numbers).sort()
    ok = True
    for i in range(len(numbers) - 1):
        ok = ok and numbers[i] <= numbers[i + 1]
    print(ok, numbers[0], numbers[-1])
    try:
        streamio.open_file_as_stream("/no/such/file.txt")
    except OSError as e:
        print("errno %d" % e.errno)
    return 0


def target(driver, args):
    return entry_point
