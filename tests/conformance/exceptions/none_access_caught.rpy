"""Attributes, items and methods of None: caught as AttributeError or TypeError; tests for None; None among values."""


class Node(object):
    def __init__(self, value, next):
        self.value = value
        self.next = next

    def name(self):
        return "node %d" % self.value


def build(n):
    head = None
    for i in range(n):
        head = Node(i, head)
    return head


def nth(head, n):
    while n > 0:
        head = head.next
        n -= 1
    return head.value


def last_name(head, n):
    for i in range(n):
        head = head.next
    return head.name()


def set_value(head, n):
    for i in range(n):
        head = head.next
    head.value = 100
    return head.value


def text_or_none(n):
    if n > 2:
        return "text%d" % n
    return None


def list_or_none(n):
    return [n, n + 1] if n > 2 else None


def dict_or_none(n):
    return {"n": n} if n > 2 else None


def func_or_none(n):
    return nth if n > 2 else None


def attempt(which, n):
    try:
        if which == 0:
            return str(nth(build(n), 2))
        if which == 1:
            return last_name(build(n), 2)
        if which == 2:
            return str(set_value(build(n), 2))
        if which == 3:
            return text_or_none(n).upper()
        if which == 4:
            return str(list_or_none(n)[0])
        if which == 5:
            return str(dict_or_none(n)["n"])
        if which == 6:
            l = list_or_none(n)
            l.append(3)
            return str(l)
        if which == 7:
            return str(list_or_none(n).pop())
        if which == 8:
            t = 0
            for x in list_or_none(n):
                t += x
            return str(t)
        if which == 9:
            f = func_or_none(n)
            return str(f(build(5), 1)) if f is not None else "no function"
    except AttributeError:
        return "AttributeError"
    except TypeError:
        return "TypeError"
    return "nothing"


def tests(x):
    s = "yes" if x else "no"
    if x is None:
        s += " none"
    elif x == "":
        s += " empty"
    else:
        s += " " + x
    return s + (" not none" if x is not None else "") + " " + (x or "default")


def equal(a, b):
    return a == b, a != b, a is None, a is None and b is None


def narrowing(head):
    total = 0
    node = head
    while node is not None and node.value != 2:
        total += node.value
        node = node.next
    if not node:
        return -total
    return total * 10 + (node.next.value if node.next else 0)


def entry_point(argv):
    for which in range(10):
        for n in [0, 2, 3, 4]:
            print(which, n, attempt(which, n))
    for x in ["a", None, ""]:
        print(tests(x))
    print(equal(None, None), equal("a", None), equal(None, "a"), equal("a", "a"))
    print(narrowing(build(0)), narrowing(build(2)), narrowing(build(5)), [text_or_none(i) for i in range(5)])
    print({"a": None, "b": "x"}, [None, "y"].index(None), None in ["a", None], {None: 1, "k": 2}[None], str(text_or_none(1)), repr(text_or_none(3)))
    print([list_or_none(i) for i in range(4)], "%s %s" % (None, text_or_none(0)))
    return 0


def target(driver, args):
    return entry_point
