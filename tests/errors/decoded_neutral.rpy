import os
import sys


class Parser(object):
    def __init__(self, text):
        self.text = text
        self.pos = 0

    def peek(self):
        if self.pos < len(self.text):
            return self.text[self.pos]
        return ""

    def number(self):
        start = self.pos
        while self.peek() in "0123456789" and self.peek() != "":
            self.pos += 1
        return int(self.text[start:self.pos])


def load(path):
    with open(path, "rb") as f:
        return f.read().decode("utf-8")


def entry_point(argv):
    p = Parser(load(argv[1]))
    print("%d" % p.number())
    parts = p.text.split("+")
    for part in parts:
        print(part + "!")
    return 0


def target(driver, args):
    return entry_point, None
