# stdin: a first line\na second\np\ns 1 first 1st\nd 9\np\nz\nd 2\na third\nw\n
import os
import sys


class EditError(Exception):
    def __init__(self, text):
        self.text = text


def find(lines, word):
    at = int(word) - 1
    if at < 0 or at >= len(lines):
        raise EditError("no line " + word)
    return at


def write(lines):
    with open("edited.txt", "w") as f:
        for line in lines:
            f.write(line + "\n")
    with open("edited.txt") as f:
        print("written: %r" % f.read())


def do(lines, command):
    words = command.split(" ")
    name = words[0]
    if name == "a":
        lines.append(command[2:])
    elif name == "d":
        lines.pop(find(lines, words[1]))
    elif name == "s":
        at = find(lines, words[1])
        lines[at] = lines[at].replace(words[2], words[3])
    elif name == "p":
        for i in range(len(lines)):
            print("%d %s" % (i + 1, lines[i]))
    elif name == "w":
        write(lines)
    else:
        raise EditError("what is %r?" % name)


def entry_point(argv):
    text = os.read(0, 1000)
    if sys.version_info[0] >= 3:
        text = text.decode("utf-8")
    lines = []
    for command in text.splitlines():
        try:
            do(lines, command)
        except EditError as e:
            print("? " + e.text)
    os.unlink("edited.txt")
    return 0


def target(driver, args):
    return entry_point, None
