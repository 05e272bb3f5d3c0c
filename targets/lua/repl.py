"""The prompt."""
import os

from lua import arith
from lua.compiler import compile_chunk
from lua.interp import W_Closure
from lua.lib_base import lua_print
from lua.lib_io import state
from lua.objects import LuaError, W_String, values_of, w_nil
from lua.output import stdout


def run(w_globals):
    """Reads, runs and prints until the end of the input. An expression is printed; a statement may have several lines."""
    stdout.write("Lua 5.4 in RPython\n")
    while True:
        line = ask("> ")
        if line is None:
            stdout.write("\n")
            return
        text = line
        proto = None
        try:
            if text.startswith("="):
                text = "return " + text[1:]
            proto = compile_lines(text, w_globals)
            if proto is not None:
                lua_print_all(values_of(arith.call_value(W_Closure(proto, []), [])))
        except LuaError as e:
            stdout.write("%s\n" % error_text(e))
        except RecursionError:
            stdout.write("stack overflow\n")
        except MemoryError:
            stdout.write("not enough memory\n")


def lua_print_all(vals):
    if len(vals) > 0:
        lua_print(vals)


def error_text(e):
    w_value = e.w_value
    if isinstance(w_value, W_String):
        return w_value.strval
    if arith.is_number(w_value) or arith.get_metamethod(w_value, arith.TOSTRING) is not w_nil:
        return arith.tostring(w_value)
    return "(error object is a %s value)" % arith.type_name(w_value)


def ask(prompt):
    stdout.write(prompt)
    stdout.flush()
    return state.w_input.line(False)


def compile_lines(text, w_globals):
    """A program for the first line; it asks for more lines while the text ends too early. None at the end of the input."""
    try:
        return compile_chunk("return " + text, "stdin", w_globals)
    except LuaError:
        pass
    while True:
        try:
            return compile_chunk(text, "stdin", w_globals)
        except LuaError as e:
            if not error_text(e).endswith("near <eof>"):
                raise e
        line = ask(">> ")
        if line is None:
            return None
        text += "\n" + line
