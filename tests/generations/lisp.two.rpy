# stdin: (+ 1 2)\n(/ -7 2)\n(let x (* 4 5))\n(- x 1)\n(if (< x 3) 1 (quote (a "b" 2)))\n(foo 1)\n(+ 1\n
import os


class LispError(Exception):
    pass


class Node(object):
    def __init__(self, text, items=None):
        self.text = text
        self.items = items

    def __str__(self):
        if self.items is None:
            return self.text
        return "(" + " ".join(map(str, self.items)) + ")"


def read(tokens):
    if not tokens:
        raise LispError, "unexpected end"
    token = tokens.pop(0)
    if token <> "(":
        return Node(token)
    items = []
    while not tokens or tokens[0] <> ")":
        items.append(read(tokens))
    tokens.pop(0)
    return Node("", items)


def number(node):
    try:
        return int(node.text)
    except ValueError, e:
        raise LispError, "no number: %s" % node


def evaluate(node, names):
    if node.items is None:
        return names.get(node.text, node)
    head, args = node.items[0].text, node.items[1:]
    if head == "quote":
        return args[0]
    if head == "if":
        return evaluate(args[1 if evaluate(args[0], names).text == "t" else 2], names)
    if head == "let":
        names[args[0].text] = evaluate(args[1], names)
        return names[args[0].text]
    if not head in "+-*/<":
        raise LispError, "no function " + `head`
    x, y = [number(evaluate(arg, names)) for arg in args]
    if head == "<":
        return Node("t" if x < y else "nil")
    if head == "/":
        return Node(`x / y`)
    return Node(`{"+": x + y, "-": x - y, "*": x * y}[head]`)


def entry_point(argv):
    names = {}
    for line in os.read(0, 1000).splitlines():
        try:
            tokens = line.replace("(", " ( ").replace(")", " ) ").split()
            print evaluate(read(tokens), names)
        except LispError, e:
            print "error:", e
    print names.has_key("x"), len(names)
    return 0


def target(driver, args):
    return entry_point, None
