"""Dictionaries under many insertions and deletions, checked against a list; iteration order after deletions."""


def entry_point(argv):
    d = {}
    order = []
    x = 12345
    for i in range(5000):
        x = (x * 1103515245 + 12345) % 2147483648
        k = (x >> 8) % 200
        if (x >> 4) % 3 == 0:
            if k in d:
                del d[k]
                order.remove(k)
        else:
            if k not in d:
                order.append(k)
            d[k] = i
    print(len(d))
    print(len(order))
    i = 0
    ok = True
    for k in d:
        if order[i] != k:
            ok = False
        i += 1
    print(ok)
    t = 0
    for k, v in d.items():
        t = (t * 31 + k * 7 + v) % 1000000007
    print(t)
    s = {}
    for i in range(300):
        s["key%d" % (i * i % 101)] = i
    for k in s:
        print("%s %d" % (k, s[k]))
    while len(s) > 45:
        k, v = s.popitem()
        print(k + str(v))
    e = {}
    for i in range(10):
        e[i] = str(i)
    for k in list(e.keys()):
        if k % 2:
            del e[k]
    for k in e:
        print(e[k])
    print(e.pop(4))
    print(e.pop(99, "none"))
    try:
        e.pop(99)
    except KeyError:
        print("KeyError")
    f = {1.5: "a", 2.5: "b"}
    print(f[2.5])
    g = {True: "t", False: "f"}
    print(g[len(e) > 1])
    h = {(1, "a"): 1}
    h[(1, "a")] += 5
    print(h[(1, "a")])
    return 0


def target(driver, args):
    return entry_point, None
