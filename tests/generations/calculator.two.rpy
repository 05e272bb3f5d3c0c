# stdin: 1 + 2 * 3\n(1 + 2) * 3\n-7 / 2\n-7 % 3\n8 / (3 - 3)\n2 * (3\n4 $ 4\n
# Integer arithmetic with precedence; one line, one result.
import os


class Problem(Exception):
    def __init__(self, text, at):
        Exception.__init__(self, text)
        self.text = text
        self.at = at


class Parser(object):
    def __init__(self, line):
        self.line = line
        self.at = 0

    def peek(self):
        while self.at < len(self.line) and self.line[self.at] == " ":
            self.at += 1
        if self.at == len(self.line):
            return "\0"
        return self.line[self.at]

    def factor(self):
        c = self.peek()
        self.at += 1
        if c == "-":
            return -self.factor()
        if c == "(":
            value = self.sum()
            if self.peek() <> ")":
                raise Problem("missing )", self.at)
            self.at += 1
            return value
        if not c.isdigit():
            raise Problem("unexpected " + `c`, self.at)
        value = int(c)
        while self.at < len(self.line) and self.line[self.at].isdigit():
            value = value * 10 + int(self.line[self.at])
            self.at += 1
        return value

    def product(self):
        value = self.factor()
        while self.peek() in "*/%":
            op = self.peek()
            self.at += 1
            right = self.factor()
            if op == "*":
                value *= right
            elif op == "/":
                value = value / right
            else:
                value %= right
        return value

    def sum(self):
        value = self.product()
        while self.peek() == "+" or self.peek() == "-":
            minus = self.peek() == "-"
            self.at += 1
            right = self.product()
            value += -right if minus else right
        return value


def entry_point(argv):
    for line in os.read(0, 1000).splitlines():
        print line, "=",
        try:
            parser = Parser(line)
            value = parser.sum()
            if parser.peek() <> "\0":
                raise Problem("more than one expression", parser.at)
            print value
        except ZeroDivisionError:
            print "division by zero"
        except Problem, e:
            print "%s at %d" % (e.text, e.at)
    return 0


def target(driver, args):
    return entry_point, None
