# origin: after published programs
# args: 7 -2 11 x
"""Lists that one loop fills are of fixed length where nothing else resizes them."""
from rpython.rlib.debug import make_sure_not_resized


class Frame(object):
    _immutable_fields_ = ["items[*]"]

    def __init__(self, items):
        make_sure_not_resized(items)
        self.items = items


class Node(object):
    def __init__(self, children):
        self.children = children

    def copy(self):
        children = []
        for child in self.children:
            children.append(child.copy())
        return Node(children[:])


def plain(words):
    r = []
    for w in words:
        r.append(w + "!")
    return Frame(r)


def some(words):
    r = []
    for w in words:
        if w[0] != "-":
            r.append(w)
    return Frame(r)


def nested(n, m):
    r = []
    for i in range(n):
        for j in range(m):
            if i != j:
                r.append(str(10 * i + j))
    return Frame(r)


def early(words):
    r = []
    if not words:
        return Frame(r)
    for w in words:
        if w == "11":
            break
        r.append(w)
    else:
        return Frame(r)
    return Frame(r)


def inside_handler(words):
    r = []
    for w in words:
        try:
            r.append(str(int(w) + 1))
        except ValueError:
            r.append("no")
    return Frame(r)


def left_by_exception(words):
    r = []
    for w in words:
        r.append(str(int(w)))
    return Frame(r)


def method_before(words):
    r = []
    add = r.append
    for w in words:
        add(w.upper())
    return Frame(r)


def two_values(d):
    r = []
    for k, v in d.items():
        r.append(k)
        r.append(str(v))
    return Frame(r)


def lists_in_loop(rows):
    frames = []
    for row in rows:
        r = []
        for w in row:
            r.append(w)
        frames.append(Frame(r))
    return frames


def from_generator(n):
    for i in range(n):
        yield str(i * i)


def of_generator(n):
    r = []
    for x in from_generator(n):
        r.append(x)
    return Frame(r)


# What must not be taken for such a list.


def seen_in_handler(words):
    r = []
    try:
        for w in words:
            r.append(int(w))
    except ValueError:
        r.append(-99)
    return r


def seen_in_finally(words, out):
    r = []
    try:
        for w in words:
            r.append(int(w))
    finally:
        out.append(len(r))
    return r


def read_meanwhile(words):
    r = []
    for w in words:
        r.append(len(w) + len(r))
    return r


def two_names(words):
    r = s = []
    for w in words:
        r.append(w)
    s.append("end")
    return len(r), len(s)


def kept_elsewhere(words):
    r = []
    all = [r]
    for w in words:
        r.append(w)
    all.append(["end"])
    r.append("more")
    return len(all[0]), len(r)


def grows_later(words):
    r = []
    for w in words:
        r.append(w)
    r.append("later")
    r.pop(0)
    return r


def in_while(n):
    r = []
    while n:
        for i in range(n):
            r.append(i)
        n -= 1
    r.append(-1)
    return r


def other_value(words, old):
    r = []
    if len(words) > 3:
        r = old
    for w in words:
        r.append(w)
    return r


def previous(rows):
    last = ["none"]
    sizes = []
    for row in rows:
        if not row:
            continue
        r = []
        for w in row:
            r.append(w)
        sizes.append(len(last))
        last = r
    last.append("one more")
    return len(last), sizes


def itself(n):
    r = []
    for i in range(n):
        r.append(r)
    return len(r)


def show(frame):
    print(" ".join(frame.items))


def entry_point(argv):
    words = argv[1:]
    show(plain(words))
    show(some(words))
    show(nested(3, 2))
    show(early(words))
    show(early([]))
    show(inside_handler(words))
    show(left_by_exception(words[:2]))
    try:
        show(left_by_exception(words))
    except ValueError:
        print("no number")
    show(method_before(words))
    show(two_values({"a": 1, "b": 2}))
    for f in lists_in_loop([words, [], ["z"]]):
        show(f)
    show(of_generator(4))
    print(len(Node([Node([]), Node([Node([])])]).copy().children))
    print(seen_in_handler(words), seen_in_handler(words[:3]))
    out = []
    try:
        print(seen_in_finally(words, out))
    except ValueError:
        print("again")
    print(seen_in_finally(words[:1], out), out)
    print(read_meanwhile(words), two_names(words), kept_elsewhere(words))
    print(grows_later(words), in_while(3))
    old = ["old"]
    print(other_value(words, old), len(old), other_value(words[:1], old), len(old))
    print(previous([words, [], ["z"]]), itself(3))
    return 0


def target(driver, args):
    return entry_point, None
