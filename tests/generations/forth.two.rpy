# stdin: : sq dup * ; 7 sq . 2 3 swap - .\n10 4 / . 10 4 mod . : avg + 2 / ; 3 9 avg .\n1 0 / drop oops +\n
import os


class ForthError(Exception):
    pass


class Forth(object):
    def __init__(self):
        self.stack = []
        self.words = {}
        self.out = []

    def pop(self):
        if not self.stack:
            raise ForthError, "stack is empty"
        return self.stack.pop()

    def run(self, tokens):
        while tokens:
            token = tokens.pop(0)
            if token == ":":
                end = tokens.index(";")
                self.words[tokens[0]] = tokens[1:end]
                del tokens[:end + 1]
            elif self.words.has_key(token):
                self.run(self.words[token][:])
            else:
                self.execute(token)

    def execute(self, token):
        if token in ("+", "-", "*", "/", "mod", "swap"):
            b, a = self.pop(), self.pop()
            if token == "+": a += b
            elif token == "-": a -= b
            elif token == "*": a *= b
            elif token == "/": a = a / b
            elif token == "mod": a %= b
            else:
                self.stack.append(b)
            self.stack.append(a)
        elif token == "dup":
            self.stack.append(self.stack[-1])
        elif token == "drop":
            self.pop()
        elif token == ".":
            self.out.append(`self.pop()`)
        else:
            try:
                self.stack.append(int(token))
            except ValueError, e:
                raise ForthError, "unknown word " + token


def entry_point(argv):
    forth = Forth()
    lines = os.read(0, 1000).splitlines()
    lines += ["+", "oops 1", "."]
    for line in lines:
        try:
            forth.run(line.split())
            print " ".join(forth.out),
            print "ok"
        except ForthError, e:
            print "error:", e
        except ZeroDivisionError:
            print "division by zero,", len(forth.stack), "left"
        forth.out = []
    return 0


def target(driver, args):
    return entry_point, None
