"""Global variables of all types assigned by functions, module constants, class attributes assigned, counters, caches, shadowing."""

counter = 0
name = "start"
ratio = 1.5
flag = False
items = []
table = {"a": 1}
pair = (1, "one")
current = None
handler = None
LIMIT = 5


class Config(object):
    level = 1
    names = ["x"]
    label = "none"

    def read(self):
        return "%d %s" % (self.level, self.label)


class State(object):
    def __init__(self):
        self.depth = 0
        self.log = []


STATE = State()


def bump(n=1):
    global counter
    counter += n
    return counter


def rename(new):
    global name, ratio, flag
    old, name = name, new
    ratio /= 2
    flag = not flag
    return old


def set_pair(n):
    global pair
    pair = (n, pair[1] + "!")


def set_current(n):
    global current
    if n < 0:
        current = None
    else:
        current = State()
        current.depth = n


def replace_items():
    global items
    old = items
    items = [99]
    return old


def double(x):
    return x * 2


def negate(x):
    return -x


def choose(which):
    global handler
    handler = double if which == 0 else negate if which == 1 else None


def shadow(name):
    counter = 1000
    counter += len(name)
    return counter


def fails():
    global counter
    counter += 100
    raise ValueError("after the change")


def nested():
    def inner():
        global counter
        counter *= 2
        return counter
    return inner() + inner()


def cached(n):
    if n in table_of_squares:
        return "hit %d" % table_of_squares[n]
    table_of_squares[n] = n * n
    return "miss %d" % (n * n)


table_of_squares = {}


def recurse(n):
    STATE.depth += 1
    STATE.log.append(n)
    if n < LIMIT:
        recurse(n + 1)
    STATE.depth -= 1
    return len(STATE.log)


def current_depth():
    return current.depth if current is not None else -1


def entry_point(argv):
    global counter
    print(bump(), bump(), bump(10), counter)
    counter = 50
    print(bump(), nested(), counter)
    print(rename("second"), name, ratio, flag, rename("third"), name, ratio, flag)
    set_pair(7)
    set_pair(8)
    print(pair, pair[0] + 1)
    print(current_depth())
    for n in [3, -1, 4]:
        set_current(n)
        print(current_depth(), end=" ")
    print()
    items.append(1)
    old = replace_items()
    items.append(2)
    print(old, items, items is old)
    for which in [0, 1, 2]:
        choose(which)
        if handler is not None:
            print(handler(21))
        else:
            print("no handler")
    print(shadow("abc"), counter)
    try:
        fails()
    except ValueError as e:
        print(e, counter)
    print([cached(n) for n in [3, 4, 3, 4, 5]], len(table_of_squares), table)
    table["b"] = 2
    print(table, recurse(0), recurse(3), STATE.depth, STATE.log)
    c = Config()
    print(c.read(), Config.level)
    Config.level = 2
    Config.label = "changed"
    print(c.read(), Config.level, Config().read())
    Config.names.append("y")
    print(c.names, Config.names is c.names)
    return 0


def target(driver, args):
    return entry_point
