class Stack(object):
    def __init__(self):
        self.items = []

    def push(self, x):
        items.append(x)


def entry_point(argv):
    s = Stack()
    s.push(1)
    return len(s.items)


def target(driver, args):
    return entry_point, None
