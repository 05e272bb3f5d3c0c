# stdin: aaaabccddddddddddddde\n
import os
import sys


def pack(data):
    out = []
    last = ""
    n = 0
    for c in data:
        if c == last and n < 9:
            n += 1
        else:
            if n:
                out.append(chr(n) + last)
            last = c
            n = 1
    if n:
        out.append(chr(n) + last)
    return "".join(out)


def unpack(packed):
    out = []
    for i in range(0, len(packed), 2):
        out.append(packed[i + 1] * ord(packed[i]))
    return "".join(out)


def entry_point(argv):
    data = os.read(0, 100)
    if sys.version_info[0] >= 3:
        data = data.decode("latin-1")
    data = data.strip()
    packed = pack(data)
    print(repr(packed))
    print("from %d to %d" % (len(data), len(packed)))
    assert unpack(packed) == data
    print(unpack(packed))
    print("ratio %d%%" % (100 * len(packed) // len(data)))
    runs = {}
    for i in range(0, len(packed), 2):
        n = ord(packed[i])
        if n not in runs:
            runs[n] = []
        runs[n].append(packed[i + 1])
    print(" ".join(["%d %s" % (n, "".join(runs[n])) for n in sorted(runs)]))
    return 0


def target(driver, args):
    return entry_point, None
