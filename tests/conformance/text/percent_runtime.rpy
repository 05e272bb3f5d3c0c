# Formats of % that are known only at run time: texts of messages that are put together, tables of formats, named values.


class Point(object):
    def __init__(self, x):
        self.x = x

    def __str__(self):
        return "point %d" % self.x

    def __repr__(self):
        return "<%d>" % self.x


class ParseProblem(Exception):
    def __init__(self, message, path, line, found):
        self.message = message
        self.path = path
        self.line = line
        self.found = found

    def __str__(self):
        text = "%(file)s:%(line)d: error: " + self.message
        text += " [%s]" % self.path
        return text % {"file": self.path, "line": self.line, "found": self.found, "expected": "a word"}


FORMATS = ["%d", "%5d|", "%-5d|", "%05d", "%+d", "% d", "%x", "%#x", "%X", "%o", "%#o", "%s", "%r", "%c", "%.3d", "%i%%",
           "%f", "%.2f", "%e", "%g", "%10.3f|"]
FLOATS = ["%d", "%f", "%.1f", "%8.2f|", "%-8.2f|", "%+.0f", "%e", "%G", "%s", "%r"]
TEXTS = ["%s", "%10s|", "%-10s|", "%.2s", "%r", "[%s]%%", "%5.1s|"]


def show(fmt, value):
    print(fmt, "->", fmt % value)


def attempt(fmt, i):
    try:
        print(fmt % (i, "text"))
    except TypeError as e:
        print("TypeError", str(e))
    except ValueError as e:
        print("ValueError", str(e))


def named(fmt, x, y):
    try:
        print(fmt % {"x": x, "y": y, "long name": x + 1, "y": y + "!"})
    except KeyError as e:
        print("KeyError")
    except ValueError as e:
        print("ValueError", str(e))
    except TypeError as e:
        print("TypeError", str(e))


class Template(object):
    def __init__(self, text):
        self.text = text

    def fill(self, n):
        return self.text % (n, n * 1.5, n > 1, Point(n), "t")


def entry_point(argv):
    n = len(argv)
    for fmt in FORMATS:
        show(fmt, 64 + n)
        print(fmt % (n + 64,))
    for fmt in FLOATS:
        print(fmt % (n * 2.5), fmt % -0.125)
    for fmt in TEXTS:
        print(fmt % ("abc" * n), fmt % Point(n))
    for fmt in ["%d %s", "%s", "%s %s %s", "%d", "%s %d", "%x %s", "%s %x", "%s %f", "%s %c", "%*d|%s", "%.*d", "%",
                "%d %q", "%(a)s", "%5", "plain"]:
        attempt(fmt, n + 6)
    for fmt in ["%(x)d %(y)s", "%(y)s%(y)5s|%(x)03d", "%(long name)s", "%(z)s", "%(x", "%(y)d", "none", "%(x)s %%"]:
        named(fmt, n + 7, "why")
    print(Template("%d %.2f %s %s %s").fill(n))
    print(Template("%s %s %d %r %r").fill(n + 1))
    for message in ["unexpected %(found)s", "expected %(expected)s, found %(found)s", "odd"]:
        try:
            raise ParseProblem(message, "file.som", 7 + n, "number")
        except ParseProblem as e:
            print(str(e))
    fmt = "%s and %s" if n else "%d%d"
    print(fmt % (None, True), fmt % (1, -2.0))
    print(("%d" if n == 1 else "%x") % n, ("%s " * (n + 1)) % ("a", "b"))
    return 0


def target(driver, args):
    return entry_point, None
