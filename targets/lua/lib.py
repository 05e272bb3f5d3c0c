"""What all libraries use: tables of functions, and arguments."""
from lua import arith
from lua.arith import to_integer
from lua.numbers import as_float, to_number
from lua.objects import ArgumentError, W_Builtin, W_Float, W_Integer, W_Multi, W_String, w_nil
from lua.table import W_Table


class Library(object):
    """Functions that are entered into a table when an interpreter starts."""

    def __init__(self):
        self.functions = []

    def function(self, name):
        """Decorator of a function that takes a list of values and gives a value or a W_Multi."""
        def decorate(fn):
            self.functions.append(W_Builtin(name, fn))
            return fn
        return decorate

    def open_into(self, w_table):
        for w_builtin in self.functions:
            w_table.set_name(w_builtin.name, w_builtin)

    def find(self, name):
        for w_builtin in self.functions:
            if w_builtin.name == name:
                return w_builtin
        raise KeyError


def arg(args, i):
    if i < len(args):
        return args[i]
    return w_nil


def given(args, i):
    """Whether an optional argument is there."""
    return i < len(args) and args[i] is not w_nil


def type_error(args, i, expected):
    got = "no value"
    if i < len(args):
        got = arith.type_name(args[i])
    return ArgumentError(i, "%s expected, got %s" % (expected, got))


def any_arg(args, i):
    if i >= len(args):
        raise ArgumentError(i, "value expected")
    return args[i]


def int_arg(args, i):
    if i < len(args):
        w_value = args[i]
        if isinstance(w_value, W_Integer):
            return w_value.intval
    return int_arg_slow(args, i)


def int_arg_slow(args, i):
    if i < len(args):
        w_int = to_integer(args[i])
        if w_int is not None:
            return w_int.intval
        if to_number(args[i]) is not None:
            raise ArgumentError(i, "number has no integer representation")
    raise type_error(args, i, "number")


def opt_int(args, i, default):
    if given(args, i):
        return int_arg(args, i)
    return default


def number_arg(args, i):
    """An integer or float as it is."""
    if i < len(args):
        w_num = to_number(args[i])
        if w_num is not None:
            return w_num
    raise type_error(args, i, "number")


def float_arg(args, i):
    if i < len(args):
        w_value = args[i]
        if isinstance(w_value, W_Float):
            return w_value.floatval
    return as_float(number_arg(args, i))


def str_arg(args, i):
    if i < len(args):
        w_value = args[i]
        if isinstance(w_value, W_String):
            return w_value.strval
        s = arith.as_text(w_value)
        if s is not None:
            return s
    raise type_error(args, i, "string")


def opt_str(args, i, default):
    if given(args, i):
        return str_arg(args, i)
    return default


def table_arg(args, i):
    if i < len(args):
        w_value = args[i]
        if isinstance(w_value, W_Table):
            return w_value
    raise type_error(args, i, "table")


def pair(w_a, w_b):
    return W_Multi([w_a, w_b])


def triple(w_a, w_b, w_c):
    return W_Multi([w_a, w_b, w_c])
