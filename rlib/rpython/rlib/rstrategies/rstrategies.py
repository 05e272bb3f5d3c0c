"""Storage strategies.

A container has two fields: a strategy, and a storage whose type only the strategy knows. All operations go to the strategy; when it
meets a value that it cannot hold, it switches the container to a more general strategy, which takes the items over.

Strategies are classes made with `StrategyMetaclass`, below one root class, decorated with `@strategy(generalize=[...])`. They are put
together of the classes below with `import_from_mixin`, so that each has its own copies of the methods, and no types meet. A
`StrategyFactory` knows them all.
"""

import sys
import weakref

from rpython.rlib import jit, rerased
from rpython.rlib.objectmodel import specialize, not_rpython
from rpython.rlib.rarithmetic import int_between
from rpython.rlib.rstrategies import logger
from rpython.rlib.unroll import unrolling_iterable


def make_accessors(strategy='strategy', storage='storage'):
    """In the body of a container class: the methods by which a factory gets at its two fields."""
    body = sys._getframe(1).f_locals
    for role, name in [('strategy', strategy), ('storage', storage)]:
        body['_get_' + role], body['_set_' + role] = _field_accessors(name)


def _field_accessors(name):
    def getter(self):
        return getattr(self, name)

    def setter(self, value):
        setattr(self, name, value)
    return getter, setter


class StrategyMetaclass(type):
    """Gives each strategy class its own marks, and its own way of hiding the type of its storage."""

    def __new__(meta, name, bases, attrs):
        erase, unerase = rerased.new_erasing_pair(name)

        def get_storage(self, w_self):
            return unerase(self.strategy_factory().get_storage(w_self))

        def set_storage(self, w_self, storage):
            self.strategy_factory().set_storage(w_self, erase(storage))

        attrs.update({
            '_is_strategy': False,
            '_is_singleton': False,
            '_specializations': [],
            'get_storage': get_storage,
            'set_storage': set_storage,
        })
        return type.__new__(meta, name, bases, attrs)


def strategy(generalize=None, singleton=True):
    """Class decorator of strategies. `generalize` are the strategies that a container may be switched to, the most special one first.
    Strategies that are no singletons are instantiated for each container."""
    def decorate(cls):
        if generalize:
            cls.generalized_strategy_for = _chooser(generalize)
            for general in generalize:
                general._specializations.append(cls)
        cls._generalizations = generalize
        cls._is_singleton = singleton
        cls._is_strategy = True
        return cls
    return decorate


def _chooser(generalize):
    """The method that chooses among more general strategies."""
    candidates = unrolling_iterable(generalize)

    @jit.unroll_safe
    def generalized_strategy_for(self, value):
        factory = self.strategy_factory()
        for candidate in candidates:
            if factory.strategy_singleton_instance(candidate)._check_can_handle(value):
                return candidate
        raise Exception("no more general strategy can hold the value")
    return generalized_strategy_for


class StrategyFactory(object):
    """Knows the strategies below `root_class`, makes them, and gives them to containers. To be subclassed for other ways of making
    strategies, of finding the fields of containers, of logging."""

    _immutable_fields_ = ['strategies[*]', 'logger', 'strategy_singleton_field']
    factory_instance_counter = 0

    @not_rpython
    def __init__(self, root_class, all_strategy_classes=None):
        self.logger = logger.Logger()
        self.strategies = []
        # Several factories may know one class: each has an attribute of its own for its instance.
        self.strategy_singleton_field = "__singleton_%d" % StrategyFactory.factory_instance_counter
        StrategyFactory.factory_instance_counter += 1
        if all_strategy_classes is None:
            all_strategy_classes = self._collect_subclasses(root_class)
        self._create_strategy_instances(root_class, all_strategy_classes)

    def _freeze_(self):
        return True

    # --- for programs ---

    def switch_strategy(self, w_self, new_strategy_type, new_element=None):
        """Switches a container to another strategy and gives that; `new_element` (the reason for it) is only logged."""
        old = self.get_strategy(w_self)
        new = self._strategy_for(new_strategy_type, w_self, old.size(w_self))
        self.set_strategy(w_self, new)
        old._convert_storage_to(w_self, new)
        new.strategy_switched(w_self)
        self.log(w_self, new, old, new_element)
        return new

    def set_initial_strategy(self, w_self, strategy_type, size, elements=None):
        """Gives a container its first strategy, and perhaps its first `size` elements."""
        assert self.get_strategy(w_self) is None, "the container has a strategy already"
        new = self._strategy_for(strategy_type, w_self, size)
        self.set_strategy(w_self, new)
        new._initialize_storage(w_self, size)
        first = None
        if elements:
            new.store_all(w_self, elements)
            first = elements[0]
        new.strategy_switched(w_self)
        self.log(w_self, new, None, first)
        return new

    def _strategy_for(self, strategy_type, w_self, size):
        if strategy_type._is_singleton:
            return self.strategy_singleton_instance(strategy_type)
        return self.instantiate_strategy(strategy_type, w_self, size)

    @jit.unroll_safe
    def strategy_type_for(self, objects):
        """The most special strategy that can hold all the objects."""
        for candidate in self.strategies:
            if self._can_hold_all(self.strategy_singleton_instance(candidate), objects):
                return candidate
        raise ValueError("no strategy can hold all of the objects")

    @jit.unroll_safe
    def _can_hold_all(self, candidate, objects):
        for obj in objects:
            if not candidate._check_can_handle(obj):
                return False
        return True

    @not_rpython
    def decorate_strategies(self, transitions):
        """Instead of decorators: a dict of strategy classes and their `generalize` lists. To be called before `__init__`."""
        for cls, generalize in transitions.items():
            strategy(generalize)(cls)

    @jit.elidable
    def strategy_singleton_instance(self, strategy_class):
        return getattr(strategy_class, self.strategy_singleton_field)

    # --- to be overridden ---

    def instantiate_strategy(self, strategy_type, w_self=None, initial_size=0):
        """A new instance; singletons are made without a container."""
        return strategy_type()

    def log(self, w_self, new_strategy, old_strategy=None, new_element=None):
        """Called after each change."""
        if self.logger.active:
            if old_strategy:
                cause = "Switched"
            else:
                cause = "Created"
            self.logger.log(self.log_string_for_object(new_strategy), new_strategy.size(w_self), cause,
                            self.log_string_for_object(old_strategy), "",
                            self.log_string_for_object(new_element))

    @specialize.call_location()
    def log_string_for_object(self, obj):
        """The name of a strategy or an element in the log."""
        if obj:
            return obj.__class__.__name__
        return ""

    @specialize.call_location()
    def get_storage(self, obj):
        return obj._get_storage()

    @specialize.call_location()
    def set_storage(self, obj, val):
        return obj._set_storage(val)

    def get_strategy(self, obj):
        return obj._get_strategy()

    def set_strategy(self, obj, val):
        return obj._set_strategy(val)

    # --- when the program is imported ---

    @not_rpython
    def _create_strategy_instances(self, root_class, all_strategy_classes):
        for cls in all_strategy_classes:
            if cls._is_strategy:
                self.strategies.append(cls)
                setattr(cls, self.strategy_singleton_field, self.instantiate_strategy(cls))
            self._patch_strategy_class(cls, root_class)
        self._order_strategies()

    @not_rpython
    def _patch_strategy_class(self, strategy_class, root_class):
        """Two methods that together choose by the classes of both the old and the new strategy: a strategy that
        can take over storages of NAME in a better way overrides `_convert_storage_from_NAME`."""
        name = "_convert_storage_from_" + strategy_class.__name__

        def convert_from(self, w_self, previous_strategy):
            self._convert_storage_from(w_self, previous_strategy)

        def _convert_storage_to(self, w_self, new_strategy):
            getattr(new_strategy, name)(w_self, self)

        convert_from.__name__ = name
        setattr(root_class, name, convert_from)
        strategy_class._convert_storage_to = _convert_storage_to

    @not_rpython
    def _collect_subclasses(self, cls):
        """All classes below, each before its own subclasses."""
        found = []
        for subclass in cls.__subclasses__():
            found.append(subclass)
            found += self._collect_subclasses(subclass)
        return found

    @not_rpython
    def _order_strategies(self):
        """Puts strategies with the longest way up to the most general ones first."""
        self.strategies.sort(key=lambda cls: -_generality(cls, ()))


def _generality(cls, seen):
    """The length of the longest chain of generalizations."""
    if cls in seen:
        raise Exception("cycle in the generalizations of %s" % cls)
    longest = 0
    for general in cls._generalizations or ():
        longest = max(longest, 1 + _generality(general, seen + (cls,)))
    return longest


class AbstractStrategy(object):
    """What all strategies can do. The user's class defines `strategy_factory(self)`."""

    def strategy_switched(self, w_self):
        """Called after `w_self` has got this strategy."""

    # of fixed size

    def store(self, w_self, index0, value):
        raise NotImplementedError("store")

    def fetch(self, w_self, index0):
        raise NotImplementedError("fetch")

    def size(self, w_self):
        raise NotImplementedError("size")

    def slice(self, w_self, start, end):
        return [self.fetch(w_self, i) for i in range(start, end)]

    def fetch_all(self, w_self):
        return self.slice(w_self, 0, self.size(w_self))

    def store_all(self, w_self, elements):
        for i in range(len(elements)):
            self.store(w_self, i, elements[i])

    # of variable size

    def insert(self, w_self, index0, list_w):
        raise NotImplementedError("insert")

    def delete(self, w_self, start, end):
        raise NotImplementedError("delete")

    def append(self, w_self, list_w):
        self.insert(w_self, self.size(w_self), list_w)

    def pop(self, w_self, index0):
        value = self.fetch(w_self, index0)
        self.delete(w_self, index0, index0 + 1)
        return value

    # for strategies

    def _initialize_storage(self, w_self, initial_size):
        raise NotImplementedError("_initialize_storage")

    def _check_can_handle(self, value):
        raise NotImplementedError("_check_can_handle")

    def _convert_storage_to(self, w_self, new_strategy):
        # Strategies that a factory knows get another one.
        new_strategy._convert_storage_from(w_self, self)

    @jit.unroll_safe
    def _convert_storage_from(self, w_self, previous_strategy):
        values = previous_strategy.fetch_all(w_self)
        self._initialize_storage(w_self, len(values))
        for i in range(len(values)):
            self.store(w_self, i, values[i])

    def _generalize_for_value(self, w_self, value):
        better = self.generalized_strategy_for(value)
        return self.strategy_factory().switch_strategy(w_self, better, new_element=value)

    def _cannot_handle_store(self, w_self, index0, value):
        self._generalize_for_value(w_self, value).store(w_self, index0, value)

    def _cannot_handle_insert(self, w_self, index0, list_w):
        self._generalize_for_value(w_self, list_w[0]).insert(w_self, index0, list_w)


# --- strategies that store no items ---

class EmptyStrategy(AbstractStrategy):
    """No items at all."""

    def _initialize_storage(self, w_self, initial_size):
        assert initial_size == 0
        self.set_storage(w_self, None)

    def _convert_storage_from(self, w_self, previous_strategy):
        self.set_storage(w_self, None)

    def _check_can_handle(self, value):
        return False

    def size(self, w_self):
        return 0

    def fetch(self, w_self, index0):
        raise IndexError

    def store(self, w_self, index0, value):
        self._cannot_handle_insert(w_self, index0, [value])

    def insert(self, w_self, index0, list_w):
        self._cannot_handle_insert(w_self, index0, list_w)

    def delete(self, w_self, start, end):
        self.check_index_range(w_self, start, end)


class SingleValueStrategyStorage(object):
    """The number of times that the value is there."""
    _attrs_ = ['size']

    def __init__(self, size=0):
        self.size = size


class SingleValueStrategy(AbstractStrategy):
    """All items are the object that `value(self)` gives. Wants one of the mixins for indices, too."""

    def _initialize_storage(self, w_self, initial_size):
        self.set_storage(w_self, SingleValueStrategyStorage(initial_size))

    def _convert_storage_from(self, w_self, previous_strategy):
        self._initialize_storage(w_self, previous_strategy.size(w_self))

    def _check_can_handle(self, value):
        return value is self.value()

    def size(self, w_self):
        return self.get_storage(w_self).size

    def fetch(self, w_self, index0):
        self.check_index_fetch(w_self, index0)
        return self.value()

    def store(self, w_self, index0, value):
        self.check_index_store(w_self, index0)
        if not self._check_can_handle(value):
            self._cannot_handle_store(w_self, index0, value)

    @jit.unroll_safe
    def insert(self, w_self, index0, list_w):
        fitting = 0
        while fitting < len(list_w) and self._check_can_handle(list_w[fitting]):
            fitting += 1
        self.get_storage(w_self).size += fitting
        if fitting < len(list_w):
            self._cannot_handle_insert(w_self, index0 + fitting, list_w[fitting:])

    def delete(self, w_self, start, end):
        self.check_index_range(w_self, start, end)
        self.get_storage(w_self).size -= end - start


# --- strategies with a list of what `_unwrap` makes of the items ---

class StrategyWithStorage(AbstractStrategy):
    """Wants `default_value(self)`, what fills new containers, and one of the mixins for indices."""

    def _wrap(self, value):
        raise NotImplementedError("_wrap")

    def _unwrap(self, value):
        raise NotImplementedError("_unwrap")

    def _initialize_storage(self, w_self, initial_size):
        self.set_storage(w_self, [self._unwrap(self.default_value())] * initial_size)

    @jit.unroll_safe
    def _convert_storage_from(self, w_self, previous_strategy):
        self.set_storage(w_self, [self._unwrap(previous_strategy.fetch(w_self, i))
                                  for i in range(previous_strategy.size(w_self))])

    def size(self, w_self):
        return len(self.get_storage(w_self))

    def fetch(self, w_self, index0):
        self.check_index_fetch(w_self, index0)
        assert index0 >= 0
        return self._wrap(self.get_storage(w_self)[index0])

    def store(self, w_self, index0, value):
        self.check_index_store(w_self, index0)
        assert index0 >= 0
        if self._check_can_handle(value):
            self.get_storage(w_self)[index0] = self._unwrap(value)
        else:
            self._cannot_handle_store(w_self, index0, value)

    @jit.unroll_safe
    def insert(self, w_self, start, list_w):
        # An index behind the end means the end, as for lists.
        start = min(start, self.size(w_self))
        for i in range(len(list_w)):
            at = start + i
            assert at >= 0
            if not self._check_can_handle(list_w[i]):
                self._cannot_handle_insert(w_self, at, list_w[i:])
                break
            self.get_storage(w_self).insert(at, self._unwrap(list_w[i]))

    def delete(self, w_self, start, end):
        self.check_index_range(w_self, start, end)
        assert start >= 0
        assert end >= 0
        del self.get_storage(w_self)[start:end]


class GenericStrategy(StrategyWithStorage):
    """The items themselves, whatever they are."""

    def _check_can_handle(self, value):
        return True

    def _wrap(self, value):
        return value

    def _unwrap(self, value):
        return value


class WeakGenericStrategy(StrategyWithStorage):
    """Weak references to the items; in place of one that died there is the default value."""

    def _check_can_handle(self, value):
        return True

    def _wrap(self, value):
        return value() or self.default_value()

    def _unwrap(self, value):
        assert value is not None
        return weakref.ref(value)


class SpecializedStrategy(StrategyWithStorage):
    """Wants `unwrap(self, w_value)` and its opposite `wrap(self, value)`."""

    def _wrap(self, value):
        return self.wrap(value)

    def _unwrap(self, value):
        return self.unwrap(value)


class SingleTypeStrategy(SpecializedStrategy):
    """Instances of the class attribute `contained_type`."""

    def _check_can_handle(self, value):
        return isinstance(value, self.contained_type)


class TaggingStrategy(SingleTypeStrategy):
    """Instances of `contained_type` and one object more, `wrapped_tagged_value(self)`, which is stored as
    `unwrapped_tagged_value(self)`."""

    def _check_can_handle(self, value):
        if value is self.wrapped_tagged_value():
            return True
        if not isinstance(value, self.contained_type):
            return False
        return self.unwrap(value) != self.unwrapped_tagged_value()

    def _wrap(self, value):
        if value == self.unwrapped_tagged_value():
            return self.wrapped_tagged_value()
        return self.wrap(value)

    def _unwrap(self, value):
        if value is self.wrapped_tagged_value():
            return self.unwrapped_tagged_value()
        return self.unwrap(value)


# --- what is done about indices out of range ---

class SafeIndexingMixin(object):
    """IndexError."""

    def check_index_store(self, w_self, index0):
        self.check_index(w_self, index0)

    def check_index_fetch(self, w_self, index0):
        self.check_index(w_self, index0)

    def check_index_range(self, w_self, start, end):
        if not (0 <= start <= end <= self.size(w_self)):
            raise IndexError

    def check_index(self, w_self, index0):
        if not int_between(0, index0, self.size(w_self)):
            raise IndexError


class UnsafeIndexingMixin(object):
    """Nothing: the caller knows that they are good."""

    def check_index_store(self, w_self, index0):
        pass

    def check_index_fetch(self, w_self, index0):
        pass

    def check_index_range(self, w_self, start, end):
        pass
