import os
import struct

NAME = "data.bin"


def entry_point(argv):
    f = open(NAME, "wb")
    f.write("\x89BIN\r\n\x1a\n")
    for n in (1, 258, 65535):
        f.write(struct.pack(">H", n))
    f.write(chr(200) + "\0")
    f.close()
    f = open(NAME, "rb")
    magic = f.read(8)
    print `magic`, magic[0] == "\x89", ord(magic[0]), len(magic)
    numbers = []
    while len(numbers) < 3:
        numbers.append(struct.unpack(">H", f.read(2))[0])
    print numbers, sum(numbers) / 2
    tail = f.read()
    print [ord(c) for c in tail], `f.read(1)`
    f.seek(1)
    print f.read(3), f.tell()
    f.close()
    fd = os.open(NAME, os.O_RDONLY, 0777)
    data = os.read(fd, 100)
    os.close(fd)
    print len(data), data.find("BIN"), data.count("\n"), data.startswith("\x89B")
    lines = data.splitlines()
    print len(lines), `lines[0]`, max(data) == "\xff"
    os.unlink(NAME)
    return 0


def target(driver, args):
    return entry_point, None
