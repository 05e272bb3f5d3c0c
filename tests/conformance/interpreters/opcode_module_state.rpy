# origin: after published programs
"""Global interpreter state in a class instance, modules' `global` statements, interned symbols, output through os.write, exit codes."""
import os
from rpython.rlib.objectmodel import we_are_translated, not_rpython, enforceargs
from rpython.rlib.rarithmetic import ovfcheck
from rpython.rlib.debug import ll_assert, debug_print, fatalerror


class Config(object):
    verbose = False
    depth = 0


config = Config()
_counter = 0
_last = None


def fresh(prefix):
    global _counter, _last
    _counter += 1
    _last = prefix + str(_counter)
    return _last


@enforceargs(int, str)
def padded(n, s):
    return s + " " * (n - len(s)) if n > len(s) else s


@not_rpython
def only_untranslated():
    import this


class Symbol(object):
    def __init__(self, name):
        self.name = name


class SymbolTable(object):
    def __init__(self):
        self.table = {}

    def intern(self, name):
        sym = self.table.get(name, None)
        if sym is None:
            sym = self.table[name] = Symbol(name)
        return sym


symbols = SymbolTable()
S_NIL = symbols.intern("nil")
S_T = symbols.intern("t")


class Nesting(object):
    def __enter__(self):
        config.depth += 1
        return config.depth

    def __exit__(self, tp, value, tb):
        config.depth -= 1


class ExitInterpreter(Exception):
    def __init__(self, code):
        self.code = code


def write(s):
    os.write(1, "  " * config.depth + s + "\n")


def execute(cmd, rest):
    if cmd == "sym":
        sym = symbols.intern(rest)
        write("%s %s" % (padded(6, sym.name), sym is S_NIL or sym is S_T))
    elif cmd == "gen":
        write(fresh(rest) + " " + fresh(rest))
    elif cmd == "nest":
        with Nesting() as d:
            write("depth %d" % d)
            execute("gen", rest)
            if rest == "deep":
                with Nesting():
                    execute("sym", "inner")
    elif cmd == "fail":
        with Nesting():
            execute("quit", rest)
    elif cmd == "verbose":
        config.verbose = not config.verbose
        write("verbose" if config.verbose else "quiet")
    elif cmd == "quit":
        raise ExitInterpreter(int(rest))
    else:
        write("? " + cmd)


def entry_point(argv):
    ll_assert(config.depth == 0, "depth")
    debug_print("start", 1)
    code = 0
    for line in "sym nil|sym x|gen g|nest h|nest deep|verbose|what|sym x|fail 3|fail zz|sym never".split("|"):
        cmd, rest = line, ""
        i = line.find(" ")
        if i >= 0:
            cmd, rest = line[:i], line[i + 1:]
        try:
            execute(cmd, rest)
        except ExitInterpreter as e:
            write("exit %d" % e.code)
            code += e.code
        except ValueError:
            write("bad code")
            break
    write("%d symbols, last %s" % (len(symbols.table), _last))
    if not we_are_translated() and _counter < 0:
        only_untranslated()
    return code - 3


def target(driver, args):
    return entry_point
