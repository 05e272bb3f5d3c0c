# args: 2000 2
# jit: yes
# Large arrays of references: what is stored in old ones, moved inside of them and copied between them lives on.
from rpython.rlib import jit, rgc


class Box(object):
    def __init__(self, n):
        self.n = n


class State(object):
    def __init__(self):
        self.seed = 1


state = State()


def rand(n):
    state.seed = (state.seed * 1103515245 + 12345) & 0x3fffffff
    return (state.seed >> 8) % n


def check(what, boxes, numbers):
    wrong = 0
    if len(boxes) != len(numbers):
        wrong += 1
    else:
        for i in range(len(numbers)):
            b = boxes[i]
            if numbers[i] < 0:
                if b is not None:
                    wrong += 1
            elif b is None or b.n != numbers[i]:
                wrong += 1
    print("%s: %d items, %d wrong" % (what, len(numbers), wrong))


driver = jit.JitDriver(greens=[], reds=["i", "n", "boxes", "numbers"])


def replace(boxes, numbers, n):
    i = 0
    while i < n:
        driver.jit_merge_point(i=i, n=n, boxes=boxes, numbers=numbers)
        k = rand(len(boxes))
        boxes[k] = Box(i)
        numbers[k] = i
        i += 1


def move_about(boxes, numbers, n):
    for i in range(n):
        k = rand(len(boxes))
        boxes.insert(k, Box(i))
        numbers.insert(k, i)
        k = rand(len(boxes))
        del boxes[k]
        del numbers[k]
        if i % 16 == 3:
            k = rand(len(boxes) - 300)
            to = rand(len(boxes) - 300)
            boxes[to:to + 200] = boxes[k:k + 200]
            numbers[to:to + 200] = numbers[k:k + 200]
        if i % 64 == 5:
            boxes.append(boxes.pop(0))
            numbers.append(numbers.pop(0))


def grow(n):
    boxes = [None]
    numbers = [-1]
    for i in range(n):
        boxes.append(Box(i))
        numbers.append(i)
        if i % 50 == 0:
            boxes[rand(len(boxes))] = None
            k = 0
            while k < len(boxes):
                if boxes[k] is None:
                    numbers[k] = -1
                k += 1
    return boxes, numbers


def in_dict(n, m):
    d = {}
    for i in range(n):
        d[i] = Box(i)
    last = [i for i in range(n)]
    for i in range(m):
        k = rand(n)
        d[k] = Box(i)
        last[k] = i
        if i % 40 == 7:
            k = rand(n)
            del d[k]
            d[k] = Box(-k)
            last[k] = -k
    wrong = 0
    for i in range(n):
        if d[i].n != last[i]:
            wrong += 1
    print("dict: %d items, %d wrong" % (len(d), wrong))


def main(argv):
    n = int(argv[1])
    m = int(argv[2]) * 100
    boxes = [None] * n
    numbers = [-1] * n
    rgc.collect()
    replace(boxes, numbers, m)
    check("replaced", boxes, numbers)
    rgc.collect()
    replace(boxes, numbers, m)
    move_about(boxes, numbers, m)
    check("moved", boxes, numbers)
    copy = boxes[:]
    same = numbers[:]
    replace(copy, same, m)
    boxes.extend(copy)
    numbers.extend(same)
    check("copied", copy, same)
    check("joined", boxes, numbers)
    boxes, numbers = grow(n)
    check("grown", boxes, numbers)
    in_dict(n, m)
    return 0


def target(driver, args):
    return main, None
