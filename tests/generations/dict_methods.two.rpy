STOCK = {"apple": 3, "plum": 0, "cherry": 12}
NAMES = STOCK.keys()
NAMES.sort()


def entry_point(argv):
    print NAMES, STOCK.has_key("plum"), STOCK.has_key("grape")
    stock = dict(STOCK)
    stock["grape"] = 5
    keys = stock.keys()
    keys.sort()
    print keys[0], keys[-1], len(keys)
    values = stock.values()
    values.sort()
    values.reverse()
    print values, values[0] / 5
    for key, value in sorted(stock.items()):
        if not value:
            del stock[key]
            print "out of", key
    total = 0
    for value in stock.itervalues():
        total += value
    print "total", total
    print sorted(stock.iterkeys()), sorted(stock.iteritems(), key=lambda item: item[1])
    print stock.pop("grape"), stock.pop("grape", -1), stock.get("plum", 7)
    stock.update({"plum": 1})
    try:
        print stock["melon"]
    except KeyError, e:
        print "KeyError:", e
    print stock.setdefault("melon", 2), stock.setdefault("melon", 9)
    items = stock.items()
    print len(items), ("melon", 2) in items
    stock.clear()
    print stock, `stock.keys()`
    return 0


def target(driver, args):
    return entry_point, None
