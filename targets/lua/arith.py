"""Operators on values: numbers first, then metamethods, then the error messages of Lua."""
import math

from rpython.rlib import jit
from rpython.rlib.objectmodel import always_inline
from rpython.rlib.rarithmetic import intmask

from lua import numbers
from lua.objects import (LuaError, W_Bool, W_Float, W_Function, W_Integer, W_Multi, W_Root, W_String, error, finish, intern,
                         is_true, operand_error, w_false,
                         w_nil, w_true, wrap_bool, wrap_str)
from lua.table import FieldCache, MetaEvent, W_Table


def meta_event(name):
    return MetaEvent(intern(name))


INDEX = meta_event("__index")
NEWINDEX = meta_event("__newindex")
CALL = meta_event("__call")
ADD = meta_event("__add")
SUB = meta_event("__sub")
MUL = meta_event("__mul")
DIV = meta_event("__div")
MOD = meta_event("__mod")
IDIV = meta_event("__idiv")
POW = meta_event("__pow")
BAND = meta_event("__band")
BOR = meta_event("__bor")
BXOR = meta_event("__bxor")
SHL = meta_event("__shl")
SHR = meta_event("__shr")
UNM = meta_event("__unm")
BNOT = meta_event("__bnot")
LEN = meta_event("__len")
CONCAT = meta_event("__concat")
EQ = meta_event("__eq")
LT = meta_event("__lt")
LE = meta_event("__le")
CLOSE = meta_event("__close")
TOSTRING = meta_event("__tostring")
NAME = meta_event("__name")
PAIRS = meta_event("__pairs")
METATABLE = meta_event("__metatable")

MAX_CHAIN = 2000


class Metatables(object):
    """The metatables of types other than tables."""
    _immutable_fields_ = ['strings?']

    def __init__(self):
        self.strings = None
        self.files = None


metatables = Metatables()


class W_Userdata(W_Root):
    """A value of the library with a metatable."""
    _attrs_ = ('metatable',)

    def __init__(self, metatable):
        self.metatable = metatable


def get_metatable(w_value):
    if isinstance(w_value, W_Table):
        return w_value.metatable
    if isinstance(w_value, W_String):
        return metatables.strings
    if isinstance(w_value, W_Userdata):
        return w_value.metatable
    return None


def get_metamethod(w_value, event):
    """The handler of an event, nil if there is none."""
    metatable = get_metatable(w_value)
    if metatable is None:
        return w_nil
    return metatable.get_event(event)


def call_value(w_func, args):
    """Calls anything; tail calls are done."""
    if not isinstance(w_func, W_Function):
        w_handler = get_metamethod(w_func, CALL)
        if w_handler is w_nil:
            raise operand_error("attempt to call a %s value" % type_name(w_func), 1)
        return call_value(w_handler, [w_func] + args)
    return finish(w_func.call(args))


def call_first(w_func, args):
    """The first result of a call."""
    w_res = call_value(w_func, args)
    if isinstance(w_res, W_Multi):
        return w_res.first()
    return w_res


TYPE_NIL = intern("nil")
TYPE_BOOLEAN = intern("boolean")
TYPE_NUMBER = intern("number")
TYPE_STRING = intern("string")
TYPE_TABLE = intern("table")
TYPE_FUNCTION = intern("function")


def type_string(w_value):
    """What the function `type` gives."""
    if isinstance(w_value, W_Table):
        return TYPE_TABLE
    if isinstance(w_value, W_String):
        return TYPE_STRING
    if isinstance(w_value, W_Integer) or isinstance(w_value, W_Float):
        return TYPE_NUMBER
    if isinstance(w_value, W_Function):
        return TYPE_FUNCTION
    if w_value is w_nil:
        return TYPE_NIL
    if isinstance(w_value, W_Bool):
        return TYPE_BOOLEAN
    return intern(w_value.typename())


def type_name(w_value):
    """The type for messages: a metatable can give it a name."""
    metatable = get_metatable(w_value)
    if metatable is not None and not isinstance(w_value, W_String):
        w_name = metatable.get_event(NAME)
        if isinstance(w_name, W_String):
            return w_name.strval
    return w_value.typename()


# ____________________________________________________________
# tables


@always_inline
def get_field(w_obj, cache):
    """obj.name"""
    if isinstance(w_obj, W_Table):
        w_value = w_obj.get_field(cache)
        if w_value is not w_nil or w_obj.metatable is None:
            return w_value
    return get_field_meta(w_obj, cache)


def get_field_meta(w_obj, cache):
    w_handler = get_metamethod(w_obj, INDEX)
    if isinstance(w_handler, W_Table):
        if not jit.we_are_jitted():
            deeper = cache.deeper
            if deeper is None:
                deeper = deepen(cache)
            cache = deeper
        return get_field(w_handler, cache)
    return index_with(w_obj, cache.w_name, w_handler)


@jit.dont_look_inside
def deepen(cache):
    deeper = FieldCache(cache.w_name)
    cache.deeper = deeper
    return deeper


@always_inline
def get_index(w_obj, w_key):
    """obj[key]"""
    if isinstance(w_obj, W_Table):
        if isinstance(w_key, W_Integer):
            w_value = w_obj.get_int(w_key.intval)
        else:
            w_value = w_obj.get(w_key)
        if w_value is not w_nil or w_obj.metatable is None:
            return w_value
    return get_index_meta(w_obj, w_key)


def get_index_meta(w_obj, w_key):
    return index_with(w_obj, w_key, get_metamethod(w_obj, INDEX))


def index_with(w_obj, w_key, w_handler):
    """What a handler of __index gives."""
    if w_handler is w_nil:
        if isinstance(w_obj, W_Table):
            return w_nil
        raise index_error(w_obj)
    if isinstance(w_handler, W_Function):
        return call_first(w_handler, [w_obj, w_key])
    return get_index(w_handler, w_key)


@jit.dont_look_inside
def index_error(w_obj):
    return operand_error("attempt to index a %s value" % type_name(w_obj), 1)


@always_inline
def get_int_index(w_obj, key):
    if isinstance(w_obj, W_Table):
        w_value = w_obj.get_int(key)
        if w_value is not w_nil or w_obj.metatable is None:
            return w_value
    return get_index_meta(w_obj, W_Integer(key))


@always_inline
def set_field(w_obj, cache, w_value):
    """obj.name = value"""
    if isinstance(w_obj, W_Table):
        if w_obj.metatable is None:
            w_obj.set_field(cache, w_value)
            return
    set_field_meta(w_obj, cache, w_value)


def set_field_meta(w_obj, cache, w_value):
    if isinstance(w_obj, W_Table):
        metatable = w_obj.metatable
        if metatable is None or metatable.get_event(NEWINDEX) is w_nil or w_obj.get_field(cache) is not w_nil:
            w_obj.set_field(cache, w_value)
            return
    set_index_meta(w_obj, cache.w_name, w_value)


@always_inline
def set_index(w_obj, w_key, w_value):
    if isinstance(w_obj, W_Table):
        if w_obj.metatable is None:
            if isinstance(w_key, W_Integer):
                w_obj.set_int(w_key.intval, w_value)
            else:
                w_obj.set(w_key, w_value)
            return
    set_index_meta(w_obj, w_key, w_value)


def set_index_meta(w_obj, w_key, w_value):
    w_handler = get_metamethod(w_obj, NEWINDEX)
    if isinstance(w_obj, W_Table):
        if w_handler is w_nil or w_obj.get(w_key) is not w_nil:
            w_obj.set(w_key, w_value)
            return
    if w_handler is w_nil:
        raise index_error(w_obj)
    if isinstance(w_handler, W_Function):
        call_value(w_handler, [w_obj, w_key, w_value])
    else:
        set_index(w_handler, w_key, w_value)


def length(w_obj):
    if isinstance(w_obj, W_Table):
        if w_obj.metatable is None:
            return W_Integer(w_obj.length())
    elif isinstance(w_obj, W_String):
        return W_Integer(len(w_obj.strval))
    w_handler = get_metamethod(w_obj, LEN)
    if w_handler is w_nil:
        if isinstance(w_obj, W_Table):
            return W_Integer(w_obj.length())
        raise operand_error("attempt to get length of a %s value" % type_name(w_obj), 1)
    return call_first(w_handler, [w_obj])


# ____________________________________________________________
# arithmetic: functions with the fast cases, which come to `other` for the rest


def make_arith(name, event, on_ints, on_floats):
    """An operator on two numbers. Without `on_ints` it makes floats of integers."""
    def other(w_a, w_b):
        w_x = numbers.to_number(w_a)
        w_y = numbers.to_number(w_b)
        if w_x is None or w_y is None or isinstance(w_a, W_String) or isinstance(w_b, W_String):
            w_res = binary_meta(w_a, w_b, event)
            if w_res is not None:
                return w_res
            if w_x is None or w_y is None:
                raise arith_error(w_a, w_b, w_x is None, name)
            try:
                return operator(w_x, w_y)
            except LuaError as e:
                e.level = 0                     # (the reference gives no position here)
                raise e
        return W_Float(on_floats(numbers.as_float(w_x), numbers.as_float(w_y)))

    if on_ints is not None:
        def operator(w_a, w_b):
            if isinstance(w_a, W_Integer):
                if isinstance(w_b, W_Integer):
                    return W_Integer(on_ints(w_a.intval, w_b.intval))
                if isinstance(w_b, W_Float):
                    return W_Float(on_floats(float(w_a.intval), w_b.floatval))
            elif isinstance(w_a, W_Float):
                if isinstance(w_b, W_Float):
                    return W_Float(on_floats(w_a.floatval, w_b.floatval))
                if isinstance(w_b, W_Integer):
                    return W_Float(on_floats(w_a.floatval, float(w_b.intval)))
            return other(w_a, w_b)
    else:
        def operator(w_a, w_b):
            if isinstance(w_a, W_Float):
                if isinstance(w_b, W_Float):
                    return W_Float(on_floats(w_a.floatval, w_b.floatval))
                if isinstance(w_b, W_Integer):
                    return W_Float(on_floats(w_a.floatval, float(w_b.intval)))
            elif isinstance(w_a, W_Integer):
                if isinstance(w_b, W_Integer):
                    return W_Float(on_floats(float(w_a.intval), float(w_b.intval)))
                if isinstance(w_b, W_Float):
                    return W_Float(on_floats(float(w_a.intval), w_b.floatval))
            return other(w_a, w_b)
    operator.__name__ = "arith_" + name
    other.__name__ = "arith_other_" + name
    return operator


def int_mod(a, b):
    if b == 0:
        raise error("attempt to perform 'n%0'")
    return numbers.modulo(a, b)


def int_floor_div(a, b):
    if b == 0:
        raise error("attempt to divide by zero")
    return numbers.floor_div(a, b)


arith_add = make_arith("add", ADD, lambda a, b: intmask(a + b), lambda a, b: a + b)
arith_sub = make_arith("sub", SUB, lambda a, b: intmask(a - b), lambda a, b: a - b)
arith_mul = make_arith("mul", MUL, lambda a, b: intmask(a * b), lambda a, b: a * b)
arith_mod = make_arith("mod", MOD, int_mod, numbers.float_mod)
arith_idiv = make_arith("idiv", IDIV, int_floor_div, numbers.float_floor_div)
arith_div = make_arith("div", DIV, None, numbers.float_div)
arith_pow = make_arith("pow", POW, None, numbers.float_pow)


def binary_meta(w_a, w_b, event):
    """The result of a metamethod, or None."""
    w_handler = get_metamethod(w_a, event)
    if w_handler is w_nil:
        w_handler = get_metamethod(w_b, event)
        if w_handler is w_nil:
            return None
    return call_first(w_handler, [w_a, w_b])


@jit.dont_look_inside
def arith_error(w_a, w_b, first, what):
    """The operand that is wrong is the first one, if that is no number."""
    if isinstance(w_a, W_String) or isinstance(w_b, W_String):
        return error("attempt to %s a '%s' with a '%s'" % (what, type_name(w_a), type_name(w_b)))
    if first:
        return operand_error("attempt to perform arithmetic on a %s value" % type_name(w_a), 1)
    return operand_error("attempt to perform arithmetic on a %s value" % type_name(w_b), 2)


def to_integer(w_value):
    """The integer that a number (or the text of one) stands for, or None."""
    if isinstance(w_value, W_Integer):
        return w_value
    if isinstance(w_value, W_Float):
        if numbers.fits_int(w_value.floatval):
            return W_Integer(int(w_value.floatval))
        return None
    if isinstance(w_value, W_String):
        w_num = numbers.parse_number(w_value.strval)
        if w_num is not None:
            return to_integer(w_num)
    return None


def make_bitwise(name, event, on_ints):
    def other(w_a, w_b):
        if not (is_number(w_a) and is_number(w_b)):
            w_res = binary_meta(w_a, w_b, event)
            if w_res is not None:
                return w_res
        w_x = to_integer(w_a)
        w_y = to_integer(w_b)
        if w_x is None or w_y is None:
            raise bitwise_error(w_a, w_b)
        return W_Integer(on_ints(w_x.intval, w_y.intval))

    def operator(w_a, w_b):
        if isinstance(w_a, W_Integer) and isinstance(w_b, W_Integer):
            return W_Integer(on_ints(w_a.intval, w_b.intval))
        return other(w_a, w_b)
    operator.__name__ = "bitwise_" + name
    other.__name__ = "bitwise_other_" + name
    return operator


def is_number(w_value):
    return isinstance(w_value, W_Integer) or isinstance(w_value, W_Float)


@jit.dont_look_inside
def bitwise_error(w_a, w_b):
    if numbers.to_number(w_a) is None:
        return operand_error("attempt to perform bitwise operation on a %s value" % type_name(w_a), 1)
    if numbers.to_number(w_b) is None:
        return operand_error("attempt to perform bitwise operation on a %s value" % type_name(w_b), 2)
    return error("number has no integer representation")


bit_and = make_bitwise("and", BAND, lambda a, b: a & b)
bit_or = make_bitwise("or", BOR, lambda a, b: a | b)
bit_xor = make_bitwise("xor", BXOR, lambda a, b: a ^ b)
shift_left = make_bitwise("shl", SHL, numbers.shift_left)
shift_right = make_bitwise("shr", SHR, lambda a, b: numbers.shift_left(a, -b if b > -64 else 64))


def negate(w_a):
    if isinstance(w_a, W_Integer):
        return W_Integer(intmask(-w_a.intval))
    if isinstance(w_a, W_Float):
        return W_Float(-w_a.floatval)
    w_num = numbers.to_number(w_a)
    if w_num is not None:
        return negate(w_num)
    w_handler = get_metamethod(w_a, UNM)
    if w_handler is w_nil:
        raise operand_error("attempt to perform arithmetic on a %s value" % type_name(w_a), 1)
    return call_first(w_handler, [w_a, w_a])


def bit_not(w_a):
    if isinstance(w_a, W_Integer):
        return W_Integer(~w_a.intval)
    w_handler = get_metamethod(w_a, BNOT)
    if w_handler is not w_nil:
        return call_first(w_handler, [w_a, w_a])
    w_int = to_integer(w_a)
    if w_int is None:
        raise bitwise_error(w_a, w_a)
    return W_Integer(~w_int.intval)


# ____________________________________________________________
# comparisons


def raw_equal(w_a, w_b):
    if w_a is w_b:
        if isinstance(w_a, W_Float):
            return w_a.floatval == w_a.floatval
        return True
    if isinstance(w_a, W_Integer):
        if isinstance(w_b, W_Integer):
            return w_a.intval == w_b.intval
        if isinstance(w_b, W_Float):
            return numbers.int_eq_float(w_a.intval, w_b.floatval)
    elif isinstance(w_a, W_Float):
        if isinstance(w_b, W_Float):
            return w_a.floatval == w_b.floatval
        if isinstance(w_b, W_Integer):
            return numbers.int_eq_float(w_b.intval, w_a.floatval)
    elif isinstance(w_a, W_String):
        if isinstance(w_b, W_String):
            return w_a.strval == w_b.strval
    return False


def equal(w_a, w_b):
    if isinstance(w_a, W_Table) and isinstance(w_b, W_Table):
        if w_a is w_b:
            return True
        if w_a.metatable is None and w_b.metatable is None:
            return False
        w_res = binary_meta(w_a, w_b, EQ)
        if w_res is None:
            return False
        return is_true(w_res)
    return raw_equal(w_a, w_b)


def less_than(w_a, w_b):
    if isinstance(w_a, W_Integer):
        if isinstance(w_b, W_Integer):
            return w_a.intval < w_b.intval
        if isinstance(w_b, W_Float):
            return numbers.int_lt_float(w_a.intval, w_b.floatval)
    elif isinstance(w_a, W_Float):
        if isinstance(w_b, W_Float):
            return w_a.floatval < w_b.floatval
        if isinstance(w_b, W_Integer):
            return numbers.float_lt_int(w_a.floatval, w_b.intval)
    elif isinstance(w_a, W_String):
        if isinstance(w_b, W_String):
            return w_a.strval < w_b.strval
    return compare_meta(w_a, w_b, LT)


# with an integer that an instruction has in it, which is exact as a float


def add_int(w_a, n):
    if isinstance(w_a, W_Integer):
        return W_Integer(intmask(w_a.intval + n))
    if isinstance(w_a, W_Float):
        return W_Float(w_a.floatval + float(n))
    return arith_add(w_a, W_Integer(n))


def sub_int(w_a, n):
    if isinstance(w_a, W_Integer):
        return W_Integer(intmask(w_a.intval - n))
    if isinstance(w_a, W_Float):
        return W_Float(w_a.floatval - float(n))
    return arith_sub(w_a, W_Integer(n))


def equal_int(w_a, n):
    if isinstance(w_a, W_Integer):
        return w_a.intval == n
    if isinstance(w_a, W_Float):
        return w_a.floatval == float(n)
    return False


def less_than_int(w_a, n):
    if isinstance(w_a, W_Integer):
        return w_a.intval < n
    if isinstance(w_a, W_Float):
        return w_a.floatval < float(n)
    return compare_meta(w_a, W_Integer(n), LT)


def less_equal_int(w_a, n):
    if isinstance(w_a, W_Integer):
        return w_a.intval <= n
    if isinstance(w_a, W_Float):
        return w_a.floatval <= float(n)
    return compare_meta(w_a, W_Integer(n), LE)


def greater_than_int(w_a, n):
    if isinstance(w_a, W_Integer):
        return w_a.intval > n
    if isinstance(w_a, W_Float):
        return w_a.floatval > float(n)
    return compare_meta(W_Integer(n), w_a, LT)


def greater_equal_int(w_a, n):
    if isinstance(w_a, W_Integer):
        return w_a.intval >= n
    if isinstance(w_a, W_Float):
        return w_a.floatval >= float(n)
    return compare_meta(W_Integer(n), w_a, LE)


def less_equal(w_a, w_b):
    if isinstance(w_a, W_Integer):
        if isinstance(w_b, W_Integer):
            return w_a.intval <= w_b.intval
        if isinstance(w_b, W_Float):
            return numbers.int_le_float(w_a.intval, w_b.floatval)
    elif isinstance(w_a, W_Float):
        if isinstance(w_b, W_Float):
            return w_a.floatval <= w_b.floatval
        if isinstance(w_b, W_Integer):
            return numbers.float_le_int(w_a.floatval, w_b.intval)
    elif isinstance(w_a, W_String):
        if isinstance(w_b, W_String):
            return w_a.strval <= w_b.strval
    return compare_meta(w_a, w_b, LE)


def compare_meta(w_a, w_b, event):
    w_res = binary_meta(w_a, w_b, event)
    if w_res is None:
        raise compare_error(w_a, w_b)
    return is_true(w_res)


@jit.dont_look_inside
def compare_error(w_a, w_b):
    a = type_name(w_a)
    b = type_name(w_b)
    if a == b:
        return error("attempt to compare two %s values" % a)
    return error("attempt to compare %s with %s" % (a, b))


# ____________________________________________________________
# texts


def as_text(w_value):
    """The text of a string or number, None of anything else."""
    if isinstance(w_value, W_String):
        return w_value.strval
    if isinstance(w_value, W_Integer) or isinstance(w_value, W_Float):
        return numbers.number_text(w_value)
    return None


def concat_two(w_a, w_b):
    a = as_text(w_a)
    b = as_text(w_b)
    if a is not None and b is not None:
        return wrap_str(a + b)
    w_res = binary_meta(w_a, w_b, CONCAT)
    if w_res is None:
        w_bad = w_b
        operand = 2
        if a is None:
            w_bad = w_a
            operand = 1
        raise operand_error("attempt to concatenate a %s value" % type_name(w_bad), operand)
    return w_res


def concat(values):
    """All of several values, from the right; a run of texts is joined at once."""
    texts = []
    for w_value in values:
        s = as_text(w_value)
        if s is None:
            return concat_slow(values)
        texts.append(s)
    return wrap_str("".join(texts))


def concat_slow(values):
    i = len(values) - 2
    w_res = values[i + 1]
    while i >= 0:
        w_res = concat_two(values[i], w_res)
        i -= 1
    return w_res


def tostring(w_value):
    """As the function tostring does it."""
    if isinstance(w_value, W_String):
        return w_value.strval
    if isinstance(w_value, W_Integer) or isinstance(w_value, W_Float):
        return numbers.number_text(w_value)
    if w_value is w_nil:
        return "nil"
    if isinstance(w_value, W_Bool):
        return "true" if w_value.boolval else "false"
    metatable = get_metatable(w_value)
    name = w_value.typename()
    if metatable is not None:
        w_handler = metatable.get_event(TOSTRING)
        if w_handler is not w_nil:
            w_text = call_first(w_handler, [w_value])
            if not isinstance(w_text, W_String):
                if is_number(w_text):
                    return numbers.number_text(w_text)
                raise error("'__tostring' must return a string")
            return w_text.strval
        w_name = metatable.get_event(NAME)
        if isinstance(w_name, W_String):
            name = w_name.strval
    return "%s: %s" % (name, w_value.address())
