"""A new interpreter: all libraries in a table of globals."""
from rpython.rlib import jit

from lua import lib_base, lib_coroutine, lib_io, lib_math, lib_os, lib_pack, lib_string, lib_table, lib_utf8
from lua.lib import Library, arg, opt_str
from lua.objects import W_String, w_nil, w_none
from lua.table import W_Table

debug = Library()


@debug.function("traceback")
@jit.dont_look_inside
def debug_traceback(args):
    w_message = arg(args, 0)
    if not isinstance(w_message, W_String):
        if w_message is not w_nil:
            return w_message
        return W_String("stack traceback:")
    return W_String(w_message.strval + "\nstack traceback:")


def make_globals(script, arguments):
    """The table of globals for a program with arguments."""
    w_globals = W_Table()
    w_loaded = W_Table()
    lib_base.base.open_into(w_globals)
    w_globals.set_name("ipairs_iterator", w_nil)
    w_globals.set_name("_G", w_globals)
    w_globals.set_name("_VERSION", W_String("Lua 5.4"))
    w_loaded.set_name("_G", w_globals)
    lib_math.open_library(add_library(w_globals, w_loaded, "math"))
    lib_string.open_library(add_library(w_globals, w_loaded, "string"))
    lib_utf8.open_library(add_library(w_globals, w_loaded, "utf8"))
    lib_io.open_library(add_library(w_globals, w_loaded, "io"))
    lib_table.library.open_into(add_library(w_globals, w_loaded, "table"))
    lib_os.library.open_into(add_library(w_globals, w_loaded, "os"))
    lib_coroutine.library.open_into(add_library(w_globals, w_loaded, "coroutine"))
    debug.open_into(add_library(w_globals, w_loaded, "debug"))
    w_package = add_library(w_globals, w_loaded, "package")
    w_package.set_name("loaded", w_loaded)
    w_package.set_name("preload", W_Table())
    w_package.set_name("path", W_String("./?.lua;./?/init.lua"))
    w_package.set_name("config", W_String("/\n;\n?\n!\n-\n"))
    lib_base.world.w_globals = w_globals
    lib_base.world.w_package = w_package
    w_arg = W_Table()
    w_arg.set_int(0, W_String(script))
    for i in range(len(arguments)):
        w_arg.set_int(i + 1, W_String(arguments[i]))
    w_globals.set_name("arg", w_arg)
    return w_globals


def add_library(w_globals, w_loaded, name):
    w_table = W_Table()
    w_globals.set_name(name, w_table)
    w_loaded.set_name(name, w_table)
    return w_table
