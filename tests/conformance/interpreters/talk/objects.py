"""What values are at run time."""

from rpython.rlib import jit
from rpython.rlib.objectmodel import import_from_mixin

from .errors import ProgramError


class W_Root(object):
    _attrs_ = []

    def get_class(self, universe):
        raise NotImplementedError

    def show(self):
        return "an object"


class W_Object(W_Root):
    """An instance with fields."""
    _attrs_ = ["cls", "fields"]
    _immutable_fields_ = ["cls", "fields"]

    def __init__(self, cls, n, nil):
        self.cls = cls
        self.fields = [nil] * n

    def get_class(self, universe):
        return self.cls

    def show(self):
        name = self.cls.name
        article = "an " if name[0] in "AEIOU" else "a "
        return article + name


class W_Nil(W_Root):
    def get_class(self, universe):
        return universe.class_nil

    def show(self):
        return "nil"


class W_Bool(W_Root):
    _immutable_fields_ = ["value"]

    def __init__(self, value):
        self.value = value

    def get_class(self, universe):
        return universe.class_true if self.value else universe.class_false

    def show(self):
        return "true" if self.value else "false"


class W_Integer(W_Root):
    _immutable_fields_ = ["value"]
    _attrs_ = ["value"]

    def __init__(self, value):
        self.value = value

    def get_class(self, universe):
        return universe.class_integer

    def show(self):
        return str(self.value)


class TextMixin(object):
    """What strings and symbols share."""

    def __init__(self, text):
        self.text = text

    def length(self):
        return len(self.text)

    def same_text(self, other):
        return self.text == other


class W_String(W_Root):
    _immutable_fields_ = ["text"]
    import_from_mixin(TextMixin)

    def get_class(self, universe):
        return universe.class_string

    def show(self):
        return self.text


class W_Symbol(W_Root):
    _immutable_fields_ = ["text"]
    import_from_mixin(TextMixin)

    def get_class(self, universe):
        return universe.class_symbol

    def show(self):
        return "#" + self.text


class W_Array(W_Root):
    def __init__(self, items):
        self.items = items

    def get_class(self, universe):
        return universe.class_array

    def show(self):
        return "(" + " ".join([x.show() for x in self.items]) + ")"


class W_Block(W_Root):
    _immutable_fields_ = ["method", "context"]

    def __init__(self, method, context):
        self.method = method
        self.context = context

    def get_class(self, universe):
        return universe.class_block


class W_Class(W_Root):
    _immutable_fields_ = ["name"]

    def __init__(self, name, superclass, metaclass):
        self.name = name
        self.superclass = superclass
        self.metaclass = metaclass
        self.fields = []
        self.methods = {}
        self.version = 0
        self.subclasses = []
        if superclass is not None:
            self.fields = superclass.fields[:]
            superclass.subclasses.append(self)

    def get_class(self, universe):
        if self.metaclass is None:
            return universe.class_class
        return self.metaclass

    def show(self):
        return self.name

    def field_index(self, name):
        i = len(self.fields) - 1
        while i >= 0:
            if self.fields[i] == name:
                return i
            i -= 1
        return -1

    def changed(self):
        self.version += 1
        for sub in self.subclasses:
            sub.changed()

    def add_method(self, selector, code):
        self.methods[selector] = code
        self.changed()

    def lookup(self, selector):
        cls = self
        while cls is not None:
            found = cls.methods.get(selector, None)
            if found is not None:
                return found
            cls = cls.superclass
        return None


class Code(W_Root):
    """A method: bytecodes or a primitive."""

    def get_class(self, universe):
        return universe.class_nil


class Method(Code):
    _immutable_fields_ = ["name", "holder", "nparams", "nlocals", "code[*]", "literals[*]"]

    def __init__(self, name, holder, nparams, nlocals, code, literals):
        self.name = name
        self.holder = holder
        self.nparams = nparams
        self.nlocals = nlocals
        self.code = code
        self.literals = literals
        self.caches = [None] * len(code)


class Primitive(Code):
    _immutable_ = True

    def __init__(self, name, nargs, function):
        self.name = name
        self.nargs = nargs
        self.function = function


class CacheEntry(object):
    _immutable_ = True

    def __init__(self, cls, version, code):
        self.cls = cls
        self.version = version
        self.code = code


class Context(object):
    """Variables of an activation; blocks keep it alive."""

    def __init__(self, receiver, outer, home, locals):
        self.receiver = receiver
        self.outer = outer
        self.home = home if home is not None else self
        self.locals = locals
        self.returned = False


def expect_int(w):
    if not isinstance(w, W_Integer):
        raise ProgramError("expected an Integer, not " + w.show())
    return w.value


def expect_text(w):
    if isinstance(w, W_String):
        return w.text
    if isinstance(w, W_Symbol):
        return w.text
    raise ProgramError("expected a String, not " + w.show())


def expect_array(w):
    if not isinstance(w, W_Array):
        raise ProgramError("expected an Array, not " + w.show())
    return w
