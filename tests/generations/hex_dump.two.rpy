# stdin: Hello, hex dump: tilde ~ and\\tend\n
import os


def line_of(at, block):
    codes = ["%02x" % ord(c) for c in block]
    shown = ""
    for c in block:
        if " " <= c <= "~":
            shown += c
        else:
            shown += "."
    return "%04x  %-23s  |%s|" % (at, " ".join(codes), shown)


def entry_point(argv):
    data = os.read(0, 100)
    for at in xrange(0, len(data), 8):
        print line_of(at, data[at:at + 8])
    print "%04x" % len(data)
    high = "\xff\x80\x7f\x00"
    print line_of(0, high)
    print "sum:", sum(map(ord, data)), "max:", max(data), `min(data)`
    codes = [hex(ord(c)) for c in data if not c.isalpha()]
    print ",".join(codes)
    print "".join(["%02x" % ord(c) for c in data[-5:]])
    return 0


def target(driver, args):
    return entry_point, None
