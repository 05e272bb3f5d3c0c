# stdin: {"name": "box", "size": [1, -20, []], "open": true, "in": {"x": null}}\n[1, 2\n{"a" 1}\n
import os

NULL, BOOL, NUMBER, TEXT, LIST, DICT = xrange(6)


class Bad(Exception):
    pass


class Value(object):
    def __init__(self, kind, number=0, text=""):
        self.kind, self.number, self.text = kind, number, text
        self.items = []
        self.keys = []

    def show(self):
        if self.kind == NULL:
            return "None"
        if self.kind == BOOL:
            return `self.number != 0`
        if self.kind == NUMBER:
            return `self.number`
        if self.kind == TEXT:
            return `self.text`
        shown = map(lambda item: item.show(), self.items)
        if self.kind == LIST:
            return "[" + ", ".join(shown) + "]"
        return "{" + ", ".join(["%r: %s" % pair for pair in zip(self.keys, shown)]) + "}"


def word(s, i, text):
    if s[i:i + len(text)] <> text:
        raise Bad, "expected %s at %d" % (text, i)
    return i + len(text)


def parse(s, i):
    while s[i:i + 1] == " ":
        i += 1
    c = s[i:i + 1]
    if c == "n":
        return Value(NULL), word(s, i, "null")
    if c == "t":
        return Value(BOOL, 1), word(s, i, "true")
    if c == '"':
        end = s.index('"', i + 1)
        return Value(TEXT, 0, s[i + 1:end].replace("\\n", "\n")), end + 1
    if c == "-" or c.isdigit():
        end = i + 1
        while s[end:end + 1].isdigit():
            end += 1
        return Value(NUMBER, int(s[i:end])), end
    close = {"[": "]", "{": "}"}.get(c, "")
    if not close:
        raise Bad, "nothing at " + `i`
    value = Value(LIST if c == "[" else DICT)
    i += 1
    while s[i:i + 1] <> close:
        if value.items:
            i = word(s, i, ", ")
        if close == "}":
            key, i = parse(s, i)
            value.keys.append(key.text)
            i = word(s, i, ": ")
        item, i = parse(s, i)
        value.items.append(item)
    return value, i + 1


def entry_point(argv):
    for line in os.read(0, 1000).splitlines():
        try:
            print parse(line, 0)[0].show()
        except Bad, e:
            print "bad:", e
    return 0


def target(driver, args):
    return entry_point, None
