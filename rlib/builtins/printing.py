"""print to files: `print(x, file=f)` and `print >>f, x`. A file is whatever has a method `write`."""
from rpython.rlib.objectmodel import specialize

MOST = 16


def _printer(n):
    names = ["x%d" % i for i in range(n)]
    params = "".join([", " + name for name in names])
    text = " + sep + ".join(["str(%s)" % name for name in names] or ["''"])
    scope = {}
    exec("def print_to(f, sep, end%s):\n    f.write(%s + end)\n" % (params, text), scope)
    return specialize.argtype(*[0] + list(range(3, n + 3)))(scope["print_to"])


# By number of items.
for _n in range(MOST + 1):
    globals()["print_to_%d" % _n] = _printer(_n)

SPACE = " "
LINE = "\n"


class State(object):
    """Whether a blank comes before the next item."""
    blank = False


state = State()


@specialize.argtype(0, 1)
def print_item_to(f, x):
    text = str(x)
    blank = state.blank
    state.blank = len(text) == 0 or text[-1] not in "\n\t\r"
    f.write(" " + text if blank else text)


@specialize.argtype(0)
def print_newline_to(f):
    state.blank = False
    f.write("\n")
