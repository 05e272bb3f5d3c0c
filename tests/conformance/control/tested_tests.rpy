"""What is only tested may be of any type: `x = a and b or c`, `if x`."""


class Node(object):
    def __init__(self, name):
        self.name = name


ROOT = Node("root")


class Table(object):
    def __init__(self, nodes):
        self.nodes = nodes

    def find(self, name):
        return self.nodes.get(name, None)

    def kind(self):
        left = self.find("left")
        other = left and left is not ROOT
        any_of_them = other or self.find("middle") or self.find("right") is not ROOT
        if any_of_them:
            return "special"
        return "usual"

    def counts(self, words, n):
        """Lists, texts, numbers and objects, none of which is kept."""
        if (words and self.find(words[0]) or n > 3 and n) and not (n == 5 or self.find("none") or ""):
            return True
        return False


def nested(a, b, text):
    x = a and (b or text)
    while not (x or b):
        x = text
        b = a + 1
        text = "more"
    return b


def entry_point(argv):
    other = Node("other")
    for nodes in [{"left": ROOT, "right": ROOT}, {"left": other}, {"right": ROOT}, {"middle": other, "right": ROOT},
                  {"right": other}]:
        table = Table(nodes)
        print(table.kind())
        for words in [[], ["left"], ["nobody"]]:
            for n in [0, 4, 5]:
                print(table.counts(words, n))
    print(nested(0, 0, ""))
    print(nested(1, 0, ""))
    print(nested(1, 7, ""))
    print(nested(3, 0, "text"))
    return 0


def target(driver, args):
    return entry_point, None
