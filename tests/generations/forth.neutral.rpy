# stdin: : sq dup * ; 7 sq . 2 3 swap - .\n10 4 / . 10 4 mod . : avg + 2 / ; 3 9 avg .\n1 0 / drop oops +\n
import os
import sys

if sys.version_info[0] >= 3:
    def read_all():
        return os.read(0, 1000).decode("utf-8")
else:
    def read_all():
        return os.read(0, 1000)


class ForthError(Exception):
    def __init__(self, text):
        self.text = text


class Forth(object):
    def __init__(self):
        self.stack = []
        self.words = {}
        self.out = []

    def pop(self):
        if len(self.stack) == 0:
            raise ForthError("stack is empty")
        return self.stack.pop()

    def run(self, tokens):
        i = 0
        while i < len(tokens):
            token = tokens[i]
            i += 1
            if token == ":":
                name = tokens[i]
                start = i + 1
                while tokens[i] != ";":
                    i += 1
                self.words[name] = tokens[start:i]
                i += 1
            elif token in self.words:
                self.run(self.words[token])
            else:
                self.execute(token)

    def execute(self, token):
        if token in ("+", "-", "*", "/", "mod"):
            b = self.pop()
            a = self.pop()
            self.stack.append(arithmetic(token, a, b))
        elif token == "swap":
            self.stack[-1], self.stack[-2] = self.stack[-2], self.stack[-1]
        elif token == "dup":
            self.stack.append(self.stack[-1])
        elif token == "drop":
            self.pop()
        elif token == ".":
            self.out.append("%d" % self.pop())
        else:
            try:
                self.stack.append(int(token))
            except ValueError:
                raise ForthError("unknown word " + token)


def arithmetic(token, a, b):
    if token == "+":
        return a + b
    if token == "-":
        return a - b
    if token == "*":
        return a * b
    return a // b if token == "/" else a % b


def entry_point(argv):
    forth = Forth()
    lines = read_all().splitlines() + ["+", "oops 1", "."]
    for line in lines:
        try:
            forth.run(line.split())
            print(" ".join([" ".join(forth.out), "ok"]).strip() if forth.out else " ok")
        except ForthError as e:
            print("error: " + e.text)
        except ZeroDivisionError:
            print("division by zero, %d left" % len(forth.stack))
        forth.out = []
    return 0


def target(driver, args):
    return entry_point, None
