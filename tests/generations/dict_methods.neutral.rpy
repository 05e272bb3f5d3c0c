STOCK = {"apple": 3, "plum": 0, "cherry": 12}
NAMES = sorted(STOCK.keys())


def entry_point(argv):
    print("%s %s %s" % (NAMES, "plum" in STOCK, "grape" in STOCK))
    stock = STOCK.copy()
    stock["grape"] = 5
    keys = sorted(stock)
    print("%s %s %d" % (keys[0], keys[-1], len(keys)))
    values = list(stock.values())
    values.sort()
    values.reverse()
    print("%s %d" % (values, values[0] // 5))
    for key in sorted(stock.keys()):
        if stock[key] == 0:
            del stock[key]
            print("out of " + key)
    total = 0
    for key in stock:
        total += stock[key]
    print("total %d" % total)
    print("%s %s" % (sorted(stock.keys()), sorted(stock.items(), key=lambda item: item[1])))
    first = stock.pop("grape")
    print("%d %d %d" % (first, stock.pop("grape", -1), stock.get("plum", 7)))
    stock.update({"plum": 1})
    try:
        print(stock["melon"])
    except KeyError:
        print("KeyError: 'melon'")
    melon = stock.setdefault("melon", 2)
    print("%d %d" % (melon, stock.setdefault("melon", 9)))
    items = list(stock.items())
    print("%d %s" % (len(items), ("melon", 2) in items))
    stock.clear()
    print("%s %s" % (stock, list(stock.keys())))
    return 0


def target(driver, args):
    return entry_point, None
