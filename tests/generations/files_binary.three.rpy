import os
import struct

NAME: str = "data.bin"


def shown(data: bytes) -> str:
    return repr(data)[1:]


def entry_point(argv):
    with open(NAME, "wb") as f:
        f.write(b"\x89BIN\r\n\x1a\n")
        for n in (1, 258, 65535):
            f.write(struct.pack(">H", n))
        f.write(bytes([200, 0]))
    f = open(NAME, "rb")
    magic = f.read(8)
    print(shown(magic), magic[:1] == b"\x89", magic[0], len(magic))
    numbers = []
    for _ in range(3):
        pair = f.read(2)
        numbers.append(pair[0] << 8 | pair[1])
    print(numbers, sum(numbers) // 2)
    tail = f.read()
    print([byte for byte in tail], shown(f.read(1)))
    f.seek(1)
    print(f.read(3).decode("ascii"), f.tell())
    f.close()
    fd = os.open(NAME, os.O_RDONLY, 0o777)
    data = os.read(fd, 100)
    os.close(fd)
    print(len(data), data.find(b"BIN"), data.count(b"\n"), data.startswith(b"\x89B"))
    lines = data.splitlines()
    print(len(lines), shown(lines[0]), 0xff in data)
    os.unlink(NAME)
    return 0


def target(driver, args):
    return entry_point, None
