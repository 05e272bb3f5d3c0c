"""Primitive methods, by class and selector."""

from . import objects as ob
from .errors import ProgramError
from .objects import W_Array, W_Block, W_Bool, W_Class, W_Integer, W_Object, W_String, W_Symbol, expect_array, expect_int, \
    expect_text

TABLE = {}


def primitive(key):
    """`Integer>>+`: registers a function of universe, receiver and arguments. The number of arguments is that of the
    function; all are made to look alike."""
    cls, selector = key.split(">>")

    def decorate(f):
        nargs = f.__code__.co_argcount - 2
        if nargs == 0:
            def call(universe, w_self, args):
                return f(universe, w_self)
        elif nargs == 1:
            def call(universe, w_self, args):
                return f(universe, w_self, args[0])
        else:
            def call(universe, w_self, args):
                return f(universe, w_self, args[0], args[1])
        call.__name__ = "prim_" + f.__name__
        TABLE[(cls, selector)] = ob.Primitive(key, nargs, call)
        return f
    return decorate


def integer_operation(name, compute):
    @primitive("Integer>>" + name)
    def operation(universe, w_self, w_other):
        return universe.integer(compute(expect_int(w_self), expect_int(w_other)))


def integer_comparison(name, compute):
    @primitive("Integer>>" + name)
    def comparison(universe, w_self, w_other):
        return universe.boolean(compute(expect_int(w_self), expect_int(w_other)))


def divide(a, b):
    if b == 0:
        raise ProgramError("division by zero")
    return a // b


def modulo(a, b):
    if b == 0:
        raise ProgramError("division by zero")
    return a % b


for _name, _f in [("+", lambda a, b: a + b), ("-", lambda a, b: a - b), ("*", lambda a, b: a * b),
                  ("&", lambda a, b: a & b), ("bitXor:", lambda a, b: a ^ b), ("<<", lambda a, b: a << (b & 63)),
                  ("/", divide), ("%", modulo)]:
    integer_operation(_name, _f)
for _name, _f in [("<", lambda a, b: a < b), (">", lambda a, b: a > b), ("<=", lambda a, b: a <= b),
                  (">=", lambda a, b: a >= b)]:
    integer_comparison(_name, _f)


@primitive("Integer>>=")
def integer_equal(universe, w_self, w_other):
    return universe.boolean(isinstance(w_other, W_Integer) and w_other.value == expect_int(w_self))


@primitive("Integer>>asString")
def integer_as_string(universe, w_self):
    return universe.string(str(expect_int(w_self)))


@primitive("Integer>>sqrt")
def integer_sqrt(universe, w_self):
    n = expect_int(w_self)
    if n < 0:
        raise ProgramError("sqrt of a negative number")
    x = n
    while x * x > n:
        x = (x + n // x) >> 1
    return universe.integer(x)


@primitive("String>>length")
def string_length(universe, w_self):
    return universe.integer(len(expect_text(w_self)))


@primitive("String>>,")
def string_concat(universe, w_self, w_other):
    return universe.string(expect_text(w_self) + expect_text(w_other))


@primitive("String>>=")
def string_equal(universe, w_self, w_other):
    if isinstance(w_other, W_String):
        return universe.boolean(w_other.same_text(expect_text(w_self)))
    return universe.boolean(False)


@primitive("String>>asSymbol")
def string_as_symbol(universe, w_self):
    return universe.symbol(expect_text(w_self))


@primitive("String>>asInteger")
def string_as_integer(universe, w_self):
    try:
        return universe.integer(int(expect_text(w_self)))
    except ValueError:
        return universe.w_nil


@primitive("String>>at:")
def string_at(universe, w_self, w_index):
    text = expect_text(w_self)
    i = expect_int(w_index)
    if i < 1 or i > len(text):
        raise ProgramError("index %d out of range" % i)
    return universe.string(text[i - 1])


@primitive("String>>reversed")
def string_reversed(universe, w_self):
    chars = [c for c in expect_text(w_self)]
    chars.reverse()
    return universe.string("".join(chars))


@primitive("String>>hash")
def string_hash(universe, w_self):
    h = 0
    for c in expect_text(w_self):
        h = (h * 31 + ord(c)) & 0xFFFFFF
    return universe.integer(h)


@primitive("Array>>at:")
def array_at(universe, w_self, w_index):
    items = expect_array(w_self).items
    i = expect_int(w_index)
    if i < 1 or i > len(items):
        raise ProgramError("index %d out of range" % i)
    return items[i - 1]


@primitive("Array>>at:put:")
def array_at_put(universe, w_self, w_index, w_value):
    items = expect_array(w_self).items
    i = expect_int(w_index)
    if i < 1 or i > len(items):
        raise ProgramError("index %d out of range" % i)
    items[i - 1] = w_value
    return w_value


@primitive("Array>>length")
def array_length(universe, w_self):
    return universe.integer(len(expect_array(w_self).items))


@primitive("Array class>>new:")
def array_new(universe, w_self, w_size):
    n = expect_int(w_size)
    if n < 0:
        raise ProgramError("negative size")
    return W_Array([universe.w_nil] * n)


@primitive("Object>>class")
def object_class(universe, w_self):
    return w_self.get_class(universe)


@primitive("Object>>==")
def object_same(universe, w_self, w_other):
    return universe.boolean(w_self is w_other)


@primitive("Object>>print")
def object_print(universe, w_self):
    universe.write(w_self.show())
    return w_self


@primitive("Object>>println")
def object_println(universe, w_self):
    universe.write(w_self.show() + "\n")
    return w_self


@primitive("Object>>asString")
def object_as_string(universe, w_self):
    return universe.string(w_self.show())


@primitive("Object>>error:")
def object_error(universe, w_self, w_text):
    raise ProgramError(expect_text(w_text))


@primitive("Object>>respondsTo:")
def object_responds(universe, w_self, w_symbol):
    return universe.boolean(w_self.get_class(universe).lookup(universe.symbol(expect_text(w_symbol))) is not None)


@primitive("Object>>perform:")
def object_perform(universe, w_self, w_symbol):
    return universe.send(w_self, universe.symbol(expect_text(w_symbol)), [])


@primitive("Object>>perform:with:")
def object_perform_with(universe, w_self, w_symbol, w_arg):
    return universe.send(w_self, universe.symbol(expect_text(w_symbol)), [w_arg])


@primitive("Class>>new")
def class_new(universe, w_self):
    assert isinstance(w_self, W_Class)
    return W_Object(w_self, len(w_self.fields), universe.w_nil)


@primitive("Class>>name")
def class_name(universe, w_self):
    assert isinstance(w_self, W_Class)
    return universe.string(w_self.name)


@primitive("Class>>superclass")
def class_superclass(universe, w_self):
    assert isinstance(w_self, W_Class)
    s = w_self.superclass
    return s if s is not None else universe.w_nil


def block_call(universe, w_self, args):
    if not isinstance(w_self, W_Block):
        raise ProgramError("not a block: " + w_self.show())
    return universe.interpreter.call_block(w_self, args)


@primitive("Block>>value")
def block_value(universe, w_self):
    return block_call(universe, w_self, [])


@primitive("Block>>value:")
def block_value1(universe, w_self, w_a):
    return block_call(universe, w_self, [w_a])


@primitive("Block>>value:with:")
def block_value2(universe, w_self, w_a, w_b):
    return block_call(universe, w_self, [w_a, w_b])


@primitive("Block>>whileTrue:")
def block_while_true(universe, w_self, w_body):
    while block_call(universe, w_self, []) is universe.w_true:
        block_call(universe, w_body, [])
    return universe.w_nil


@primitive("Block>>onError:")
def block_on_error(universe, w_self, w_handler):
    """The handler gets the message."""
    depth = universe.interpreter.depth
    try:
        return block_call(universe, w_self, [])
    except ProgramError as e:
        universe.interpreter.depth = depth
        return block_call(universe, w_handler, [universe.string(e.message)])


@primitive("Block>>ensure:")
def block_ensure(universe, w_self, w_cleanup):
    try:
        return block_call(universe, w_self, [])
    finally:
        block_call(universe, w_cleanup, [])
