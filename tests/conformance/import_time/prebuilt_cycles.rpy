# origin: after published programs
"""A prebuilt class graph: metaclasses that are instances of themselves, objects in cycles, dictionaries of classes, all made at
import time and changed at run time (the RSqueak/PySOM bootstrap)."""
from rpython.rlib.objectmodel import compute_identity_hash, newlist_hint


class W_Obj(object):
    def __init__(self, w_class):
        self.w_class = w_class
        self.links = []


class W_Cls(W_Obj):
    def __init__(self, name, w_super, w_class=None):
        W_Obj.__init__(self, w_class)
        self.name = name
        self.w_super = w_super
        self.selectors = {}
        self.subclasses = []
        if w_super is not None:
            w_super.subclasses.append(self)


def bootstrap():
    universe = {}

    def define(name, sup):
        w_sup = universe[sup] if sup else None
        w_meta_super = w_sup.w_class if w_sup else None
        w_meta = W_Cls(name + " class", w_meta_super)
        universe[name] = W_Cls(name, w_sup, w_meta)
        return universe[name]
    for name, sup in [("Object", None), ("Behavior", "Object"), ("Class", "Behavior"), ("Metaclass", "Behavior"), ("Number", "Object"),
                      ("Integer", "Number"), ("Float", "Number"), ("Set", "Object")]:
        define(name, sup)
    object_class = universe["Object"].w_class
    object_class.w_super = universe["Class"]
    universe["Class"].subclasses.append(object_class)
    for w in list(universe.values()):
        w.w_class.w_class = universe["Metaclass"]
    return universe


UNIVERSE = bootstrap()
W_METACLASS = UNIVERSE["Metaclass"]
for _w in UNIVERSE.values():
    for _selector in [_w.name[0].lower() + "Size", "printOn:"]:
        _w.selectors[_selector] = _w
RING = [W_Obj(_w) for _w in UNIVERSE.values()]
for _i in range(len(RING)):
    RING[_i].links.append(RING[(_i + 1) % len(RING)])
    RING[_i].links.append(RING[_i - 1])
by_identity = {}
for _i, _o in enumerate(RING):
    by_identity[_o] = _i


def chain(w_cls):
    names = newlist_hint(5)
    while w_cls is not None:
        names.append(w_cls.name)
        w_cls = w_cls.w_super
    return " < ".join(names)


def understands(w_cls, selector):
    w = w_cls
    while w is not None:
        if selector in w.selectors:
            return w.selectors[selector].name
        w = w.w_super
    return "-"


def count(w_cls):
    n = 1
    for w in w_cls.subclasses:
        n += count(w)
    return n


def entry_point(argv):
    for name in ["Object", "Integer", "Metaclass"]:
        w = UNIVERSE[name]
        print(chain(w))
        print("  " + chain(w.w_class))
    print(W_METACLASS.w_class.w_class is W_METACLASS, W_METACLASS.w_class.w_class.w_class.w_class is W_METACLASS)
    print(understands(UNIVERSE["Float"], "nSize"), understands(UNIVERSE["Float"], "sSize"), understands(UNIVERSE["Set"].w_class, "printOn:"))
    print(count(UNIVERSE["Object"]))
    w_new = W_Cls("Fraction", UNIVERSE["Number"], W_Cls("Fraction class", UNIVERSE["Number"].w_class, W_METACLASS))
    UNIVERSE["Fraction"] = w_new
    print(count(UNIVERSE["Object"]), chain(w_new.w_class), len(UNIVERSE))
    o = RING[0]
    steps = 0
    seen = {}
    while o not in seen:
        seen[o] = None
        o = o.links[0]
        steps += 1
    print(steps, o is RING[0], by_identity[RING[3].links[1]], W_Obj(None) in by_identity)
    hashes = {}
    for o in RING:
        hashes[compute_identity_hash(o)] = o
    for o in RING:
        if hashes[compute_identity_hash(o)] is not o:
            print("clash")
    RING[0].links = []
    print(len(RING[1].links[1].links), RING[-1].links[0] is RING[0])
    return 0


def target(driver, args):
    return entry_point
