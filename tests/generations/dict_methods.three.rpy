from typing import Dict

STOCK: Dict[str, int] = {"apple": 3, "plum": 0, "cherry": 12}
NAMES = sorted(STOCK.keys())
BOTH = {**STOCK, "grape": 5}


def entry_point(argv):
    print(NAMES, "plum" in STOCK, "grape" in STOCK.keys())
    stock = BOTH.copy()
    first, *_, last = sorted(stock)
    print(first, last, len(stock.keys()))
    values = sorted(stock.values(), reverse=True)
    print(values, int(values[0] / 5))
    for key, value in sorted(stock.items()):
        if not value:
            del stock[key]
            print("out of", key)
    print("total", sum(stock.values()))
    print(sorted(stock), sorted(stock.items(), key=lambda item: item[1]))
    print(stock.pop("grape"), stock.pop("grape", -1), stock.get("plum", 7))
    stock |= {"plum": 1}
    try:
        print(stock["melon"])
    except KeyError as e:
        print(f"KeyError: {e}")
    print(stock.setdefault("melon", 2), stock.setdefault("melon", 9))
    print(len(stock.items()), ("melon", 2) in stock.items())
    stock.clear()
    print(stock, [*stock.keys()])
    return 0


def target(driver, args):
    return entry_point, None
