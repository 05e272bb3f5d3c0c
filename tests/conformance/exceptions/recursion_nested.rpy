"""Operations that go down nested objects by themselves: the handler around each gets the RecursionError. They are called where
little of the stack is left."""
from collections import deque


def nested(n):
    l = []
    for i in range(n):
        l = [l]
    return l


def as_text(a, b):
    try:
        return str(len(str(a)))
    except RuntimeError:
        return "too deep"


def as_repr(a, b):
    try:
        return repr(a)
    except RecursionError:
        return "too deep"


def formatted(a, b):
    try:
        return "<%s>" % (a,)
    except RuntimeError:
        return "too deep"


def format_method(a, b):
    try:
        return "{} {}".format(1, a)
    except Exception:
        return "too deep"


def printed(a, b):
    try:
        print(a)
    except RuntimeError:
        return "too deep"
    return "printed"


def equal(a, b):
    try:
        return str(a == b)
    except RuntimeError:
        return "too deep"


def unequal(a, b):
    try:
        return str(a != b)
    except RecursionError:
        return "too deep"


def tested(a, b):
    try:
        if a == b:
            return "yes"
    except RuntimeError:
        return "too deep"
    return "no"


def less(a, b):
    try:
        return str(a < b)
    except RuntimeError:
        return "too deep"


def at_least(a, b):
    try:
        return str(a >= b)
    except:
        return "too deep"


def within(a, b):
    l = [[], b]
    try:
        return str(a in l)
    except RuntimeError:
        return "too deep"


def not_within(a, b):
    l = [[], b]
    try:
        return str(a not in l)
    except RuntimeError:
        return "too deep"


def in_tuple(a, b):
    try:
        return str((1, a) == (1, b))
    except RuntimeError:
        return "too deep"


def in_dicts(a, b):
    try:
        return str({1: a} == {1: b})
    except RuntimeError:
        return "too deep"


def index(a, b):
    l = [b]
    try:
        return str(l.index(a))
    except RuntimeError:
        return "too deep"


def count(a, b):
    l = [b]
    try:
        return str(l.count(a))
    except RuntimeError:
        return "too deep"


def remove(a, b):
    l = [b]
    try:
        l.remove(a)
    except RuntimeError:
        return "too deep"
    return "removed"


def in_order(a, b):
    l = [a, b]
    try:
        return str(len(sorted(l)))
    except RuntimeError:
        return "too deep"


def sort(a, b):
    l = [a, b]
    try:
        l.sort()
    except RuntimeError:
        return "too deep"
    return "sorted"


def least(a, b):
    try:
        return str(len(min(a, b)))
    except RuntimeError:
        return "too deep"


def in_deque(a, b):
    try:
        return str(deque([a]) == deque([b]))
    except RuntimeError:
        return "too deep"


def cleaned(a, b):
    try:
        return a == b
    finally:
        print("cleaned")


def by_caller(a, b):
    try:
        return str(cleaned(a, b))
    except RecursionError:
        return "too deep"


def by_class(a, b):
    try:
        return str(a == b)
    except KeyError:
        return "wrong"
    except RuntimeError as e:
        return "too deep %s" % isinstance(e, RecursionError)


def in_loop(a, b):
    deep = 0
    for l in [a, a]:
        try:
            if l == b:
                deep += 100
        except RuntimeError:
            deep += 1
    return str(deep)


def generate(a, b):
    try:
        yield str(a == b)
    except RuntimeError:
        yield "too deep"


def generated(a, b):
    text = ""
    for part in generate(a, b):
        text += part
    return text


def nothing(a, b):
    return "nothing"


def far_down(n, f, a, b):
    if n == 0:
        return f(a, b)
    return far_down(n - 1, f, a, b) + ""


def room():
    """How often `far_down` can call itself."""
    least, most = 1, 1 << 24
    l = nested(1)
    while least + 1 < most:
        n = (least + most) // 2
        try:
            far_down(n, nothing, l, l)
            least = n
        except RecursionError:
            most = n
    return least


FUNCTIONS = [
    ("str", as_text), ("repr", as_repr), ("format", formatted), ("format method", format_method), ("print", printed),
    ("==", equal), ("!=", unequal), ("if", tested), ("<", less), (">=", at_least), ("in", within),
    ("not in", not_within), ("tuples", in_tuple), ("dicts", in_dicts), ("index", index), ("count", count),
    ("remove", remove), ("sorted", in_order), ("sort", sort), ("min", least), ("deque", in_deque),
    ("by caller", by_caller), ("by class", by_class), ("loop", in_loop), ("generated", generated)]


def entry_point(argv):
    a, b = nested(5000), nested(5000)
    n = room() - 150
    for name, f in FUNCTIONS:
        print(name + " " + far_down(n, f, a, b))
    a, b = nested(3), nested(3)
    for name, f in FUNCTIONS:
        print(name + " " + f(a, b))
    return 0


def target(driver, args):
    return entry_point
