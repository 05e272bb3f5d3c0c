# stdin: 1 + 2 * 3\n(1 + 2) * 3\n-7 / 2\n-7 % 3\n8 / (3 - 3)\n2 * (3\n4 $ 4\n
# Integer arithmetic with precedence; one line, one result.
import sys


class Problem(Exception):
    def __init__(self, text: str, at: int) -> None:
        super().__init__(text)
        self.text = text
        self.at = at


class Parser:
    def __init__(self, line: str) -> None:
        self.line = line
        self.at = 0

    def peek(self) -> str:
        while self.at < len(self.line) and self.line[self.at].isspace():
            self.at += 1
        return self.line[self.at] if self.at < len(self.line) else "\0"

    def factor(self) -> int:
        c = self.peek()
        self.at += 1
        if c == "-":
            return -self.factor()
        if c == "(":
            value = self.sum()
            if self.peek() != ")":
                raise Problem("missing )", at=self.at)
            self.at += 1
            return value
        if not c.isdigit():
            raise Problem(f"unexpected {c!r}", self.at)
        start = self.at - 1
        while self.at < len(self.line) and self.line[self.at].isdigit():
            self.at += 1
        return int(self.line[start:self.at])

    def product(self) -> int:
        value = self.factor()
        while (op := self.peek()) in ("*", "/", "%"):
            self.at += 1
            right = self.factor()
            if op == "*":
                value *= right
            elif op == "/":
                value //= right
            else:
                value %= right
        return value

    def sum(self) -> int:
        value = self.product()
        while (op := self.peek()) in ("+", "-"):
            self.at += 1
            right = self.product()
            value += right if op == "+" else -right
        return value


def entry_point(argv):
    for raw in sys.stdin.buffer.read().splitlines():
        line = raw.decode("utf-8")
        print(line, "= ", end="")
        try:
            parser = Parser(line)
            value = parser.sum()
            if parser.peek() != "\0":
                raise Problem("more than one expression", parser.at)
            print(value)
        except ZeroDivisionError:
            print("division by zero")
        except Problem as e:
            print(f"{e.text} at {e.at}")
    return 0


def target(driver, args):
    return entry_point, None
