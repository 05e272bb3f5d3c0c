"""The % operator and conversions between numbers and text."""


class Point(object):
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def text(self):
        return "<%d, %d>" % (self.x, self.y)


def entry_point(argv):
    n = len(argv) + 41
    print("%d" % n)
    print("%d and %d%%" % (n, n * 2))
    print("%s" % "text")
    print("%s=%d" % ("n", n))
    print("%x %o" % (255, 8))
    print("%x" % (n * 100))
    print("%s" % n)
    print("%s %s" % (n, "s"))
    print("[%s]" % Point(3, -4).text())
    print("%f" % (n * 0.5))
    print("%s" % (n > 3))
    print(str(n))
    print(str("s"))
    print(str(True))
    print(str(n == 0))
    print(int("123"))
    print(int("-77"))
    print(int("ff", 16))
    print(int("101", 2))
    print(int(" 12 "))
    print(hex(n))
    print(oct(8))
    print(hex(-n))
    for bad in ["", "x", "12x", "-", "0x10", "1.5"]:
        try:
            print(int(bad))
        except ValueError:
            print("ValueError: " + bad)
    print("%d %s %d" % (-1, "", 0))
    print("%r" % n)
    return 0


def target(driver, args):
    return entry_point, None
