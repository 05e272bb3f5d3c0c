# stdin: (+ 1 2)\n(/ -7 2)\n(let x (* 4 5))\n(- x 1)\n(if (< x 3) 1 (quote (a "b" 2)))\n(foo 1)\n(+ 1\n
import os
import sys


class LispError(Exception):
    def __init__(self, text):
        self.text = text


class Node(object):
    def show(self):
        raise NotImplementedError


class Atom(Node):
    def __init__(self, text):
        self.text = text

    def show(self):
        return self.text


class List(Node):
    def __init__(self, items):
        self.items = items

    def show(self):
        return "(" + " ".join([item.show() for item in self.items]) + ")"


class Reader(object):
    def __init__(self, line):
        self.tokens = line.replace("(", " ( ").replace(")", " ) ").split()
        self.at = 0

    def read(self):
        if self.at == len(self.tokens):
            raise LispError("unexpected end")
        token = self.tokens[self.at]
        self.at += 1
        if token != "(":
            return Atom(token)
        items = []
        while self.at == len(self.tokens) or self.tokens[self.at] != ")":
            items.append(self.read())
        self.at += 1
        return List(items)


def number(node):
    try:
        return int(node.show())
    except ValueError:
        raise LispError("no number: " + node.show())


def evaluate(node, names):
    if not isinstance(node, List):
        return names.get(node.show(), node)
    head = node.items[0].show()
    args = node.items[1:]
    if head == "quote":
        return args[0]
    if head == "if":
        chosen = 1 if evaluate(args[0], names).show() == "t" else 2
        return evaluate(args[chosen], names)
    if head == "let":
        value = evaluate(args[1], names)
        names[args[0].show()] = value
        return value
    if head not in ("+", "-", "*", "/", "<"):
        raise LispError("no function %r" % head)
    x = number(evaluate(args[0], names))
    y = number(evaluate(args[1], names))
    if head == "<":
        return Atom("t" if x < y else "nil")
    return Atom(str(x + y if head == "+" else x - y if head == "-" else x * y if head == "*" else x // y))


def entry_point(argv):
    text = os.read(0, 1000)
    if sys.version_info[0] >= 3:
        text = text.decode("utf-8")
    names = {}
    for line in text.splitlines():
        try:
            print(evaluate(Reader(line).read(), names).show())
        except LispError as e:
            print("error: " + e.text)
    print("%s %d" % ("x" in names, len(names)))
    return 0


def target(driver, args):
    return entry_point, None
