"""Functions that are to be inlined always, and that call themselves or each other in a rare case."""
from rpython.rlib.objectmodel import always_inline


class Node(object):
    def __init__(self, value, parent):
        self.value = value
        self.parent = parent


@always_inline
def find(node, value):
    if node is None:
        return -1
    if node.value == value:
        return 0
    return find(node.parent, value) + 1


@always_inline
def even_depth(node):
    if node is None:
        return True
    return odd_depth(node.parent)


@always_inline
def odd_depth(node):
    if node is None:
        return False
    return even_depth(node.parent)


@always_inline
def top(node):
    if node.parent is None:
        return node.value
    return top_of_parent(node)


def top_of_parent(node):
    return top(node.parent)


def entry_point(argv):
    node = None
    for i in range(len(argv) + 7):
        node = Node(i * i, node)
    print(find(node, 16), find(node, 49), find(node, 3))
    print(even_depth(node), even_depth(node.parent), top(node))
    return 0


def target(driver, args):
    return entry_point, None
