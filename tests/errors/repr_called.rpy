class Node(object):
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return " ".join(sorted(self.__dict__.keys()))


def entry_point(argv):
    print(Node("a").__repr__())
    return 0


def target(driver, args):
    return entry_point, None
