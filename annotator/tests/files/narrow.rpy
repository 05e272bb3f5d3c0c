# annotate: main(int, str?)
class Node(object):
    def __init__(self, value, next):
        self.value = value
        self.next = next


class Special(Node):
    extra = 5


def build(n):
    node = None
    while n > 0:
        if n & 1:
            node = Special(n, node)
        else:
            node = Node(n, node)
        n -= 1
    return node


def main(n, s):
    total = 0
    node = build(n)
    while node is not None:
        total += node.value
        if isinstance(node, Special):
            total += node.extra
        node = node.next
    if s is None:
        return total
    if n < 0 or n >= len(s):
        return -1
    return ord(s[n]) + len(s[n:])
