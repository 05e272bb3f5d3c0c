# origin: after published programs
"""Storage strategies over erased storage, as in PyPy's lists: empty, ints, strings, boxed."""
from rpython.rlib import rerased
from rpython.rlib.objectmodel import specialize, import_from_mixin


class W_Root(object):
    pass


class W_Int(W_Root):
    def __init__(self, n):
        self.n = n


class W_Str(W_Root):
    def __init__(self, s):
        self.s = s


class W_List(W_Root):
    def __init__(self, strategy):
        self.strategy = strategy
        self.storage = strategy.make_empty()

    def append(self, w_item):
        self.strategy.append(self, w_item)

    def getitem(self, i):
        return self.strategy.getitem(self, i)

    def length(self):
        return self.strategy.length(self)

    def reverse(self):
        self.strategy.reverse(self)


class Strategy(object):
    name = '?'

    def make_empty(self):
        raise NotImplementedError

    def append(self, w_list, w_item):
        raise NotImplementedError

    def getitem(self, w_list, i):
        raise NotImplementedError

    def length(self, w_list):
        raise NotImplementedError

    def reverse(self, w_list):
        raise NotImplementedError


class EmptyStrategy(Strategy):
    name = 'empty'
    erase, unerase = rerased.new_erasing_pair('empty')
    erase = staticmethod(erase)
    unerase = staticmethod(unerase)

    def make_empty(self):
        return self.erase(None)

    def append(self, w_list, w_item):
        if isinstance(w_item, W_Int):
            w_list.strategy = INTS
        elif isinstance(w_item, W_Str):
            w_list.strategy = STRINGS
        else:
            w_list.strategy = OBJECTS
        w_list.storage = w_list.strategy.make_empty()
        w_list.append(w_item)

    def getitem(self, w_list, i):
        raise IndexError

    def length(self, w_list):
        return 0

    def reverse(self, w_list):
        pass


class TypedMixin(object):
    def make_empty(self):
        return self.erase([])

    def append(self, w_list, w_item):
        if self.accepts(w_item):
            self.unerase(w_list.storage).append(self.unwrap(w_item))
        else:
            self.generalize(w_list)
            w_list.append(w_item)

    def generalize(self, w_list):
        items = [self.wrap(x) for x in self.unerase(w_list.storage)]
        w_list.strategy = OBJECTS
        w_list.storage = OBJECTS.erase(items)

    def getitem(self, w_list, i):
        return self.wrap(self.unerase(w_list.storage)[i])

    def length(self, w_list):
        return len(self.unerase(w_list.storage))

    def reverse(self, w_list):
        self.unerase(w_list.storage).reverse()


class IntStrategy(Strategy):
    import_from_mixin(TypedMixin)
    name = 'ints'
    erase, unerase = rerased.new_erasing_pair('ints')
    erase = staticmethod(erase)
    unerase = staticmethod(unerase)

    def accepts(self, w_item):
        return isinstance(w_item, W_Int)

    def unwrap(self, w_item):
        assert isinstance(w_item, W_Int)
        return w_item.n

    def wrap(self, n):
        return W_Int(n)


class StrStrategy(Strategy):
    import_from_mixin(TypedMixin)
    name = 'strings'
    erase, unerase = rerased.new_erasing_pair('strings')
    erase = staticmethod(erase)
    unerase = staticmethod(unerase)

    def accepts(self, w_item):
        return isinstance(w_item, W_Str)

    def unwrap(self, w_item):
        assert isinstance(w_item, W_Str)
        return w_item.s

    def wrap(self, s):
        return W_Str(s)


class ObjectStrategy(Strategy):
    import_from_mixin(TypedMixin)
    name = 'objects'
    erase, unerase = rerased.new_erasing_pair('objects')
    erase = staticmethod(erase)
    unerase = staticmethod(unerase)

    def accepts(self, w_item):
        return True

    def unwrap(self, w_item):
        return w_item

    def wrap(self, w_item):
        return w_item


EMPTY = EmptyStrategy()
INTS = IntStrategy()
STRINGS = StrStrategy()
OBJECTS = ObjectStrategy()


@specialize.argtype(0)
def wrap(x):
    if isinstance(x, int):
        return W_Int(x)
    elif isinstance(x, str):
        return W_Str(x)
    else:
        return x


def show(w):
    if isinstance(w, W_Int):
        return "%d" % w.n
    if isinstance(w, W_Str):
        return "'%s'" % w.s
    if isinstance(w, W_List):
        parts = [show(w.getitem(i)) for i in range(w.length())]
        return "[" + ", ".join(parts) + "]" + w.strategy.name
    return "?"


def entry_point(argv):
    w_a = W_List(EMPTY)
    print(show(w_a))
    try:
        w_a.getitem(0)
    except IndexError:
        print("empty")
    for i in range(5):
        w_a.append(wrap(i * i))
    print(show(w_a))
    w_b = W_List(EMPTY)
    for s in ["p", "q", "r"]:
        w_b.append(wrap(s))
    w_b.reverse()
    print(show(w_b))
    w_a.append(wrap("mixed"))
    w_a.append(wrap(w_b))
    w_a.reverse()
    print(show(w_a))
    w_c = W_List(EMPTY)
    w_c.append(w_c)
    print(w_c.strategy.name, w_c.length(), w_c.getitem(0) is w_c)
    return 0


def target(driver, args):
    return entry_point
