# args: 3
# jit: yes
"""Storage strategies, as a VM for a language with arrays and growing lists uses them."""

import sys
import weakref

from rpython.rlib import jit, rgc
from rpython.rlib.objectmodel import import_from_mixin, keepalive_until_here, specialize
from rpython.rlib.rstrategies import rstrategies as rstrat
from rpython.rlib.rstrategies import logger

TAG = -sys.maxsize - 1
BIGGEST = sys.float_info.max


class W_Object(object):
    _attrs_ = []

    def text(self):
        raise NotImplementedError


class W_Nil(W_Object):
    _attrs_ = []

    def text(self):
        return "nil"


class W_Int(W_Object):
    _attrs_ = ['value']
    _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value

    def text(self):
        return str(self.value)


class W_Float(W_Object):
    _attrs_ = ['value']

    def __init__(self, value):
        self.value = value

    def text(self):
        return "%.2f" % self.value


class W_Text(W_Object):
    def __init__(self, chars):
        self.chars = chars

    def text(self):
        return "'" + self.chars + "'"


w_nil = W_Nil()


class W_Array(W_Object):
    """A container."""
    _attrs_ = ['strategy', '_storage', 'name']
    strategy = None
    _storage = None
    rstrat.make_accessors(strategy='strategy', storage='_storage')

    def __init__(self, space, name, size, elements=None, first=None):
        self.name = name
        if first is None:
            if elements is not None:
                first = space.factory.strategy_type_for(elements)
            else:
                first = AllNil
        space.factory.set_initial_strategy(self, first, size, elements)

    def at(self, i):
        return self.strategy.fetch(self, i)

    def put(self, i, w_value):
        self.strategy.store(self, i, w_value)

    def size(self):
        return self.strategy.size(self)

    def text(self):
        parts = [w.text() for w in self.strategy.fetch_all(self)]
        return "%s %s[%s]" % (self.name, self.strategy.label, " ".join(parts))


class StrategyMeta(rstrat.StrategyMetaclass):
    made = []

    def __new__(self, name, bases, attrs):
        result = rstrat.StrategyMetaclass.__new__(self, name, bases, attrs)
        result.label = name.lower()
        self.made.append(name)
        return result


class Root(object, metaclass=StrategyMeta):
    _attrs_ = ['space']
    _immutable_fields_ = ['space']
    import_from_mixin(rstrat.AbstractStrategy)

    def __init__(self, space, w_self, size):
        self.space = space

    def strategy_factory(self):
        return self.space.factory

    def _convert_storage_from_AllNil(self, w_self, all_nil):
        self._initialize_storage(w_self, all_nil.size(w_self))


class Simple(Root):
    _attrs_ = []
    import_from_mixin(rstrat.SafeIndexingMixin)

    def default_value(self):
        return w_nil


@rstrat.strategy()
class Objects(Simple):
    import_from_mixin(rstrat.GenericStrategy)

    def strategy_switched(self, w_self):
        self.space.switched += 1


@rstrat.strategy(generalize=[Objects])
class Ints(Simple):
    import_from_mixin(rstrat.TaggingStrategy)
    contained_type = W_Int

    def wrap(self, val):
        return W_Int(val)

    def unwrap(self, w_val):
        assert isinstance(w_val, W_Int)
        return w_val.value

    def wrapped_tagged_value(self):
        return w_nil

    def unwrapped_tagged_value(self):
        return TAG


@rstrat.strategy(generalize=[Objects])
class Floats(Simple):
    import_from_mixin(rstrat.TaggingStrategy)
    contained_type = W_Float
    tag_float = BIGGEST

    def wrap(self, val):
        return W_Float(val)

    def unwrap(self, w_val):
        assert isinstance(w_val, W_Float)
        return w_val.value

    def wrapped_tagged_value(self):
        return w_nil

    def unwrapped_tagged_value(self):
        return self.tag_float


@rstrat.strategy(generalize=[Ints, Floats, Objects])
class AllNil(Simple):
    import_from_mixin(rstrat.SingleValueStrategy)

    def value(self):
        return w_nil


@rstrat.strategy()
class Texts(Simple):
    """One type only, nothing else: no way up."""
    import_from_mixin(rstrat.SingleTypeStrategy)
    contained_type = W_Text

    def default_value(self):
        return W_Text("")

    def wrap(self, val):
        return W_Text(val)

    def unwrap(self, w_val):
        assert isinstance(w_val, W_Text)
        return w_val.chars

    def generalized_strategy_for(self, w_value):
        return Objects


@rstrat.strategy()
class Weak(Simple):
    import_from_mixin(rstrat.WeakGenericStrategy)


@rstrat.strategy(generalize=[Ints, Objects])
class Nothing(Simple):
    import_from_mixin(rstrat.EmptyStrategy)


class Shadow(Objects):
    """Not a singleton: it knows its container, and counts."""
    _attrs_ = ['w_self', 'stores']

    def __init__(self, space, w_self, size):
        Objects.__init__(self, space, w_self, size)
        self.w_self = w_self
        self.stores = 0

    def store(self, w_self, index0, value):
        self.stores += 1
        Objects.store(self, w_self, index0, value)

    def own_fetch(self, i):
        return self.fetch(self.w_self, i)


rstrat.strategy(singleton=False)(Shadow)


class Log(logger.Logger):
    pass


class Factory(rstrat.StrategyFactory):
    _immutable_fields_ = ['space']

    def __init__(self, space):
        self.space = space
        rstrat.StrategyFactory.__init__(self, Root)

    def instantiate_strategy(self, strategy_type, w_self=None, initial_size=0):
        return strategy_type(self.space, w_self, initial_size)

    @specialize.call_location()
    def log_string_for_object(self, obj):
        if obj is None:
            return ""
        return obj.__class__.__name__


class Space(object):
    def __init__(self):
        self.switched = 0
        self.factory = Factory(self)


space = Space()


@specialize.arg(1)
def as_special(w_array, cls):
    """The array's strategy, which becomes one of this class."""
    strategy = w_array._get_strategy()
    if not isinstance(strategy, cls):
        strategy = space.factory.switch_strategy(w_array, cls)
    assert isinstance(strategy, cls)
    return strategy


def fixed_size(n):
    a = W_Array(space, "a", n)
    print(a.text())
    a.put(0, W_Int(7))
    a.put(1, w_nil)
    print(a.text())
    a.put(2, W_Text("x"))
    print(a.text())
    b = W_Array(space, "b", n)
    b.put(n - 1, W_Float(2.5))
    print(b.text())
    b.put(0, W_Int(1))
    print(b.text())
    try:
        b.put(n, w_nil)
    except IndexError:
        print("b has no item %d" % n)
    c = W_Array(space, "c", 2, [W_Int(TAG), W_Int(1)])      # the tag itself cannot be held among ints
    print(c.text())
    for items in [[W_Int(1), W_Int(2)], [w_nil, w_nil], [W_Float(1.0), w_nil], [W_Int(1), W_Float(2.0)]]:
        print(W_Array(space, "d", len(items), items).text())
    t = W_Array(space, "t", 2, None, Texts)
    t.put(0, W_Text("one"))
    print(t.text())
    t.put(1, W_Int(2))
    print(t.text())


def variable_size():
    v = W_Array(space, "v", 0, None, Nothing)
    print(v.text())
    v.strategy.append(v, [W_Int(1), W_Int(2)])
    v.strategy.insert(v, 1, [W_Int(3), w_nil])
    print(v.text())
    v.strategy.insert(v, 99, [W_Int(4), W_Text("z"), W_Int(5)])
    print(v.text())
    print(v.strategy.pop(v, 0).text() + " " + v.strategy.pop(v, v.size() - 1).text())
    v.strategy.delete(v, 1, 3)
    print(v.text())
    try:
        v.strategy.delete(v, 1, 9)
    except IndexError:
        print("nothing to delete")
    n = W_Array(space, "n", 0)
    n.strategy.append(n, [w_nil, w_nil, w_nil])
    n.strategy.delete(n, 0, 1)
    print(n.text())
    n.strategy.insert(n, 1, [w_nil, W_Float(0.5), W_Float(1.5)])
    print(n.text())
    print(" ".join([w.text() for w in n.strategy.slice(n, 1, 3)]))


def weak():
    kept = W_Text("kept")
    w = W_Array(space, "w", 2, [kept, W_Int(5)], Weak)
    rgc.collect()
    print(w.at(0).text())
    print(w.size())
    return kept


def shadows():
    a = W_Array(space, "s", 2, [W_Int(1), W_Int(2)])
    shadow = as_special(a, Shadow)
    a.put(1, W_Text("y"))
    print("%s %d %s" % (a.text(), shadow.stores, shadow.own_fetch(0).text()))
    print(as_special(a, Shadow) is shadow)
    other = W_Array(space, "o", 1, [w_nil])
    print(as_special(other, Shadow) is shadow)
    as_special(other, Objects)
    print(other.text())


driver = jit.JitDriver(greens=['n'], reds=['i', 'total', 'w_array'])


def sum_up(w_array, n):
    i = total = 0
    while i < n:
        driver.jit_merge_point(n=n, i=i, total=total, w_array=w_array)
        w = w_array.at(i % w_array.size())
        if isinstance(w, W_Int):
            total += w.value
        elif isinstance(w, W_Float):
            total += int(w.value)
        i += 1
    return total


def entry_point(argv):
    n = int(argv[1])
    print(" ".join([s.__name__ for s in space.factory.strategies]))
    print(" ".join(StrategyMeta.made))
    fixed_size(n)
    print("-- log")
    space.factory.logger.activate()
    fixed_size(n)
    print("-- aggregated")
    space.factory.logger.activate(aggregate=True)
    fixed_size(n)
    variable_size()
    kept = weak()
    shadows()
    keepalive_until_here(kept)
    space.factory.logger.print_aggregated_log()
    print(space.switched)
    print(sum_up(W_Array(space, "i", 3, [W_Int(1), W_Int(2), w_nil]), 1000))
    print(sum_up(W_Array(space, "o", 3, [W_Int(1), W_Float(2.0), w_nil]), 1000))
    return 0


def target(driver, args):
    return entry_point, None
