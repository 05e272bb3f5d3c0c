# stage: flow space
"""Reads of import-time containers by known keys, and all ways in which a program changes the container."""
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rerased import new_erasing_pair
from rpython.rlib.unroll import unrolling_iterable

NAMES = unrolling_iterable(["add", "sub", "mul"])
INDICES = unrolling_iterable([0, 1, 2])

# Never changed: all of these reads are constants.
PRICES = {"add": 3, "sub": 5, "mul": 7}
COLUMNS = [11, 22, 33]
KNOWN = set(["add", "mul"])


def read_fixed():
    for name in NAMES:
        print(name, PRICES[name], name in PRICES, name in KNOWN)
    for i in INDICES:
        print(i, COLUMNS[i], i in COLUMNS, COLUMNS[-1 - i])
    key = "sub"
    print(PRICES[key], key in KNOWN)
    try:
        missing = "pow"
        print(PRICES[missing])
    except KeyError:
        print("no such key")
    try:
        far = 9
        print(COLUMNS[far])
    except IndexError:
        print("no such index")


BY_ITEM = {"add": 0, "sub": 0}
BY_UPDATE = {"add": 1}
BY_POP = {"add": 1, "sub": 2, "mul": 3}
BY_DEFAULT = {"mul": 9}
BY_DEL = {"add": 1, "sub": 2, "mul": 3}
SET_ADD = set(["add"])
SET_DISCARD = set(["add", "sub"])
SET_OR = set(["mul"])
SET_SUB = set(["add", "mul"])
LIST_ITEM = [1, 2, 3]
LIST_APPEND = [1]
LIST_POP = [5, 6, 7]
LIST_SORT = [3, 1, 2]
LIST_REVERSE = [1, 2, 3]
LIST_EXTEND = [7]
LIST_SLICE = [1, 2, 3]
LIST_DELSLICE = [1, 2, 3, 4, 5]
LIST_TIMES = [4]
LIST_INSERT = [8, 9]
NESTED = {"add": [1, 2, 3], "sub": [4, 5, 6], "mul": [7, 8, 9]}
ROWS = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
CHANGING = unrolling_iterable([LIST_APPEND, LIST_POP, LIST_EXTEND, LIST_TIMES, LIST_INSERT])


def change(n):
    BY_ITEM["mul"] = n
    BY_ITEM["add"] += 1
    BY_UPDATE.update({"sub": n})
    BY_POP.pop("sub")
    BY_DEFAULT.setdefault("add", n)
    del BY_DEL["add"]
    SET_ADD.add("mul")
    SET_DISCARD.discard("add")
    other = SET_OR
    other |= set(["add"])
    other = SET_SUB
    other.difference_update(set(["mul"]))
    LIST_ITEM[1] = n
    LIST_APPEND.append(n)
    LIST_APPEND.append(n)
    LIST_POP.pop()
    LIST_SORT.sort()
    LIST_REVERSE.reverse()
    LIST_EXTEND.extend([n, n])
    LIST_SLICE[1:3] = [n, n + 1]
    del LIST_DELSLICE[0:2]
    times = LIST_TIMES
    times *= 3
    LIST_INSERT.insert(0, n)
    NESTED["sub"][1] += n
    row = ROWS[n % 3]
    row[2] = 77


def read_changed():
    for name in NAMES:
        print(name, name in BY_ITEM, BY_ITEM.get(name, -1), name in BY_UPDATE, name in BY_POP,
              name in BY_DEFAULT, name in BY_DEL)
        print(name in SET_ADD, name in SET_DISCARD, name in SET_OR, name in SET_SUB)
        if name in BY_ITEM:
            print(BY_ITEM[name])
        try:
            print(BY_POP[name])
        except KeyError:
            print("popped")
    for i in INDICES:
        print(i, LIST_ITEM[i], LIST_SORT[i], LIST_REVERSE[i], LIST_SLICE[i], LIST_DELSLICE[i])
        print(i in LIST_APPEND, 40 in LIST_APPEND)
        for j in INDICES:
            print(ROWS[i][j])
    for table in CHANGING:
        for i in INDICES:
            try:
                print(table[i])
            except IndexError:
                print("short")
    for name in NAMES:
        for i in INDICES:
            print(NESTED[name][i])


# Through aliases: an attribute, an argument, an erased list, a bound method.
ALIASED = {"add": 1, "sub": 2, "mul": 3}
PASSED = [1, 2, 3]
ERASED = [10, 20, 30]
BOUND = [1]
UNBOUND = {"add": 1}
erase, unerase = new_erasing_pair("numbers")


class Holder(object):
    def __init__(self, table):
        self.table = table


HOLDER = Holder(ALIASED)


def set_first(items, value):
    items[0] = value


def hide(flag):
    if flag:
        return erase(ERASED)
    return erase([0])


def change_aliases(n):
    HOLDER.table["sub"] = n
    set_first(PASSED, n)
    unerase(hide(n > 0))[2] = n
    push = BOUND.append
    push(n)
    fill = UNBOUND.update
    fill({"mul": n})


def read_aliases():
    for name in NAMES:
        print(ALIASED[name], name in UNBOUND)
    for i in INDICES:
        print(PASSED[i], ERASED[i])
    last = 1
    try:
        print(BOUND[last])
    except IndexError:
        print("short")


def entry_point(argv):
    read_fixed()
    read_changed()
    change(40 + len(argv) - 1)
    read_changed()
    read_aliases()
    change_aliases(5 + len(argv) - 1)
    read_aliases()
    return 0


def target(driver, args):
    return entry_point
