class Tree(object):
    def __init__(self):
        self.children = []


def entry_point(argv):
    for child in Tree():
        print(child)
    return 0


def target(driver, args):
    return entry_point, None
