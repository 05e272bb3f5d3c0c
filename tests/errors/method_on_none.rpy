class Node(object):
    def __init__(self, next):
        self.next = next


def entry_point(argv):
    n = None
    print(n.next)
    return 0


def target(driver, args):
    return entry_point, None
