"""The functions that are globals, and all libraries together."""
import os

from rpython.rlib import jit, rgc

from lua import arith
from lua.arith import as_text, call_first, call_value, raw_equal, tostring
from lua.compiler import compile_chunk
from lua.interp import W_Closure, the_next
from lua.lib import (Library, any_arg, arg, given, int_arg, opt_int, opt_str, pair, str_arg, table_arg, triple, type_error)
from lua.numbers import hex_digit, is_space, to_number
from lua.objects import (ArgumentError, CoroutineExit, LuaError, W_Float, W_Function, W_Integer, W_Multi, W_Root, W_String, error, is_true, multi,
                         values_of, w_empty, w_false, w_nil, w_none, w_true, wrap_bool)
from lua.output import stdout, write_all
from lua.table import W_Table
from rpython.rlib.rarithmetic import intmask

base = Library()


class World(object):
    """The interpreter's state outside of Lua's values."""

    def __init__(self):
        self.w_globals = W_Table()
        self.w_package = W_Table()


world = World()


@base.function("print")
@jit.dont_look_inside
def lua_print(args):
    parts = [tostring(w_value) for w_value in args]
    stdout.write("\t".join(parts))
    stdout.write("\n")
    return w_none


class Warnings(object):
    """Whether warnings are shown; as in the reference's command they are off at first."""

    def __init__(self):
        self.shown = False


warnings = Warnings()


@base.function("warn")
@jit.dont_look_inside
def lua_warn(args):
    str_arg(args, 0)
    text = "".join([str_arg(args, i) for i in range(len(args))])
    if len(args) == 1 and text.startswith("@"):
        if text == "@on":
            warnings.shown = True
        elif text == "@off":
            warnings.shown = False
    elif warnings.shown:
        stdout.flush()
        write_all(2, "Lua warning: %s\n" % text)
    return w_none


@base.function("type")
def lua_type(args):
    return arith.type_string(any_arg(args, 0))


@base.function("tostring")
@jit.dont_look_inside
def lua_tostring(args):
    w_value = any_arg(args, 0)
    if isinstance(w_value, W_String):
        return w_value
    return W_String(tostring(w_value))


@base.function("tonumber")
@jit.dont_look_inside
def lua_tonumber(args):
    if not given(args, 1):
        w_num = to_number(any_arg(args, 0))
        if w_num is None:
            return w_nil
        return w_num
    radix = int_arg(args, 1)
    w_text = arg(args, 0)
    if not isinstance(w_text, W_String):
        raise type_error(args, 0, "string")
    if radix < 2 or radix > 36:
        raise ArgumentError(1, "base out of range")
    return number_in_base(w_text.strval, radix)


def number_in_base(s, radix):
    i = 0
    end = len(s)
    while i < end and is_space(s[i]):
        i += 1
    while end > i and is_space(s[end - 1]):
        end -= 1
    negative = False
    if i < end and s[i] == '-':
        negative = True
        i += 1
    if i >= end:
        return w_nil
    n = 0
    while i < end:
        c = s[i]
        d = 99
        if '0' <= c <= '9':
            d = ord(c) - 48
        elif 'a' <= c <= 'z':
            d = ord(c) - 87
        elif 'A' <= c <= 'Z':
            d = ord(c) - 55
        if d >= radix:
            return w_nil
        n = intmask(n * radix + d)
        i += 1
    return W_Integer(intmask(-n) if negative else n)


@base.function("next")
def lua_next(args):
    w_table = table_arg(args, 0)
    place = w_table.next_index(arg(args, 1))
    if place < 0:
        return w_nil
    return pair(w_table.key_at(place), w_table.value_at(place))


w_next = base.find("next")
the_next.w_next = w_next


@base.function("pairs")
def lua_pairs(args):
    w_value = any_arg(args, 0)
    if isinstance(w_value, W_Table) and w_value.metatable is None:
        return triple(w_next, w_value, w_nil)
    w_handler = arith.get_metamethod(w_value, arith.PAIRS)
    if w_handler is w_nil:
        return triple(w_next, table_arg(args, 0), w_nil)
    vals = values_of(call_value(w_handler, [w_value]))
    return triple(arg(vals, 0), arg(vals, 1), arg(vals, 2))


@base.function("ipairs_iterator")
def ipairs_iterator(args):
    i = int_arg(args, 1) + 1
    w_value = arith.get_int_index(args[0], i)
    if w_value is w_nil:
        return w_nil
    return pair(W_Integer(i), w_value)


w_ipairs_iterator = base.find("ipairs_iterator")


@base.function("ipairs")
def lua_ipairs(args):
    return triple(w_ipairs_iterator, any_arg(args, 0), W_Integer(0))


@base.function("rawget")
def lua_rawget(args):
    return table_arg(args, 0).get(any_arg(args, 1))


@base.function("rawset")
def lua_rawset(args):
    table_arg(args, 0).set(any_arg(args, 1), any_arg(args, 2))
    return args[0]


@base.function("rawequal")
def lua_rawequal(args):
    return wrap_bool(raw_equal(any_arg(args, 0), any_arg(args, 1)))


@base.function("rawlen")
def lua_rawlen(args):
    w_value = arg(args, 0)
    if isinstance(w_value, W_Table):
        return W_Integer(w_value.length())
    if isinstance(w_value, W_String):
        return W_Integer(len(w_value.strval))
    raise ArgumentError(0, "table or string expected")


@base.function("setmetatable")
def lua_setmetatable(args):
    w_table = table_arg(args, 0)
    w_meta = arg(args, 1)
    if w_table.metatable is not None and w_table.metatable.get_event(arith.METATABLE) is not w_nil:
        raise error("cannot change a protected metatable")
    if w_meta is w_nil and len(args) > 1:
        w_table.metatable = None
    elif isinstance(w_meta, W_Table):
        w_table.metatable = w_meta
    else:
        raise type_error(args, 1, "nil or table")
    return w_table


@base.function("getmetatable")
def lua_getmetatable(args):
    metatable = arith.get_metatable(any_arg(args, 0))
    if metatable is None:
        return w_nil
    w_shown = metatable.get_event(arith.METATABLE)
    if w_shown is not w_nil:
        return w_shown
    return metatable


@base.function("assert")
def lua_assert(args):
    if is_true(any_arg(args, 0)):
        return multi(args)
    if len(args) > 1:
        raise LuaError(args[1], 1)
    raise error("assertion failed!")


@base.function("error")
@jit.dont_look_inside
def lua_error(args):
    level = opt_int(args, 1, 1)
    raise LuaError(arg(args, 0), max(level, 0))


@base.function("pcall")
def lua_pcall(args):
    w_func = any_arg(args, 0)
    try:
        w_res = call_value(w_func, args[1:])
    except LuaError as e:
        if isinstance(e, CoroutineExit):
            raise
        return pair(w_false, e.w_value)
    except RecursionError:
        return pair(w_false, W_String("stack overflow"))
    except MemoryError:
        return pair(w_false, W_String("not enough memory"))
    return with_true(w_res)


def with_true(w_res):
    if isinstance(w_res, W_Multi):
        return W_Multi([w_true] + w_res.vals)
    return pair(w_true, w_res)


@base.function("xpcall")
def lua_xpcall(args):
    w_handler = any_arg(args, 1)
    try:
        w_res = call_value(args[0], args[2:])
    except LuaError as e:
        if isinstance(e, CoroutineExit):
            raise
        w_error = e.w_value
    except RecursionError:
        w_error = W_String("stack overflow")
    except MemoryError:
        w_error = W_String("not enough memory")
    else:
        return with_true(w_res)
    return multi([w_false] + values_of(call_value(w_handler, [w_error])))


@base.function("select")
def lua_select(args):
    w_first = arg(args, 0)
    if isinstance(w_first, W_String) and w_first.strval == "#":
        return W_Integer(len(args) - 1)
    n = int_arg(args, 0)
    if n < 0:
        n = len(args) + n
        if n < 1:
            raise ArgumentError(0, "index out of range")
    elif n == 0:
        raise ArgumentError(0, "index out of range")
    if n >= len(args):
        return w_none
    return multi(args[n:])


class Settings(object):
    """What programs have set of the collector. It does not follow them."""

    def __init__(self):
        self.mode = "generational"
        self.pause = 200
        self.stepmul = 100


settings = Settings()


@base.function("collectgarbage")
@jit.dont_look_inside
def lua_collectgarbage(args):
    what = opt_str(args, 0, "collect")
    if what == "collect":
        rgc.collect()
        return W_Integer(0)
    if what == "count":
        rgc.collect(0)                          # so that young objects that are dead do not count, and others do
        return W_Float(float(rgc.get_stats(rgc.TOTAL_ALLOCATED_MEMORY)) / 1024.0)
    if what == "isrunning":
        return wrap_bool(rgc.isenabled())
    if what == "stop":
        rgc.disable()
        return W_Integer(0)
    if what == "restart":
        rgc.enable()
        return W_Integer(0)
    if what == "step":
        rgc.collect()
        return w_true
    if what == "incremental" or what == "generational":
        before = settings.mode
        settings.mode = what
        return W_String(before)
    if what == "setpause":
        before = settings.pause
        settings.pause = opt_int(args, 1, 0)
        return W_Integer(before)
    if what == "setstepmul":
        before = settings.stepmul
        settings.stepmul = opt_int(args, 1, 0)
        return W_Integer(before)
    raise ArgumentError(0, "invalid option '%s'" % what)


# ____________________________________________________________
# programs


def chunk_name(name):
    """What a chunk's name is called in messages."""
    if name.startswith("=") or name.startswith("@"):
        return name[1:]
    line = name
    cut = False
    for i in range(len(name)):
        if name[i] == '\n':
            line = name[:i]
            cut = True
            break
    if len(line) > 40:
        line = line[:37]
        cut = True
    if cut:
        line += "..."
    return '[string "%s"]' % line


def read_chunk(w_reader):
    """The text that a function gives in pieces; a piece of nothing is its end."""
    parts = []
    while True:
        w_part = call_first(w_reader, [])
        if w_part is w_nil:
            break
        text = as_text(w_part)
        if text is None:
            raise LuaError(W_String("reader function must return a string"))
        if text == "":
            break
        parts.append(text)
    return "".join(parts)


def load_text(text, name, w_env):
    return W_Closure(compile_chunk(text, name, w_env), [])


@base.function("load")
@jit.dont_look_inside
def lua_load(args):
    w_chunk = arg(args, 0)
    if isinstance(w_chunk, W_Function):
        name = opt_str(args, 1, "=(load)")
    else:
        if as_text(w_chunk) is None:
            raise type_error(args, 0, "function")
        name = opt_str(args, 1, str_arg(args, 0))
    w_env = arg(args, 3)
    if len(args) < 4:
        w_env = world.w_globals
    if not isinstance(w_env, W_Table):
        raise ArgumentError(3, "only tables can be environments here")
    mode = opt_str(args, 2, "bt")
    try:
        text = read_chunk(w_chunk) if isinstance(w_chunk, W_Function) else str_arg(args, 0)
        return load_text(with_mode(text, mode), chunk_name(name), w_env)
    except LuaError as e:
        if isinstance(e, CoroutineExit):
            raise
        return pair(w_nil, e.w_value)
    except RecursionError:
        return pair(w_nil, W_String("stack overflow"))
    except MemoryError:
        return pair(w_nil, W_String("not enough memory"))


def with_mode(text, mode):
    """The text, if a mode of `load` allows what it is."""
    kind = "binary" if text.startswith("\x1b") else "text"
    if mode.find(kind[0]) < 0:
        raise LuaError(W_String("attempt to load a %s chunk (mode is '%s')" % (kind, mode)))
    if kind == "binary":
        raise LuaError(W_String("binary chunks cannot be loaded here"))
    return text


def read_file(name):
    fd = os.open(name, os.O_RDONLY, 0o777)
    parts = []
    while True:
        part = os.read(fd, 65536)
        if len(part) == 0:
            break
        parts.append(part)
    os.close(fd)
    return "".join(parts)


@base.function("loadfile")
@jit.dont_look_inside
def lua_loadfile(args):
    name = str_arg(args, 0)
    try:
        text = read_file(name)
    except OSError:
        return pair(w_nil, W_String("cannot open " + name))
    w_env = arg(args, 2)
    if not isinstance(w_env, W_Table):
        w_env = world.w_globals
    try:
        return load_text(text, name, w_env)
    except LuaError as e:
        return pair(w_nil, e.w_value)


@base.function("dofile")
@jit.dont_look_inside
def lua_dofile(args):
    name = str_arg(args, 0)
    try:
        text = read_file(name)
    except OSError:
        raise error("cannot open " + name)
    return call_value(load_text(text, name, world.w_globals), [])


@base.function("require")
@jit.dont_look_inside
def lua_require(args):
    name = str_arg(args, 0)
    w_package = world.w_package
    w_loaded = w_package.get_name("loaded")
    assert isinstance(w_loaded, W_Table)
    w_key = W_String(name)
    w_module = w_loaded.get_str(w_key)
    if w_module is not w_nil:
        return w_module
    w_preload = w_package.get_name("preload")
    if isinstance(w_preload, W_Table):
        w_loader = w_preload.get_str(w_key)
        if w_loader is not w_nil:
            return loaded(w_loaded, w_key, call_first(w_loader, [w_key, W_String(":preload:")]))
    w_path = w_package.get_name("path")
    path = "./?.lua"
    if isinstance(w_path, W_String):
        path = w_path.strval
    tried = "\n\tno field package.preload['%s']" % name
    for template in path.split(";"):
        file = template.replace("?", name.replace(".", "/"))
        try:
            text = read_file(file)
        except OSError:
            tried += "\n\tno file '%s'" % file
            continue
        w_file = W_String(file)
        w_func = load_text(text, file, world.w_globals)
        w_module = loaded(w_loaded, w_key, call_first(w_func, [w_key, w_file]))
        return pair(w_module, w_file)
    raise error("module '%s' not found:%s" % (name, tried))


def loaded(w_loaded, w_key, w_module):
    if w_module is w_nil:
        w_module = w_loaded.get_str(w_key)
        if w_module is w_nil:
            w_module = w_true
    w_loaded.set_str(w_key, w_module)
    return w_module
