# skip-gc: none nothing dies
# skip-gc: boehm stale addresses keep objects alive
# skip-gc: ref it makes cycles with finalizers
# args: 30000 7
# skip-llinterp: no collector
# A random heap against a model of it: nodes, arrays, strings, weak references, finalizers and identity hashes. The model is made
# of numbers only. More: random_heap STEPS SEED.
import os
import weakref
from rpython.rlib import rgc
from rpython.rlib.objectmodel import compute_identity_hash

ROOTS = 48
REFS = 32


class Node(object):
    def __init__(self, number, left, right):
        self.number = number
        self.left = left
        self.right = right
        self.items = None
        self.text = "n" + str(number)
        self.hash = 0


class Watched(Node):
    def __del__(self):
        model.finalized[self.number] += 1
        if self.text != "n" + str(self.number):
            wrong("text of a dead node", self.number)


class Model(object):
    def __init__(self):
        self.left = []          # by number of the node; -1: None
        self.right = []
        self.items = []
        self.finalized = []
        self.watched = []
        self.roots = [-1] * ROOTS
        self.refs = [-1] * REFS


class State(object):
    def __init__(self):
        self.seed = 1
        self.errors = 0


model = Model()
state = State()
kept = [None]                   # a prebuilt list that old and new objects are stored in


def wrong(what, number):
    state.errors += 1
    if state.errors < 10:
        print("WRONG: " + what + " " + str(number))


def rand(n):
    state.seed = (state.seed * 1103515245 + 12345) & 0x3fffffff
    return (state.seed >> 8) % n


def number_of(node):
    if node is None:
        return -1
    return node.number


def new_node(left, right):
    k = len(model.left)
    model.left.append(number_of(left))
    model.right.append(number_of(right))
    model.items.append(None)
    model.finalized.append(0)
    if rand(8) == 0:
        model.watched.append(k)
        return Watched(k, left, right)
    return Node(k, left, right)


def check(node, number):
    """Whether a node is what the model says."""
    if node is None:
        if number != -1:
            wrong("a node is lost", number)
        return
    if node.number != number:
        wrong("another node", number)
        return
    if number_of(node.left) != model.left[number] or number_of(node.right) != model.right[number]:
        wrong("fields", number)
    if node.text != "n" + str(number):
        wrong("text", number)
    if model.finalized[number] > 0:
        wrong("finalized, but alive", number)
    if node.hash != 0 and node.hash != compute_identity_hash(node):
        wrong("hash", number)
    items = node.items
    expected = model.items[number]
    if items is None or expected is None:
        if items is not None or expected is not None:
            wrong("items", number)
        return
    if len(items) != len(expected):
        wrong("number of items", number)
        return
    for i in range(len(items)):
        if number_of(items[i]) != expected[i]:
            wrong("item", number)
            break


def walk(roots, k):
    """A node some way from a root, or None."""
    node = roots[k]
    number = model.roots[k]
    for i in range(rand(6)):
        check(node, number)
        if node is None:
            return None
        way = rand(3)
        if way == 0:
            node = node.left
            number = model.left[number]
        elif way == 1:
            node = node.right
            number = model.right[number]
        elif node.items is not None and len(node.items) > 0:
            i = rand(len(node.items))
            number = model.items[number][i]
            node = node.items[i]
    check(node, number)
    return node


def check_all(roots):
    """Looks at all that can be reached; gives the sum of the numbers, which is the model's too."""
    seen = [False] * len(model.left)
    work = []
    for k in range(ROOTS):
        check(roots[k], model.roots[k])
        work.append(roots[k])
    total = 0
    while len(work) > 0:
        node = work.pop()
        if node is None or seen[node.number]:
            continue
        seen[node.number] = True
        total += node.number
        check(node, node.number)
        work.append(node.left)
        work.append(node.right)
        if node.items is not None:
            for item in node.items:
                work.append(item)
    return total


def set_items(node, roots, n):
    items = [None] * n
    numbers = [-1] * n
    for i in range(0, n, 1 + n // 50):
        k = rand(ROOTS)
        items[i] = roots[k]
        numbers[i] = model.roots[k]
    node.items = items
    model.items[node.number] = numbers


def set_item(node, roots):
    if node.items is None or len(node.items) == 0:
        return
    i = rand(len(node.items))
    k = rand(ROOTS)
    node.items[i] = roots[k]
    model.items[node.number][i] = model.roots[k]


def change_items(node, roots):
    """Operations on lists that move many references at once."""
    items = node.items
    numbers = model.items[node.number]
    if items is None or numbers is None or len(items) > 4000:
        return
    way = rand(4)
    k = rand(ROOTS)
    if way == 0:
        items.append(roots[k])
        numbers.append(model.roots[k])
    elif way == 1 and len(items) > 0:
        i = rand(len(items))
        del items[i]
        del numbers[i]
    elif way == 2:
        i = rand(len(items) + 1)
        items.insert(i, roots[k])
        numbers.insert(i, model.roots[k])
    else:
        node.items = items + items[:5]
        model.items[node.number] = numbers + numbers[:5]


def step(roots, refs):
    what = rand(24)
    k = rand(ROOTS)
    if what < 8:
        left = roots[rand(ROOTS)]
        right = None
        if rand(4) == 0:
            right = roots[rand(ROOTS)]
        node = new_node(left, right)
        roots[k] = node
        model.roots[k] = node.number
        return
    if what < 11:
        roots[k] = None
        model.roots[k] = -1
        return
    if what == 11 and rand(30) == 0:
        for i in range(3, ROOTS):
            roots[i] = None
            model.roots[i] = -1
        return
    node = walk(roots, k)
    if node is None:
        return
    if what < 14:
        j = rand(ROOTS)
        node.left = roots[j]
        model.left[node.number] = model.roots[j]
    elif what < 16:
        node.right = None
        model.right[node.number] = -1
    elif what < 18:
        n = rand(20)
        if rand(100) == 0:
            n = 3000 + rand(6000)
        set_items(node, roots, n)
    elif what < 20:
        set_item(node, roots)
    elif what == 20:
        change_items(node, roots)
    elif what == 21:
        if node.hash == 0:
            node.hash = compute_identity_hash(node)
    elif what == 22:
        j = rand(REFS)
        refs[j] = weakref.ref(node)
        model.refs[j] = node.number
        kept[0] = node
    else:
        j = rand(REFS)
        ref = refs[j]
        if ref is not None:
            target = ref()
            if target is not None:
                check(target, model.refs[j])


def run(steps, seed):
    state.seed = seed
    roots = [None] * ROOTS
    refs = [None] * REFS
    for i in range(steps):
        step(roots, refs)
        if i % 2500 == 2499:
            print("step " + str(i + 1) + ": " + str(check_all(roots)))
        if i % 5000 == 4999:
            rgc.collect()
    total = check_all(roots)
    # what the roots refer to is alive for the weak references
    for j in range(REFS):
        for k in range(ROOTS):
            if model.refs[j] >= 0 and model.refs[j] == model.roots[k]:
                ref = refs[j]
                if ref is None or ref() is not roots[k]:
                    wrong("weak reference", model.refs[j])
    return total


def entry_point(argv):
    steps = 30000
    seed = 7
    if len(argv) > 2:
        steps = int(argv[1])
        seed = int(argv[2])
    print("end: " + str(run(steps, seed)))
    kept[0] = None
    for i in range(5):
        rgc.collect()
    lacking = 0
    for number in model.watched:
        if model.finalized[number] != 1:
            lacking += 1
    print("watched: " + str(len(model.watched)) + ", not finalized once: " + str(lacking))
    print("errors: " + str(state.errors))
    return 0


def target(driver, args):
    return entry_point, None
