"""Dictionaries: order of insertion, methods, deletion, growth."""


def show(d):
    print("{" + ", ".join(["%s: %d" % (k, d[k]) for k in d]) + "} %d" % len(d))


def entry_point(argv):
    d = {"one": 1, "two": 2}
    show(d)
    d["three"] = 3
    d["two"] = 22
    show(d)
    del d["one"]
    show(d)
    d["one"] = 11
    show(d)
    print("one" in d)
    print("ten" in d)
    print("ten" not in d)
    print(d.get("one", 0))
    print(d.get("ten", -1))
    print(d.setdefault("ten", 10))
    print(d.setdefault("ten", 100))
    show(d)
    try:
        print(d["nothing"])
    except KeyError:
        print("KeyError get")
    try:
        del d["nothing"]
    except KeyError:
        print("KeyError del")
    for k in d.keys():
        print(k)
    for v in d.values():
        print(v)
    for k, v in d.items():
        print("%s -> %d" % (k, v))
    e = d.copy()
    e["copy"] = 0
    show(d)
    show(e)
    f = {}
    f["two"] = 5
    d.update(f)
    show(d)
    d.clear()
    show(d)
    print(len(d) == 0)
    big = {}
    for i in range(1000):
        big[i * 7919 % 1009] = i
    total = 0
    for k in big:
        total = (total * 31 + k * big[k]) % 1000000007
    print(total)
    for i in range(0, 1000, 3):
        k = i * 7919 % 1009
        if k in big:
            del big[k]
    print(len(big))
    total = 0
    for k in big:
        total = (total * 31 + k * big[k]) % 1000000007
    print(total)
    for i in range(500):
        big[i + 5000] = i
    total = 0
    for k in big:
        total = (total * 31 + k * big[k]) % 1000000007
    print(total)
    return 0


def target(driver, args):
    return entry_point, None
