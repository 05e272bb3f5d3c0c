# jit: yes
"""Objects that escape and that do not: linked lists, growing lists, dictionaries with instances, floats in fields."""
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['mode'], reds=['i', 'head', 'box', 'n'])


class Node(object):
    def __init__(self, value, next):
        self.value = value
        self.next = next


class Box(object):
    def __init__(self):
        self.x = 0.5
        self.count = 0
        self.items = []
        self.table = {}
        self.last = None


class Pair(object):
    def __init__(self, a, b):
        self.a = a
        self.b = b


def run(mode, n):
    i = 0
    head = Node(0, None)
    box = Box()
    while i < n:
        driver.can_enter_jit(mode=mode, i=i, head=head, box=box, n=n)
        driver.jit_merge_point(mode=mode, i=i, head=head, box=box, n=n)
        if mode == 0:
            head = Node(head.value + i, head)
            if i % 10 == 9:
                head.next = None
        elif mode == 1:
            p = Pair(i, i + 1)
            q = Pair(p.b, p.a)
            box.count += q.a - q.b
        elif mode == 2:
            box.x = box.x * 1.5 + i
            if box.x > 1000.0:
                box.x = box.x - 999.5
        elif mode == 3:
            box.items.append(i)
            if len(box.items) > 20:
                box.count += box.items.pop() + box.items.pop()
                box.items = box.items[5:]
        elif mode == 4:
            key = i % 13
            if key in box.table:
                box.table[key].value += 1
            else:
                box.table[key] = Node(key, None)
        elif mode == 5:
            p = Pair(i, 0)
            if i % 17 == 0:
                box.last = p
            last = box.last
            if last is not None:
                box.count += last.a
        elif mode == 6:
            n2 = Node(i, Node(i + 1, None))
            t = n2.next
            if t is not None:
                box.count += t.value
            head.value += n2.value
        i += 1
    length = 0
    total = 0
    node = head
    while node is not None:
        length += 1
        total += node.value
        node = node.next
    print("%d: %d %d %d %d" % (mode, length, total, box.count, len(box.items)))
    print(box.x)
    s = 0
    for k in box.table:
        s += k * box.table[k].value
    print(s)


def entry_point(argv):
    for mode in range(7):
        run(mode, 1500)
    return 0


def target(driver, args):
    return entry_point, None
