"""The functions without a table of their own, and what all libraries use."""
from lua import arith
from lua.objects import W_Builtin, w_nil, w_none, W_String
from lua.table import W_Table


class Library(object):
    """Functions that are entered into a table when an interpreter starts."""

    def __init__(self, name):
        self.name = name
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


base = Library("_G")


@base.function("print")
def lua_print(args):
    parts = [arith.tostring(w_value) for w_value in args]
    print("\t".join(parts))
    return w_none


def open_all():
    w_globals = W_Table()
    base.open_into(w_globals)
    w_globals.set_name("_G", w_globals)
    return w_globals
