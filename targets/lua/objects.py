"""Values of Lua: one class for each type, under one root. Tables have a file of their own (table.py)."""
from rpython.rlib import jit
from rpython.rlib.objectmodel import always_inline, compute_hash, compute_identity_hash
from rpython.rlib.rarithmetic import intmask


class W_Root(object):
    """Any value."""
    _attrs_ = ()

    def typename(self):
        return "userdata"

    def hash(self):
        return compute_identity_hash(self)

    def address(self):
        """What tostring() shows after the type's name."""
        return "0x%014x" % (compute_identity_hash(self) & 0xffffffff)


class W_Nil(W_Root):
    _attrs_ = ()

    def typename(self):
        return "nil"


class W_Bool(W_Root):
    _attrs_ = ('boolval',)
    _immutable_fields_ = ['boolval']

    def __init__(self, boolval):
        self.boolval = boolval

    def typename(self):
        return "boolean"


class W_Integer(W_Root):
    _attrs_ = ('intval',)
    _immutable_fields_ = ['intval']

    def __init__(self, intval):
        self.intval = intval

    def typename(self):
        return "number"

    def hash(self):
        return hash_int(self.intval)


class W_Float(W_Root):
    _attrs_ = ('floatval',)
    _immutable_fields_ = ['floatval']

    def __init__(self, floatval):
        self.floatval = floatval

    def typename(self):
        return "number"

    def hash(self):
        return compute_hash(self.floatval)


class W_String(W_Root):
    """A string of bytes."""
    _attrs_ = ('strval',)
    _immutable_fields_ = ['strval']

    def __init__(self, strval):
        self.strval = strval

    def typename(self):
        return "string"

    def hash(self):
        return compute_hash(self.strval)


class W_Function(W_Root):
    """What can be called without a metamethod."""
    _attrs_ = ()

    def typename(self):
        return "function"

    def call(self, args):
        """Calls with a list of values; the result is a value, or a W_Multi of none or several."""
        raise NotImplementedError

    def code(self):
        """The Proto of a Lua function."""
        return None


class ArgumentError(Exception):
    """A builtin function does not like an argument (0 is the first)."""

    def __init__(self, index, message):
        self.index = index
        self.message = message


class W_Builtin(W_Function):
    """A function of the library: `fn` takes a list of values."""
    _attrs_ = ('name', 'fn')
    _immutable_fields_ = ['name', 'fn']

    def __init__(self, name, fn):
        self.name = name
        self.fn = fn

    def call(self, args):
        try:
            return self.fn(args)
        except ArgumentError as e:
            raise argument_error(e, self.name)

    def address(self):
        return "builtin: " + W_Function.address(self)


class W_Cell(W_Root):
    """A local variable that closures share. Never a value of the guest program."""
    _attrs_ = ('w_value',)

    def __init__(self, w_value):
        self.w_value = w_value


class W_Multi(W_Root):
    """None or several values: results of a call, arguments behind the named ones. Never in a register."""
    _attrs_ = ('vals',)
    _immutable_fields_ = ['vals[*]']

    def __init__(self, vals):
        self.vals = vals

    def first(self):
        if len(self.vals) == 0:
            return w_nil
        return self.vals[0]


class W_TailCall(W_Multi):
    """What a function returns that ends in a tail call: the caller makes the call (function and arguments are in `vals`)."""
    _attrs_ = ('w_func',)
    _immutable_fields_ = ['w_func']

    def __init__(self, w_func, args):
        self.w_func = w_func
        self.vals = args


@always_inline
def finish(w_res):
    """Does the tail call that a function has left."""
    if isinstance(w_res, W_TailCall):
        return finish_tail(w_res)
    return w_res


@jit.unroll_safe
def finish_tail(w_res):
    """The first calls of a chain are for the trace, a long one is not."""
    for i in range(3):
        w_res = make_tail_call(w_res)
        if not isinstance(w_res, W_TailCall):
            return w_res
    return finish_chain(w_res)


def make_tail_call(w_call):
    w_func = w_call.w_func
    if isinstance(w_func, W_Builtin):
        jit.promote(w_func)
    return w_func.call(w_call.vals)


tail_driver = jit.JitDriver(greens=['proto'], reds=['w_res'], name='tail', is_recursive=True)


def finish_chain(w_res):
    """A loop for the JIT: functions that call each other like this are one."""
    while isinstance(w_res, W_TailCall):
        tail_driver.jit_merge_point(proto=w_res.w_func.code(), w_res=w_res)
        w_res = make_tail_call(w_res)
    return w_res


w_nil = W_Nil()
w_true = W_Bool(True)
w_false = W_Bool(False)
w_none = W_Multi([])


def wrap_bool(flag):
    if flag:
        return w_true
    return w_false


def is_true(w_value):
    return w_value is not w_nil and w_value is not w_false


def hash_int(n):
    n = intmask(n * 0x1e3779b97f4a7c15)
    return n ^ (n >> 32)


CHARS = [W_String(chr(i)) for i in range(256)]
w_empty = W_String("")


def wrap_str(s):
    """A string; those of one byte are prebuilt."""
    if len(s) == 1:
        return CHARS[ord(s[0])]
    return W_String(s)


class Interned(object):
    """The strings of programs' constants: one object each."""

    def __init__(self):
        self.table = {}


interned = Interned()


@jit.elidable
def intern(s):
    """The one object for a name or literal."""
    w_str = interned.table.get(s, None)
    if w_str is None:
        w_str = wrap_str(s)
        interned.table[s] = w_str
    return w_str


class LuaError(Exception):
    """An error of the guest program. `level` is how many Lua functions up the position that belongs in front of the message is; 0
    if there is none to add, or it was added."""

    def __init__(self, w_value, level=0):
        self.w_value = w_value
        self.level = level
        self.operand = 0                        # 1 or 2: the operand of the running instruction that is wrong
        self.argument = -1                      # of a library function: number from 0
        self.function = ""
        self.problem = ""


class CoroutineExit(LuaError):
    """Ends a coroutine that is closed; not for pcall."""


def error(message):
    """An exception with the position of the running Lua function."""
    return LuaError(W_String(message), 1)


def argument_message(number, function, problem):
    return "bad argument #%d to '%s' (%s)" % (number, function, problem)


def argument_error(e, function):
    """The guest's error for a builtin's ArgumentError."""
    e2 = error(argument_message(e.index + 1, function, e.message))
    e2.argument = e.index
    e2.function = function
    e2.problem = e.message
    return e2


def operand_error(message, operand):
    """An error about an operand of the running instruction: the variable's name is added where it is known."""
    e = LuaError(W_String(message), 1)
    e.operand = operand
    return e


def multi(vals):
    """What a function gives that returns these values."""
    if len(vals) == 1:
        return vals[0]
    return W_Multi(vals)


def values_of(w_res):
    """The list of the values that a call has given."""
    if isinstance(w_res, W_Multi):
        return w_res.vals
    return [w_res]
