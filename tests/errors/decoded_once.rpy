"""One decode too many is one error, wherever the text goes."""
import os


class Line(object):
    def __init__(self, text):
        self.text = text


def read():
    return os.read(0, 100).decode("utf-8")


def show(line):
    return "line: " + line.text


def entry_point(argv):
    text = read()
    if argv[0] == "1":
        print "text: " + show(Line(text))
    elif argv[0] == "2":
        for word in text.split(u" "):
            os.write(1, "word: " + word)
    elif argv[0] == "3":
        names = {"x": 1}
        print names[text]
    elif argv[0] == "4":
        print len("a" + text)
    return 0


def target(driver, args):
    return entry_point
