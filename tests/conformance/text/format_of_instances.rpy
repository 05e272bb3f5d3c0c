class V(object):
    def __init__(self, x):
        self.x = x
    def __format__(self, spec):
        if spec == "":
            return "V(" + str(self.x) + ")"
        return "V[" + spec + "]" + str(self.x)
    def __str__(self):
        return "str" + str(self.x)

class S(object):
    def __init__(self, x):
        self.x = x
    def __str__(self):
        return "S" + str(self.x)

def entry_point(argv):
    n = len(argv)
    v = V(n)
    print("{0} {0:>5} {0.x}".format(v))
    print(f"{v} {v:abc} {v!s:>8} {v!r:.1}")
    print(format(v), format(v, "q"), "%s" % v)
    s = S(4)
    print("{}|{!s:>4}|{}".format(s, s, n), f"{s}")
    for o in [v, V(8)]:
        print("{:z}".format(o))
    return 0

def target(driver, args):
    return entry_point, None
