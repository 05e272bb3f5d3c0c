"""Lua 5.4: an interpreter with a compiler to register code.

    translate targets/lua.rpy --opt=jit     makes ./lua-c
    ./lua-c                                 a prompt
    ./lua-c program.lua arguments           runs a program
    ./lua-c -e "text"                       runs a text
    ./lua-c -l program.lua                  lists the instructions of a program

targets/lua/README.md tells what is covered."""
import os
import sys

from lua import arith, repl
from lua.compiler import compile_chunk
from lua.interp import W_Closure
from lua.lib_base import read_file
from lua.lib_os import Exit
from lua.objects import LuaError, W_String
from lua.output import stdout
from lua.world import make_globals


def complain(message):
    stdout.flush()
    os.write(2, "lua: %s\n" % message)


def run(text, name, arguments, w_globals):
    """The exit code of a program."""
    try:
        proto = compile_chunk(text, name, w_globals)
        w_args = [W_String(s) for s in arguments]
        arith.call_value(W_Closure(proto, []), w_args)
    except LuaError as e:
        complain(repl.error_text(e))
        return 1
    except RecursionError:
        complain("stack overflow")
        return 1
    except MemoryError:
        complain("not enough memory")
        return 1
    return 0


def start(argv):
    if len(argv) < 2:
        repl.run(make_globals("lua", []))
        return 0
    if argv[1] == "-e":
        if len(argv) < 3:
            complain("'-e' needs a text")
            return 1
        return run(argv[2], "(command line)", [], make_globals("-e", []))
    listing = argv[1] == "-l" and len(argv) > 2
    name = argv[2] if listing else argv[1]
    try:
        text = read_file(name)
    except OSError:
        complain("cannot open " + name)
        return 1
    w_globals = make_globals(name, argv[2:])
    if listing:
        try:
            stdout.write(compile_chunk(text, name, w_globals).listing() + "\n")
        except LuaError as e:
            complain(repl.error_text(e))
            return 1
        return 0
    return run(text, name, argv[2:], w_globals)


def entry_point(argv):
    try:
        code = start(argv)
    except Exit as e:
        code = e.code
    stdout.flush()
    return code


def target(driver, args):
    return entry_point, None


def jitpolicy(driver):
    from rpython.jit.codewriter.policy import JitPolicy
    return JitPolicy()


if __name__ == '__main__':
    sys.exit(entry_point(sys.argv))
