# stdin: a first line\na second\np\ns 1 first 1st\nd 9\np\nz\nd 2\na third\nw\n
import os


class EditError(Exception):
    def __init__(self, text):
        self.text = text


class Editor(object):
    def __init__(self):
        self.lines = []

    def line(self, word):
        at = int(word) - 1
        if not 0 <= at < len(self.lines):
            raise EditError, "no line " + word
        return at

    def do(self, command):
        words = command.split(" ")
        if words[0] == "a":
            self.lines.append(command[2:])
        elif words[0] == "d":
            del self.lines[self.line(words[1])]
        elif words[0] == "s":
            at = self.line(words[1])
            self.lines[at] = self.lines[at].replace(words[2], words[3])
        elif words[0] == "p":
            for i, line in enumerate(self.lines):
                print i + 1, line
        elif words[0] == "w":
            f = open("edited.txt", "w")
            for line in self.lines:
                print >>f, line
            f.close()
            print "written:", `open("edited.txt").read()`
        else:
            raise EditError, "what is " + `words[0]` + "?"


def entry_point(argv):
    editor = Editor()
    for command in os.read(0, 1000).splitlines():
        try:
            editor.do(command)
        except EditError, e:
            print "?", e.text
    os.unlink("edited.txt")
    return 0


def target(driver, args):
    return entry_point, None
