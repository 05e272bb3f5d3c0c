"""Lists and dicts that begin empty: each grows on its own, whatever others of its type do."""


class Box(object):
    def __init__(self):
        self.items = []
        self.names = {}


def fixed(n):
    """A list of fixed length."""
    return [k * k for k in range(n)]


def chosen(items, least):
    return [item for item in items if item >= least]


def grown(boxes):
    for n, box in enumerate(boxes):
        for k in range(n):
            box.items.append(n * 10 + k)
            box.names["k%d" % k] = n


def shown(box):
    names = []
    for name in box.names:
        names.append(name)
    names.sort()
    return "%s %s" % (box.items, ",".join(names))


def emptied(items):
    while items:
        items.pop()
    print(len(items))
    items.insert(0, 5)
    print(items[0])


def entry_point(argv):
    boxes = [Box() for n in range(4)]
    grown(boxes)
    for box in boxes:
        print(shown(box))
    first, second = boxes[0], Box()
    first.items.extend([7, 8])
    second.items += first.items
    second.names["only"] = 1
    del first.items[:]
    print("%s %s" % (shown(first), shown(second)))
    first.items.append(9)
    second.names.clear()
    second.names["again"] = 2
    print("%s %s" % (shown(first), shown(second)))
    one, other = fixed(0), fixed(0)
    print("%s %s %d" % (one is other, one is one, len(fixed(3))))
    few, none = chosen([1, 2, 3], 2), chosen([1, 2, 3], 9)
    none.append(4)
    print("%s %s %s" % (few, none, chosen([], 0)))
    emptied(boxes[3].items)
    try:
        boxes[0].items.pop()
        boxes[0].items.pop()
    except IndexError:
        print("nothing to pop")
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    sys.exit(entry_point(sys.argv))
