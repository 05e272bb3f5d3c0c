"""Handles for C: instances as GC references and back, integers that stand for objects in a table with a free list, strings and
instances through one erased type, base pointers, `keepalive_until_here`, weak references to what is in the table."""
import weakref
from rpython.rlib import rgc
from rpython.rlib.objectmodel import keepalive_until_here, specialize, compute_unique_id, instantiate, we_are_translated
from rpython.rlib.rerased import new_erasing_pair, new_static_erasing_pair
from rpython.rtyper.annlowlevel import cast_instance_to_gcref, cast_gcref_to_instance
from rpython.rtyper.lltypesystem import lltype, llmemory


class W_Root(object):
    refcount = 0

    def describe(self):
        return "object"


class W_Number(W_Root):
    def __init__(self, n):
        self.n = n

    def describe(self):
        return "number %d" % self.n


class W_Text(W_Root):
    def __init__(self, s):
        self.s = s

    def describe(self):
        return "text " + self.s


erase_list, unerase_list = new_erasing_pair("list of numbers")
erase_text, unerase_text = new_erasing_pair("text")
erase_object, unerase_object = new_static_erasing_pair("object")


class Handles(object):
    """Slots with a chain of free ones."""
    def __init__(self):
        self.slots = [None]
        self.next_free = [0]
        self.free = 0
        self.used = 0

    def new(self, w):
        self.used += 1
        w.refcount += 1
        if self.free:
            h = self.free
            self.free = self.next_free[h]
            self.slots[h] = w
            return h
        self.slots.append(w)
        self.next_free.append(0)
        return len(self.slots) - 1

    def get(self, h):
        if h <= 0 or h >= len(self.slots):
            return None
        return self.slots[h]

    def drop(self, h):
        w = self.get(h)
        if w is None:
            return False
        w.refcount -= 1
        self.used -= 1
        self.slots[h] = None
        self.next_free[h] = self.free
        self.free = h
        return True


@specialize.arg(0)
def back(cls, ref):
    return cast_gcref_to_instance(cls, ref)


NULL = lltype.nullptr(llmemory.GCREF.TO)
PREBUILT = W_Text("prebuilt")


class Bag(object):
    def __init__(self):
        self.refs = []

    def put(self, w):
        self.refs.append(cast_instance_to_gcref(w))

    def numbers(self):
        total = 0
        for ref in self.refs:
            if not ref:
                continue
            w = back(W_Root, ref)
            if isinstance(w, W_Number):
                total += w.n
        return total


class Cell(object):
    """Holds a list of numbers, a text, or an object, by its kind."""
    def __init__(self, kind, storage):
        self.kind = kind
        self.storage = storage

    def show(self):
        if self.kind == "list":
            numbers = unerase_list(self.storage)
            return "list " + ",".join([str(n) for n in numbers])
        if self.kind == "text":
            return "text " + unerase_text(self.storage)
        return "object " + unerase_object(self.storage).describe()


def watched(n):
    w = W_Number(n)
    return weakref.ref(w), w.n


def entry_point(argv):
    table = Handles()
    hs = [table.new(W_Number(i * i)) for i in range(6)]
    shared = W_Text("shared")
    hs.append(table.new(shared))
    hs.append(table.new(shared))
    print(hs, shared.refcount, table.used)
    print(table.drop(hs[2]), table.drop(hs[4]), table.drop(hs[4]), table.drop(99), table.drop(0))
    print(table.new(W_Text("a")), table.new(W_Text("b")), table.new(W_Text("c")), table.used)
    for h in range(12):
        w = table.get(h)
        if w is not None:
            print("%d %s" % (h, w.describe()))
    table.drop(hs[6])
    print(shared.refcount)
    bag = Bag()
    for i in range(5):
        bag.put(W_Number(i))
        bag.put(PREBUILT)
    bag.refs.append(NULL)
    rgc.collect()
    print(bag.numbers(), len(bag.refs), bag.refs[1] == bag.refs[3], bag.refs[0] == bag.refs[2], back(W_Text, bag.refs[1]).s)
    w = W_Number(3)
    ref = cast_instance_to_gcref(w)
    same = back(W_Number, ref)
    same.n += 1
    print(w.n, same is w, compute_unique_id(w) == compute_unique_id(same))
    keepalive_until_here(w)
    cells = [Cell("list", erase_list([1, 2, 3])), Cell("text", erase_text("xyz")), Cell("object", erase_object(shared))]
    for c in cells:
        print(c.show())
    numbers = unerase_list(cells[0].storage)
    numbers.append(4)
    print(cells[0].show())
    r, n = watched(5)
    keep = watched(6)[0]()
    r2 = weakref.ref(shared)
    rgc.collect()
    print(n, r2() is shared, keep is None or keep.n == 6)
    empty = instantiate(W_Text)
    empty.s = "made late"
    print(empty.describe(), empty.refcount)
    return 0


def target(driver, args):
    return entry_point, None
