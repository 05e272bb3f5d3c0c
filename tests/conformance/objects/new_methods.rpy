class Single(object):
    _inst = None
    def __new__(cls):
        if cls._inst is None:
            cls._inst = object.__new__(cls)
            cls._inst.count = 0
        return cls._inst

S0 = Single()

class Interned(object):
    def __new__(cls, name):
        self = object.__new__(cls)
        self.name = name
        return self
    def show(self):
        return "I" + self.name

class WithInit(object):
    def __new__(cls, x):
        o = super(WithInit, cls).__new__(cls)
        o.made = x
        return o
    def __init__(self, x):
        self.x = x + 1

class Reg(object):
    classes = []
    def __init_subclass__(cls, **kw):
        Reg.classes.append(cls)
    def __class_getitem__(cls, item):
        return (cls, item)

class R1(Reg):
    tag = 1
class R2(Reg):
    tag = 2

ITEM = R1[5]
CL = Reg.classes

def entry_point(argv):
    n = len(argv)
    i = Interned("bob" + str(n))
    print(i.show(), i.name)
    w = WithInit(n)
    print(w.made, w.x)
    for c in CL:
        print(c.tag, c.__name__)
    print(ITEM[1], S0.count)
    return 0

def target(driver, args):
    return entry_point, None
