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
    return 0


def target(driver, args):
    return entry_point
