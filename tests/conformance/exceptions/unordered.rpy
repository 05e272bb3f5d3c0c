# Ordering of what may be None, and of items without an order.


def less(a, b):
    try:
        return "%s" % (a < b)
    except TypeError as e:
        return str(e)


def greater(a, b):
    try:
        return "%s" % (a >= b)
    except TypeError as e:
        return str(e)


def order(items):
    try:
        return "%d" % len(sorted(items))
    except TypeError as e:
        return str(e)


def order_pairs(items):
    try:
        items.sort()
    except TypeError as e:
        return str(e)
    return "sorted"


def order_rows(items):
    try:
        return "%d" % len(sorted(items))
    except TypeError as e:
        return str(e)


def order_things(items):
    try:
        return "%d" % len(sorted(items))
    except TypeError as e:
        return str(e)


def smallest(a, b):
    try:
        return min(a, b)
    except TypeError as e:
        return str(e)


class Thing(object):
    pass


class Other(Thing):
    pass


def entry_point(argv):
    words = ["a", None, "b"]
    words.append("c")
    for a in words:
        for b in words:
            print(less(a, b))
            print(greater(a, b))
    print(order(words))
    print(order(words[2:]))
    pairs = [("a", 1), (None, 2)]
    pairs.append((words[2], 3))
    print(order_pairs(pairs[:1]))
    print(order_pairs(pairs[1:]))
    print(order_pairs(pairs))
    rows = [[1], None]
    rows.append([0])
    print(order_rows(rows))
    print(order_rows(rows[2:]))
    things = [(1, Thing()), (2, Thing())]
    print(order_things(things))
    things.append((2, Other()))
    print(order_things(things))
    things.append((2, None))
    print(order_things(things[2:]))
    print(smallest(words[2], words[0]), smallest(words[0], words[1]))
    us = [u"a", None]
    us.append(u"b")
    print(less2(us[0], us[1]))
    print(less2(us[0], us[2]))
    return 0


def less2(a, b):
    try:
        return "%s" % (a < b)
    except TypeError as e:
        return str(e)


def target(driver, args):
    driver.exe_name = "unordered-c"
    return entry_point, None
