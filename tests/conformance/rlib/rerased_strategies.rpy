# Storage strategies over erased values, as in list implementations of VMs.
from rpython.rlib import rerased
from rpython.rlib.objectmodel import import_from_mixin, specialize


class W_Root(object):
    pass


class W_Int(W_Root):
    def __init__(self, value):
        self.value = value


class W_Str(W_Root):
    def __init__(self, value):
        self.value = value


def show(w):
    if isinstance(w, W_Int):
        return str(w.value)
    if isinstance(w, W_Str):
        return "'" + w.value + "'"
    return "?"


class Strategy(object):
    def length(self, w_list):
        raise NotImplementedError

    def get(self, w_list, i):
        raise NotImplementedError

    def append(self, w_list, w_item):
        raise NotImplementedError


class EmptyStrategy(Strategy):
    erase, unerase = rerased.new_static_erasing_pair("empty")

    def length(self, w_list):
        return 0

    def get(self, w_list, i):
        raise IndexError

    def append(self, w_list, w_item):
        if isinstance(w_item, W_Int):
            w_list.strategy = INT
            w_list.storage = INT.erase([w_item.value])
        else:
            w_list.strategy = OBJECT
            w_list.storage = OBJECT.erase([w_item])


class CommonMixin(object):
    def length(self, w_list):
        return len(self.unerase(w_list.storage))

    def get(self, w_list, i):
        return self.wrap(self.unerase(w_list.storage)[i])

    def append(self, w_list, w_item):
        if self.is_correct_type(w_item):
            self.unerase(w_list.storage).append(self.unwrap(w_item))
        else:
            self.generalize(w_list)
            w_list.append(w_item)

    def generalize(self, w_list):
        items = [self.wrap(x) for x in self.unerase(w_list.storage)]
        w_list.strategy = OBJECT
        w_list.storage = OBJECT.erase(items)


class IntStrategy(Strategy):
    import_from_mixin(CommonMixin)
    erase, unerase = rerased.new_static_erasing_pair("int")

    def wrap(self, x):
        return W_Int(x)

    def unwrap(self, w):
        assert isinstance(w, W_Int)
        return w.value

    def is_correct_type(self, w):
        return isinstance(w, W_Int)


class ObjectStrategy(Strategy):
    import_from_mixin(CommonMixin)
    erase, unerase = rerased.new_static_erasing_pair("object")

    def wrap(self, x):
        return x

    def unwrap(self, w):
        return w

    def is_correct_type(self, w):
        return True


EMPTY = EmptyStrategy()
INT = IntStrategy()
OBJECT = ObjectStrategy()


class W_List(W_Root):
    def __init__(self):
        self.strategy = EMPTY
        self.storage = EMPTY.erase(None)

    def append(self, w):
        self.strategy.append(self, w)

    def length(self):
        return self.strategy.length(self)

    def get(self, i):
        return self.strategy.get(self, i)


erase_num, unerase_num = rerased.new_erasing_pair("num")
erase_float, unerase_float = rerased.new_erasing_pair("float")
erase_pair, unerase_pair = rerased.new_erasing_pair("pair")

PREBUILT = [erase_num(17), erase_num(4)]


class Cell(object):
    content = None

    def __init__(self, content):
        self.content = content


CELL = Cell(erase_pair((3, "three")))


def describe(kind, e):
    if kind == 0:
        return str(unerase_num(e))
    elif kind == 1:
        return str(unerase_float(e))
    a, b = unerase_pair(e)
    return "%d/%s" % (a, b)


def entry_point(argv):
    l = W_List()
    print(l.length())
    for i in range(5):
        l.append(W_Int(i * i))
    print(l.strategy is INT, l.length(), show(l.get(3)))
    l.append(W_Str("end"))
    print(l.strategy is OBJECT, l.length(), " ".join([show(l.get(i)) for i in range(l.length())]))
    values = [erase_num(len(argv) + 41), erase_float(2.5), erase_pair((7, "seven"))]
    for i in range(3):
        print(describe(i, values[i]))
    print(unerase_num(PREBUILT[0]) + unerase_num(PREBUILT[1]))
    print(describe(2, CELL.content))
    CELL.content = erase_pair((4, "four"))
    print(describe(2, CELL.content))
    c = Cell(None)
    print(c.content is None, CELL.content is None)
    return 0


def target(driver, args):
    return entry_point, None
