"""print to files: `print(x, file=f)` and `print >>f, x`. A file is whatever has a method `write`."""
from rpython.rlib.objectmodel import specialize
from rpython_builtins.files import File

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
    """Whether a blank comes before the next item, for files that do not know it themselves."""
    blank = False


state = State()


@specialize.argtype(0)
def set_softspace(f, blank):
    if isinstance(f, File):
        return f.set_softspace(blank)
    was = state.blank
    state.blank = blank
    return was


@specialize.argtype(0, 1)
def print_item_to(f, x):
    text = str(x)
    if set_softspace(f, False):
        f.write(" ")
    f.write(text)
    is_text = isinstance(x, str) or isinstance(x, unicode)
    if not is_text or len(text) == 0 or text[-1] not in "\n\t\r\v\f":
        set_softspace(f, True)


@specialize.argtype(0)
def print_newline_to(f):
    set_softspace(f, False)
    f.write("\n")
