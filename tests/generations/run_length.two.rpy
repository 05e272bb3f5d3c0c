# stdin: aaaabccddddddddddddde\n
import os


def pack(data):
    out, i = [], 0
    while i < len(data):
        n = 1
        while n < 9 and i + n < len(data) and data[i + n] == data[i]:
            n += 1
        out.append(chr(n) + data[i])
        i += n
    return "".join(out)


def unpack(packed):
    counts, letters = packed[::2], packed[1::2]
    return "".join([letter * ord(count) for count, letter in zip(counts, letters)])


def entry_point(argv):
    data = os.read(0, 100).rstrip("\n")
    packed = pack(data)
    print `packed`
    print "from", len(data), "to", len(packed)
    if unpack(packed) <> data:
        raise AssertionError, "not the same"
    print unpack(packed)
    print "ratio %d%%" % (100 * len(packed) / len(data))
    runs = {}
    for i in xrange(0, len(packed), 2):
        n = ord(packed[i])
        runs[n] = runs.get(n, "") + packed[i + 1]
    for n in sorted(runs.keys()):
        print n, runs[n],
    print
    return 0


def target(driver, args):
    return entry_point, None
