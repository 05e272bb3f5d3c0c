"""coroutine: each has a stack of its own."""
from rpython.rlib import jit
from rpython.rlib.rstacklet import StackletThread

from lua.arith import call_value
from lua.lib import Library, arg, pair, type_error
from lua.lib_os import Exit
from lua.objects import (CoroutineExit, LuaError, W_Function, W_Multi, W_Root, W_String, error, intern, multi, values_of, w_false,
                         w_nil, w_none, w_true, wrap_bool)

library = Library()


class W_Coroutine(W_Root):
    def __init__(self, w_func):
        self.w_func = w_func
        self.status = "suspended"
        self.handle = None                      # of the coroutine's stack, while it is suspended
        self.caller = None                      # of the stack that resumed it
        self.resumer = None                     # the coroutine that resumed it
        self.passed = NO_VALUES                 # values on their way in or out
        self.failure = None                     # an error on its way out
        self.exit = None                        # os.exit on its way out
        self.exiting = False

    def typename(self):
        return "thread"


NO_VALUES = [w_nil][:0]


class Scheduler(object):
    def __init__(self):
        self.thread = None
        self.running = None
        self.starting = None

    def stacks(self):
        if self.thread is None:
            self.thread = StackletThread(None)
        return self.thread


scheduler = Scheduler()


def body(handle, arg):
    """Runs on the new stack."""
    co = scheduler.starting
    scheduler.starting = None
    co.caller = handle
    w_func = co.w_func
    assert w_func is not None
    try:
        co.passed = values_of(call_value(w_func, co.passed))
    except LuaError as e:
        co.failure = e
    except RecursionError:
        co.failure = LuaError(W_String("stack overflow"))
    except MemoryError:
        co.failure = LuaError(W_String("not enough memory"))
    except Exit as e:
        co.exit = e
    co.status = "dead"
    return co.caller


@jit.dont_look_inside
def resume(co, args):
    """Values that the coroutine yields or returns. Its errors are raised here."""
    if co.status != "suspended":
        if co.status == "dead":
            raise LuaError(W_String("cannot resume dead coroutine"))
        raise LuaError(W_String("cannot resume non-suspended coroutine"))
    outer = scheduler.running
    if outer is not None:
        outer.status = "normal"
    co.resumer = outer
    co.status = "running"
    co.passed = args
    scheduler.running = co
    stacks = scheduler.stacks()
    if co.handle is None:
        scheduler.starting = co
        handle = stacks.new(body)
    else:
        handle = stacks.switch(co.handle)
    co.handle = handle
    scheduler.running = outer
    if outer is not None:
        outer.status = "running"
    leaving = co.exit
    if leaving is not None:
        raise leaving
    failure = co.failure
    if failure is not None:
        co.failure = None
        raise failure
    vals = co.passed
    co.passed = NO_VALUES
    return vals


@jit.dont_look_inside
def yield_values(args):
    co = scheduler.running
    if co is None:
        raise LuaError(W_String("attempt to yield from outside a coroutine"))
    co.passed = args
    co.status = "suspended"
    co.caller = scheduler.stacks().switch(co.caller)
    if co.exiting:
        raise CoroutineExit(w_nil)
    vals = co.passed
    co.passed = NO_VALUES
    return multi(vals)


def coroutine_arg(args, i):
    w_value = arg(args, i)
    if isinstance(w_value, W_Coroutine):
        return w_value
    raise type_error(args, i, "coroutine")


def function_arg(args, i):
    w_value = arg(args, i)
    if not isinstance(w_value, W_Function):
        raise type_error(args, i, "function")
    return w_value


@library.function("create")
def lua_create(args):
    return W_Coroutine(function_arg(args, 0))


@library.function("resume")
def lua_resume(args):
    co = coroutine_arg(args, 0)
    try:
        vals = resume(co, args[1:])
    except LuaError as e:
        return pair(w_false, e.w_value)
    return W_Multi([w_true] + vals)


@library.function("yield")
def lua_yield(args):
    return yield_values(args)


@library.function("status")
def lua_status(args):
    return intern(coroutine_arg(args, 0).status)


@library.function("isyieldable")
def lua_isyieldable(args):
    return wrap_bool(scheduler.running is not None)


@library.function("running")
def lua_running(args):
    co = scheduler.running
    if co is None:
        return pair(main_coroutine(), w_true)
    return pair(co, w_false)


class Main(object):
    def __init__(self):
        self.w_main = None


main = Main()


def main_coroutine():
    w_main = main.w_main
    if w_main is None:
        w_main = W_Coroutine(None)
        w_main.status = "running"
        main.w_main = w_main
    return w_main


class W_Wrapped(W_Function):
    """What coroutine.wrap gives."""
    _attrs_ = ('co',)

    def __init__(self, co):
        self.co = co

    def call(self, args):
        return multi(resume(self.co, args))


@library.function("wrap")
def lua_wrap(args):
    return W_Wrapped(W_Coroutine(function_arg(args, 0)))


@library.function("close")
@jit.dont_look_inside
def lua_close(args):
    co = coroutine_arg(args, 0)
    if co.status == "dead":
        return w_true
    if co.status != "suspended":
        raise error("cannot close a %s coroutine" % co.status)
    if co.handle is None:
        co.status = "dead"
        return w_true
    co.exiting = True
    try:
        resume(co, NO_VALUES)
    except LuaError as e:
        if not isinstance(e, CoroutineExit):
            return pair(w_false, e.w_value)
    return w_true
