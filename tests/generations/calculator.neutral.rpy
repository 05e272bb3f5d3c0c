# stdin: 1 + 2 * 3\n(1 + 2) * 3\n-7 / 2\n-7 % 3\n8 / (3 - 3)\n2 * (3\n4 $ 4\n
# Integer arithmetic with precedence; one line, one result.
import os
import sys


class Problem(Exception):
    def __init__(self, text, at):
        self.text = text
        self.at = at


def is_blank(c):
    return c == " "


class Parser(object):
    def __init__(self, line):
        self.line = line
        self.at = 0

    def peek(self):
        while self.at < len(self.line) and is_blank(self.line[self.at]):
            self.at += 1
        return self.line[self.at] if self.at < len(self.line) else "\0"

    def factor(self):
        c = self.peek()
        self.at += 1
        if c == "-":
            return -self.factor()
        if c == "(":
            value = self.sum()
            if self.peek() != ")":
                raise Problem("missing )", self.at)
            self.at += 1
            return value
        if not c.isdigit():
            raise Problem("unexpected %r" % c, self.at)
        start = self.at - 1
        while self.at < len(self.line) and self.line[self.at].isdigit():
            self.at += 1
        return int(self.line[start:self.at])

    def product(self):
        value = self.factor()
        while True:
            op = self.peek()
            if op not in ("*", "/", "%"):
                return value
            self.at += 1
            right = self.factor()
            if op == "*":
                value = value * right
            elif op == "/":
                value = value // right
            else:
                value = value % right

    def sum(self):
        value = self.product()
        while self.peek() in ("+", "-"):
            op = self.peek()
            self.at += 1
            value = value + self.product() if op == "+" else value - self.product()
        return value


def entry_point(argv):
    text = os.read(0, 1000)
    if sys.version_info[0] >= 3:
        text = text.decode("utf-8")
    for line in text.splitlines():
        try:
            parser = Parser(line)
            value = parser.sum()
            if parser.peek() != "\0":
                raise Problem("more than one expression", parser.at)
            print("%s = %d" % (line, value))
        except ZeroDivisionError:
            print(line + " = division by zero")
        except Problem as e:
            print("%s = %s at %d" % (line, e.text, e.at))
    return 0


def target(driver, args):
    return entry_point, None
