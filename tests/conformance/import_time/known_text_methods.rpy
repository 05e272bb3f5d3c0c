# stage: flow space
"""Methods of texts that are known because a loop is unrolled."""
from rpython.rlib.unroll import unrolling_iterable
WORDS = unrolling_iterable(["add_int", "Sub_Float", "  mul ", "", "123", "a,b,,c"])
KINDS = unrolling_iterable(["ADD", "SUB"])


def show_methods():
    for w in WORDS:
        print("[" + w.upper() + "|" + w.lower() + "|" + w.strip() + "|" + w.lstrip() + "|" + w.rstrip() + "]")
        print(w.startswith("add"), w.endswith("int"), w.startswith(""), w.endswith("_Float"))
        print(w.replace("_", "-"), w.replace("", "."), w.replace("b", ""), w.replace("a", "xyz", 1))
        print(w.find("_"), w.rfind("_"), w.find("zz"), w.find(""), w.rfind(""), w.find("b", 1), w.find("a", 1, 3))
        print(w.count("_"), w.count(""), w.count(","), w.isdigit(), w.isalpha(), w.isupper(), w.islower(), w.isspace(), w.isalnum())
        print(w.strip(" m"), w.startswith("d", 1), w.count("a", 1), len(w.upper()))
        parts = w.split(",")
        print(len(parts), parts[0])
        print("-".join([w, w]))


def dispatch(name):
    for w in WORDS:
        if w.startswith("add") or w.lower().endswith("float"):
            short = w.lower().replace("_", "")
            if short == name:
                return "direct " + short
    return "none"


class Visitor(object):
    def visit_add(self):
        return 1
    def visit_sub(self):
        return 2


def call(v, which):
    for n in KINDS:
        if which == n.lower():
            return getattr(v, "visit_" + n.lower())()
    return 0


TABLE = {"add": 1, "sub": 2}
ROW = [5, 6]


class Handled(object):
    def visit_add(self):
        return 1
    def visit_sub(self):
        raise KeyError
    def visit_1(self):
        return 10
    def visit_2(self):
        return 20


def handled(v, which):
    try:
        for n in KINDS:
            if which == n.lower():
                return getattr(v, "visit_" + n.lower())()
    except KeyError:
        print("KeyError")
    except AttributeError:
        print("AE")
    finally:
        print("end")
    return 0


def handled_table(v, which):
    for n in KINDS:
        with_name = n.lower().replace("a", "a")
        try:
            if which == n:
                return getattr(v, "visit_%d" % TABLE[with_name])()
        except KeyError:
            print("KeyError")
    return 0


def handled_loop(v):
    for n in KINDS:
        try:
            k = n.lower()
            x = TABLE[k]
            y = getattr(v, "visit_" + str(x))()
            print(x, y, ROW[x - 1])
        except (KeyError, IndexError):
            print("none")
    for n in KINDS:
        try:
            k = n.lower() + "x"
            if k in TABLE:
                print("there")
            print(TABLE[k])
        except KeyError:
            print("none")


def entry_point(argv):
    show_methods()
    print(dispatch("addint"), dispatch("subfloat"), dispatch("x"))
    v = Visitor()
    print(call(v, "add"), call(v, "sub"), call(v, "SUB"))
    f = "abc".upper
    print(f())
    try:
        "abc".index("z")
    except ValueError:
        print("ValueError")
    h = Handled()
    print(handled(h, "add"), handled(h, "sub"), handled(h, "SUB"))
    print(handled_table(h, "ADD"), handled_table(h, "SUB"), handled_table(h, "x"))
    handled_loop(h)
    return 0


def target(driver, args):
    return entry_point
