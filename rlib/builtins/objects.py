"""Operators on instances, by their special methods; what `object` does where a class has none.

The annotator makes the functions it needs by the factories: the names of the methods are constants, an empty name
stands for a method that no class has. A special method that returns NotImplemented raises NotImplementedReturned
instead (the return statement is translated so)."""

from rpython.rlib.objectmodel import specialize, compute_identity_hash
from rpython.rlib.nonconst import NonConstant
from rpython.rlib.unroll import unrolling_iterable
from rpython.rtyper.lltypesystem import lltype, rffi


class NotImplementedReturned(TypeError):
    """What `return NotImplemented` raises in a special method."""


NOT_IMPLEMENTED = NotImplementedReturned()


@specialize.argtype(0)
def type_name(x):
    """Python's name of the type of an operand."""
    if x is None:
        return "NoneType"
    if isinstance(x, bool):
        return "bool"
    if isinstance(x, int):
        return "int"
    if isinstance(x, float):
        return "float"
    if isinstance(x, str) or isinstance(x, unicode):
        return "str"
    if isinstance(x, list):
        return "list"
    if isinstance(x, tuple):
        return "tuple"
    if isinstance(x, dict):
        return "dict"
    if isinstance(x, set):
        return "set"
    if isinstance(x, frozenset):
        return "frozenset"
    if isinstance(x, bytearray):
        return "bytearray"
    return x.__class__.__name__


def make_provider(rows):
    """Tells by which class's methods an object is served: a number for each such class. `rows`: classes, subclasses
    first, each with its number."""
    rows = unrolling_iterable([(rows[i], rows[i + 1]) for i in range(0, len(rows), 2)])

    @specialize.argtype(0)
    def provider(x):
        for cls, number in rows:
            if isinstance(x, cls):
                return number
        return 0
    return provider


def make_operator(otherwise, inplace, method, reflected, subclass_first, unlike):
    """`otherwise`: what happens if no method knows the answer, a test for identity or a TypeError; its text before the types.
    `subclass_first`: the right operand is asked first if its class is a subclass of the left one's; if these are rows for
    `make_provider`, only if its reflected method is another one.
    `unlike`: the reflected method is only for operands of different classes."""
    provider = make_provider(subclass_first if isinstance(subclass_first, tuple) else ())
    always = not isinstance(subclass_first, tuple)

    @specialize.argtype(0, 1)
    def operate(a, b):
        if inplace:
            if a is not None:
                try:
                    return getattr(a, inplace)(b)
                except NotImplementedReturned:
                    pass
        asked = False
        if subclass_first:
            if a is not None and b is not None and type(a) is not type(b) and isinstance(b, type(a)):
                if always or provider(a) != provider(b):
                    asked = True
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
            if b is not None and not asked:
                if not unlike or a is None or type(a) is not type(b):
                    try:
                        return getattr(b, reflected)(a)
                    except NotImplementedReturned:
                        pass
        if otherwise == "is":
            return a is b
        if otherwise == "is not":
            return a is not b
        raise TypeError(otherwise + type_name(a) + "' and '" + type_name(b) + "'")
    return operate


def make_binary(symbol, inplace, method, reflected, subclass_first, unlike):
    return make_operator("unsupported operand type(s) for " + symbol + ": '", inplace, method, reflected, subclass_first, unlike)


def make_compare(symbol, method, reflected, subclass_first, negate):
    if negate:
        equal = make_operator("is", "", method, reflected, subclass_first, "")

        @specialize.argtype(0, 1)
        def unequal(a, b):
            return not equal(a, b)
        return unequal
    otherwise = {"==": "is", "!=": "is not"}.get(symbol, "'" + symbol + "' not supported between instances of '")
    return make_operator(otherwise, "", method, reflected, subclass_first, "")


def make_constructor(cls):
    """`cls(…)` of a class with a `__new__` method."""
    new = cls.__new__
    if cls.__init__ is object.__init__:
        def construct(*args, **named):
            return new(cls, *args, **named)
    else:
        def construct(*args, **named):
            self = new(cls, *args, **named)
            if isinstance(self, cls):
                self.__init__(*args, **named)
            return self
    return construct


def make_call_of_class(classes):
    """A call of one of several classes, some with a `__new__`."""
    classes = unrolling_iterable(classes)

    @specialize.call_location()
    def call_of_class(class_, *args, **named):
        for cls in classes:
            if class_ is cls:
                return cls(*args, **named)
        raise TypeError("'NoneType' object is not callable")
    return call_of_class


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


def make_hasattr(name):
    """`hasattr(x, name)` of instances with a `__getattr__`"""
    @specialize.argtype(0)
    def has_attribute(x):
        if x is None:
            return False
        try:
            getattr(x, name)
        except AttributeError:
            return False
        return True
    return has_attribute


@specialize.argtype(0)
def is_something(x):
    return x is not None


def make_is_instance(classes):
    @specialize.argtype(0)
    def is_instance(x):
        return isinstance(x, classes)
    return is_instance


def make_is_instance_of_variable(classes):
    """`isinstance(x, cls)` with a class known at run time only; `classes`: those of which x may be an instance by other
    than first bases, which the class in the object does not tell."""
    classes = unrolling_iterable(classes)

    @specialize.argtype(0, 1)
    def is_instance_of_variable(x, cls):
        for c in classes:
            if cls is c:
                return isinstance(x, c)
        return isinstance(x, cls)
    is_instance_of_variable._first_bases_ = True
    return is_instance_of_variable


def make_is_one_of(objects):
    objects = unrolling_iterable(objects)

    @specialize.argtype(0)
    def is_one_of(x):
        for obj in objects:
            if x is obj:
                return True
        return False
    return is_one_of


def reader_of_cell(cell, checked):
    if checked:
        def read():
            return cell.get()
    else:
        def read():
            return cell.value
    return read


def reader_of_constant(value):
    def read():
        return value
    return read


def read_nothing():
    raise AttributeError


def make_read_of_assigned(parts):
    """`x.name` where the program assigns the attribute of classes, modules or frozen instances that `x` may be. A part is
    such an object, followed by nothing, by a value that does not change, or by a cell and whether that may be empty."""
    of_cells = {}
    reads = []
    for part in parts:
        if len(part) == 1:
            read = read_nothing
        elif len(part) == 2:
            read = reader_of_constant(part[1])
        else:
            read = of_cells.setdefault(id(part[1]), reader_of_cell(part[1], part[2]))
        reads.append((part[0], read))
    functions = [read for _, read in reads]
    # What most of them read needs no test.
    commonest = max(of_cells.values(), key=functions.count)
    tested = unrolling_iterable([(obj, read) for obj, read in reads if read is not commonest])

    @specialize.call_location()
    def read_of_assigned(x):
        if x is None:
            raise AttributeError
        for obj, read in tested:
            if x is obj:
                return read()
        return commonest()
    return read_of_assigned


def make_same_method(classes):
    """`a.f == b.g`: `classes` are those in which both names mean one function."""
    classes = unrolling_iterable(classes)

    @specialize.call_location()
    def same_method(m, n):
        if m is None or n is None:
            return False
        this = m.__self__
        if this is n.__self__:
            for cls in classes:
                if type(this) is cls:
                    return True
        return False
    return same_method


def make_other_method(classes):
    same = make_same_method(classes)

    @specialize.call_location()
    def other_method(m, n):
        return not same(m, n)
    return other_method


def make_same_closure(pairs):
    """Comparison of objects that stand for bound methods: classes of such objects, each with the classes of objects for which
    both names mean one function."""
    pairs = unrolling_iterable([(pairs[i], same) for i in range(0, len(pairs), 2) for same in pairs[i + 1]])

    @specialize.call_location()
    def same_closure(closure, other):
        this = closure.bound_to
        for cls, same in pairs:
            if isinstance(other, cls):
                if other.bound_to is this and type(this) is same:
                    return True
        return False
    return same_closure


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
def format_instance(x, spec):
    if x is None:
        return "None"
    return x.__format__(spec)


@specialize.argtype(0)
def exception_to_raise(x):
    """What `raise x` raises: x may be a class."""
    if isinstance(x, type):
        return x()
    if x is None:
        raise TypeError("exceptions must derive from BaseException")
    return x


@specialize.argtype(0)
def exit_code(e):
    """`e.code` of SystemExit where the codes are ints: None is 0."""
    if len(e.args) == 0:
        return 0
    try:
        return e.args[0]
    except TypeError:
        return 0


@specialize.argtype(0)
def exit_text(e):
    if len(e.args) == 0:
        return None
    return e.args[0]


@specialize.call_location()
def iterate_args(args):
    """`iter(e.args)`"""
    return iter([args[i] for i in range(len(args))])


@specialize.call_location()
def args_equal(args, items):
    """`e.args == (…)`, of strings and ints: their texts tell."""
    return repr(args) == repr(items)


@specialize.call_location()
def args_differ(args, items):
    return repr(args) != repr(items)


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
    return not self.__eq__(other)


def object_ne_by_identity(self, other):
    if self is other:
        return False
    return NotImplemented


def object_operator(self, other):
    return NotImplemented


def object_hash(self):
    return compute_identity_hash(self)


def unhashable(self):
    """For `__hash__ = None`"""
    if NonConstant(True):
        raise TypeError("unhashable type: '%s'" % self.__class__.__name__)
    return 0


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


def object_format(self, spec):
    if len(spec) > 0:
        raise TypeError("unsupported format string passed to object.__format__")
    return str(self)


def object_bool(self):
    return True


# ---- `__index__`

@specialize.call_location()
def get_at(items, index):
    return items[index.__index__()]


@specialize.call_location()
def set_at(items, index, value):
    items[index.__index__()] = value


@specialize.call_location()
def delete_at(items, index):
    del items[index.__index__()]


@specialize.argtype(0)
def index_part(x):
    """A bound of a slice."""
    if x is None or isinstance(x, int):
        return x
    return x.__index__()


@specialize.call_location()
def slice_of(start, stop, step):
    return slice(index_part(start), index_part(stop), index_part(step))


@specialize.argtype(0)
def hex_of(x):
    return hex(x.__index__())


@specialize.argtype(0)
def oct_of(x):
    return oct(x.__index__())


@specialize.argtype(0)
def bin_of(x):
    return bin(x.__index__())


def make_method_call(name):
    """What a built-in function does by a special method of its first argument."""
    @specialize.call_location()
    def call_method(obj, *args):
        return getattr(obj, name)(*args)
    return call_method


# ---- methods that follow from others

def bool_by_len(self):
    return self.__len__() != 0


def iter_by_items(self):
    i = 0
    while True:
        try:
            item = self[i]
        except IndexError:
            return
        yield item
        i += 1


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


def gcref_text(p):
    """A reference of unknown type: objects move, so there is nothing to tell them apart by."""
    return "<gcref>" if p else "<null gcref>"


@specialize.argtype(0)
def pointer_text(p):
    """A pointer to raw memory."""
    return "<pointer to 0x%x>" % rffi.cast(lltype.Signed, p)


def item_repr(a):
    if a is None:
        return "None"
    return a.__repr__()


# ---- descriptors: objects in classes that have a `__get__`

def always(self):
    return True


def runtime_attribute(descr, frozen):
    """What stands for a descriptor in a class: a property that calls its methods, which is translated once for each
    descriptor if that is a constant."""
    cls = type(descr)
    if cls.__module__ == "functools" and cls.__name__ == "cached_property":
        return property_of_cached(descr.func, descr.name, descr.owner)
    if cls.__module__ == "functools" and cls.__name__ == "partialmethod":
        return method_of_partial(descr.func, descr.args, descr.keywords)
    if frozen and not hasattr(cls, "_freeze_"):
        cls._freeze_ = always

    def getter(self):
        return descr.__get__(self, self.__class__)

    def setter(self, value):
        descr.__set__(self, value)

    def deleter(self):
        descr.__delete__(self)
    return property(getter, setter if hasattr(cls, "__set__") else None,
                    deleter if hasattr(cls, "__delete__") else None)


def property_of_cached(func, name, owner):
    """`functools.cached_property`"""
    value, known = "_value_of_" + name, "_knows_" + name
    setattr(owner, known, False)

    def getter(self):
        if not getattr(self, known):
            setattr(self, value, func(self))
            setattr(self, known, NonConstant(True))
        return getattr(self, value)

    def setter(self, new):
        setattr(self, value, new)
        setattr(self, known, NonConstant(True))

    def deleter(self):
        if not getattr(self, known):
            raise AttributeError(name)
        setattr(self, known, NonConstant(False))
    return property(getter, setter, deleter)


def method_of_partial(func, args, keywords):
    """`functools.partialmethod`: what was given by keyword can be given again."""
    names = ["a%d_" % i for i in range(len(args))]
    again = "".join(["%s=%s, " % (n, n) for n in keywords])
    source = "def method(self, *more_, %s**named_):\n    return func_(self, %s*more_, %s**named_)\n" % (
        again, "".join([n + ", " for n in names]), again)
    scope = dict(zip(names, args), func_=func, __name__=__name__)
    scope.update(keywords)
    exec(source, scope)
    return scope["method"]
