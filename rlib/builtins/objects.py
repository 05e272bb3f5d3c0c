"""Operators on instances, by their special methods; what `object` does where a class has none.

The annotator makes the functions it needs by the factories: the names of the methods are constants, an empty name
stands for a method that no class has. A special method that returns NotImplemented raises NotImplementedReturned
instead (the return statement is translated so)."""

from rpython.rlib.objectmodel import specialize, compute_identity_hash


class NotImplementedReturned(TypeError):
    """What `return NotImplemented` raises in a special method."""


NOT_IMPLEMENTED = NotImplementedReturned()


def make_binary(symbol, inplace, method, reflected, subclass_first):
    message = "unsupported operand type(s) for " + symbol

    @specialize.argtype(0, 1)
    def operate(a, b):
        if inplace:
            if a is not None:
                try:
                    return getattr(a, inplace)(b)
                except NotImplementedReturned:
                    pass
        if subclass_first:
            if a is not None and b is not None and type(a) is not type(b) and isinstance(b, type(a)):
                try:
                    return getattr(b, reflected)(a)
                except NotImplementedReturned:
                    pass
        if method:
            if a is not None:
                try:
                    return getattr(a, method)(b)
                except NotImplementedReturned:
                    pass
        if reflected:
            if b is not None:
                try:
                    return getattr(b, reflected)(a)
                except NotImplementedReturned:
                    pass
        raise TypeError(message)
    return operate


def make_compare(symbol, method, reflected, subclass_first, negate):
    @specialize.argtype(0, 1)
    def compare(a, b):
        if subclass_first:
            if a is not None and b is not None and type(a) is not type(b) and isinstance(b, type(a)):
                try:
                    r = getattr(b, reflected)(a)
                    if negate:
                        return not r
                    return r
                except NotImplementedReturned:
                    pass
        if method:
            if a is not None:
                try:
                    r = getattr(a, method)(b)
                    if negate:
                        return not r
                    return r
                except NotImplementedReturned:
                    pass
        if reflected:
            if b is not None:
                try:
                    r = getattr(b, reflected)(a)
                    if negate:
                        return not r
                    return r
                except NotImplementedReturned:
                    pass
        if symbol == "==":
            return a is b
        if symbol == "!=":
            return a is not b
        raise TypeError("these values cannot be ordered")
    return compare


GETTERS = {}


def make_getattr(name):
    """`getattr(x, name, default)`"""
    if name not in GETTERS:
        @specialize.call_location()
        def getattr_or(x, default):
            if hasattr(x, name):
                return getattr(x, name)
            return default
        GETTERS[name] = getattr_or
    return GETTERS[name]


@specialize.call_location()
def contains_by_iter(x, item):
    for y in x:
        if y is item or y == item:
            return True
    return False


def make_unary(name):
    return globals()[name]


@specialize.argtype(0)
def truth(a):
    if a is None:
        return False
    if a.__bool__():
        return True
    return False


@specialize.argtype(0)
def not_(a):
    return not truth(a)


@specialize.argtype(0)
def float_by_index(a):
    return float(a.__index__())


@specialize.argtype(0)
def exception_to_raise(x):
    """What `raise x` raises: x may be a class."""
    if isinstance(x, type):
        return x()
    return x


def no_setter(self, value):
    raise AttributeError("the property has no setter")


def no_getter(self):
    raise AttributeError("the property cannot be read")


# ---- methods of a class some of whose subclasses define them

def object_eq(self, other):
    if self is other:
        return True
    return NotImplemented



def object_ne(self, other):
    return not (self == other)



def object_operator(self, other):
    return NotImplemented


def object_hash(self):
    return compute_identity_hash(self)


def object_str(self):
    return repr(self)


def exception_str(self):
    return exception_text(self)


def exception_repr(self):
    return exception_repr_text(self)


def exception_repr_text(e):
    return BaseException.__repr__(e)


def exception_text(e):
    """The arguments as `str()` shows them, whatever methods the class has (made by the RTyper)."""
    return BaseException.__str__(e)


def object_repr(self):
    return default_text(self)


def default_text(obj):
    """`<module.Name object at 0x…>`, whatever methods the class has (made by the RTyper); `repr()` of an exception."""
    return object.__repr__(obj)


def object_bool(self):
    return True


# ---- methods that follow from others

def bool_by_len(self):
    return self.__len__() != 0


def eq_by_cmp(self, other):
    return self.__cmp__(other) == 0


def lt_by_cmp(self, other):
    return self.__cmp__(other) < 0


def le_by_cmp(self, other):
    return self.__cmp__(other) <= 0


def gt_by_cmp(self, other):
    return self.__cmp__(other) > 0


def ge_by_cmp(self, other):
    return self.__cmp__(other) >= 0


# ---- what lists, tuples and dicts do with instances in them

def items_equal(a, b):
    if a is b:
        return True
    if a == b:
        return True
    return False


def items_less(a, b):
    if a < b:
        return True
    return False


def item_hash(a):
    if a is None:
        return 0
    return a.__hash__()


def item_str(a):
    if a is None:
        return "None"
    return a.__str__()


def item_repr(a):
    if a is None:
        return "None"
    return a.__repr__()
