from rpython.rlib.rarithmetic import intmask, r_uint
class Box(object):
    def __init__(self, v):
        self.v = v
def hash1(s):
    h = 0
    for c in s:
        h = h * 6364136223846793005 + ord(c)
    return h
def hash2(s):
    h = 0
    for c in s:
        h = intmask(h * 6364136223846793005 + ord(c))
        h = (h * 6364136223846793005 + ord(c)) & 0xffffffff
    return h
def quiet(n):
    flag = 0
    if n > 3:
        flag = True
    return flag
def entry_point(argv):
    print(hash1(argv[0]) == hash2(argv[0]))
    a = Box(1)
    b = Box(True)
    print("%s" % a.v)
    print("%d" % b.v)
    if quiet(len(argv)):
        print("flag")
    t = 0
    for x in argv:
        t += 0.5
    print(t * 2)
    u = 0
    for x in argv:
        u += 0.5
    if u > 3:
        print("u")
    d = {"a": 1}
    d["b"] = 2.5
    for k, v in d.items():
        print(k, v)
    s = sorted({3, 1})
    print(s)
    x = argv[0]
    if x is None or x is x:
        return 0
    return 7 // 2
def target(driver, args):
    return entry_point, None
