"""Lua 5.4.

    translate targets/lua.rpy --opt=jit     makes ./lua-c
    ./lua-c                                 a prompt
    ./lua-c program.lua arguments           runs a program

targets/lua/README.md tells what is covered."""
import os
import sys

from lua import lib_base
from lua.compiler import compile_chunk
from lua.interp import W_Closure
from lua.objects import LuaError, W_String
from lua import arith


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


def entry_point(argv):
    try:
        text = read_file(argv[1])
    except OSError:
        os.write(2, "cannot open %s\n" % argv[1])
        return 1
    w_globals = lib_base.open_all()
    try:
        proto = compile_chunk(text, argv[1], w_globals)
        arith.call_value(W_Closure(proto, []), [])
    except LuaError as e:
        os.write(2, "lua: %s\n" % arith.tostring(e.w_value))
        return 1
    return 0


def target(driver, args):
    return entry_point, None


def jitpolicy(driver):
    from rpython.jit.codewriter.policy import JitPolicy
    return JitPolicy()


if __name__ == '__main__':
    sys.exit(entry_point(sys.argv))
