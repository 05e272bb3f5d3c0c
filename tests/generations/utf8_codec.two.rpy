# stdin: plain\n
import os

GOOD = "caf\xc3\xa9 \xe2\x82\xac"
BAD = "a\xff\xfeb\xc3"


def length(data):
    n = 0
    for c in data:
        if ord(c) & 0xC0 <> 0x80:
            n += 1
    return n


def valid(data):
    try:
        data.decode("utf-8")
    except UnicodeDecodeError, e:
        return False
    return True


def entry_point(argv):
    line = os.read(0, 100).decode("utf-8")
    print line.strip().encode("utf-8"), len(line)
    text = GOOD.decode("utf-8")
    print len(GOOD), length(GOOD), text.encode("utf-8") == GOOD
    print valid(GOOD), valid(BAD), valid("\xc0\x80"), valid("\xed\xa0"), valid("")
    print `BAD.decode("utf-8", "ignore").encode("utf-8")`
    print `"x\xffy".decode("utf-8", "replace").encode("utf-8")`
    for data in ["\x00\x7f", "\xc2\xa3\xc2\xa3"]:
        print `data`, len(data), len(data.decode("utf-8").encode("utf-8")) / 2
    print `"ab".decode("utf-8").upper().encode("utf-8")`
    return 0


def target(driver, args):
    return entry_point, None
