class Proxy(object):
    def __init__(self, d):
        self.d = d
    def __getattr__(self, name):
        return self.d[name]

class Logged(object):
    log = []
    def __init__(self, x):
        self.x = x
    def __setattr__(self, name, value):
        Logged.log.append(name)
        object.__setattr__(self, name, value)

class Meta(object):
    def __init__(self):
        self.real = 5
    def __getattr__(self, name):
        if name == "magic":
            return 42
        raise AttributeError(name)

def entry_point(argv):
    p = Proxy({"a": 1, "b": 2})
    print(p.a, p.b)
    try:
        print(p.zz)
    except KeyError:
        print("no zz")
    l = Logged(3)
    l.x = 4
    l.y = 5
    print(l.x + l.y, Logged.log)
    m = Meta()
    print(m.real, m.magic)
    try:
        print(m.other)
    except AttributeError as e:
        print("attr", e)
    return 0

def target(driver, args):
    return entry_point, None
