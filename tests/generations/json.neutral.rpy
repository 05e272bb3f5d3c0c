# stdin: {"name": "box", "size": [1, -20, []], "open": true, "in": {"x": null}}\n[1, 2\n{"a" 1}\n
import os
import sys


class Bad(Exception):
    pass


class Value(object):
    def __init__(self, text, name=""):
        self.text = text
        self.name = name


class Parser(object):
    def __init__(self, s):
        self.s = s
        self.i = 0

    def peek(self):
        return self.s[self.i] if self.i < len(self.s) else ""

    def word(self, text):
        if not self.s[self.i:].startswith(text):
            raise Bad("expected %s at %d" % (text, self.i))
        self.i += len(text)

    def parse(self):
        while self.peek() == " ":
            self.i += 1
        c = self.peek()
        start = self.i
        if c == "n":
            self.word("null")
            return Value("None")
        if c == "t":
            self.word("true")
            return Value("True")
        if c == '"':
            end = self.s.index('"', start + 1)
            self.i = end + 1
            name = self.s[start + 1:end].replace("\\n", "\n")
            return Value(repr(name), name)
        if c == "-" or c.isdigit():
            self.i += 1
            while self.peek().isdigit():
                self.i += 1
            return Value(str(int(self.s[start:self.i])))
        if c == "[":
            return Value("[" + self.items("]") + "]")
        if c == "{":
            return Value("{" + self.items("}") + "}")
        raise Bad("nothing at %d" % start)

    def items(self, close):
        found = []
        self.i += 1
        while self.peek() != close:
            if len(found) > 0:
                self.word(", ")
            key = ""
            if close == "}":
                key = "%r: " % self.parse().name
                self.word(": ")
            found.append(key + self.parse().text)
        self.i += 1
        return ", ".join(found)


def entry_point(argv):
    text = os.read(0, 1000)
    if sys.version_info[0] >= 3:
        text = text.decode("utf-8")
    for line in text.splitlines():
        try:
            print(Parser(line).parse().text)
        except Bad as e:
            print("bad: %s" % e)
    return 0


def target(driver, args):
    return entry_point, None
