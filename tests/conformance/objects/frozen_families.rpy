# frozen objects of several kinds in one variable, with None, some without an attribute or method
class Frozen(object):
    def _freeze_(self):
        return True


class Named(Frozen):
    def __init__(self, name):
        self.name = name

    def call(self, x):
        return x + len(self.name)


class Sized(Frozen):
    unit = "cm"

    def __init__(self, name, size):
        self.name = name
        self.size = size

    def call(self, x):
        return x * self.size

    def area(self):
        return self.size * self.size


class Shown(Sized):
    unit = "mm"

    def __init__(self, name, size, color):
        Sized.__init__(self, name, size)
        self.color = color

    def call(self, x):
        return -x

    def label(self, sep):
        return self.name + sep + self.color


ANN = Named("ann")
BOB = Sized("bob", 3)
CID = Shown("cid", 4, "red")
DAN = Shown("dan", 5, "blue")
ALL = [ANN, BOB, CID, DAN]
TABLE = {"a": ANN, "b": BOB, "c": CID}


def describe(o):
    if o is None:
        return "none"
    text = o.name + " " + str(o.call(10))
    try:
        text += " " + str(o.size)
    except AttributeError as e:
        text += " (" + str(e) + ")"
    try:
        text += " " + o.color
    except AttributeError:
        text += " colourless"
    try:
        text += " " + str(o.area()) + o.unit
    except AttributeError:
        text += " flat"
    if o is CID or o is DAN:
        text += " " + o.label("/")
    return text


class Holder(object):
    what = None

    def get(self, default):
        if self.what is None:
            return default
        return self.what.name


def entry_point(argv):
    for o in ALL:
        print(describe(o))
    some = [CID, None, ANN]
    for o in some:
        print(describe(o))
    print(describe(TABLE.get("b", None)), describe(TABLE.get("z", None)))
    holder = Holder()
    print(holder.get("nobody"))
    for o in ALL:
        holder.what = o
        print(holder.get("nobody"), o is BOB)
    maybe = None
    if len(argv) > 3:
        maybe = BOB
    try:
        print(maybe.name)
    except AttributeError:
        print("None has no name")
    return 0


def target(driver, args):
    return entry_point, None
