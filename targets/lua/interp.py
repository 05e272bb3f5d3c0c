"""Frames, and the loop over instructions."""
from rpython.rlib import jit
from rpython.rlib.jit import JitDriver, hint, promote
from rpython.rlib.objectmodel import always_inline

from lua import arith, numbers, opcodes as op
from lua.arith import call_value, get_field, get_index, get_int_index, is_number, set_field, set_index
from lua.objects import (LuaError, W_Builtin, W_Cell, W_Float, W_Function, W_Integer, W_Multi, W_Root, W_String, W_TailCall, argument_message, error, finish, is_true,
                         multi, operand_error, values_of, w_nil, w_none, wrap_bool)
from lua.opcodes import a_of, b_of, c_of, integer_b_of, op_of
from lua.proto import UpvalueDesc
from lua.table import W_Table
from rpython.rlib.rarithmetic import intmask


def get_printable_location(pc, proto):
    return "%s:%d %s %d %s" % (proto.chunkname, proto.lines[pc], proto.name, pc, op.NAMES[op_of(proto.code[pc])])


driver = JitDriver(greens=['pc', 'proto'], reds=['frame'], virtualizables=['frame'],
                   get_printable_location=get_printable_location)


class W_Closure(W_Function):
    _attrs_ = ('proto', 'upvals')
    _immutable_fields_ = ['proto', 'upvals[*]']

    def __init__(self, proto, upvals):
        self.proto = proto
        self.upvals = upvals                    # values, and cells of variables that change

    def code(self):
        return self.proto

    def call(self, args):
        proto = promote(self.proto)
        frame = Frame(self, proto)
        frame.take_args(proto, args)
        return execute(frame, proto, 0)


class Frame(object):
    """One call of a Lua function."""
    _virtualizable_ = ['regs[*]', 'closure', 'extra', 'open']
    _attrs_ = ('regs', 'closure', 'extra', 'open', 'tbc', 'vable_token')

    def __init__(self, closure, proto):
        self = hint(self, access_directly=True, fresh_virtualizable=True)
        self.regs = [w_nil] * proto.nregs
        self.closure = closure
        self.extra = w_none                     # arguments behind the named ones
        self.open = w_none                      # result of the last call with any number of values, until it is used
        self.tbc = None                         # registers of variables that are to be closed

    @jit.unroll_safe
    def take_args(self, proto, args):
        """Arguments from a list."""
        n = len(args)
        i = 0
        while i < proto.nparams and i < n:
            self.regs[i] = args[i]
            i += 1
        if proto.is_vararg and n > i:
            self.extra = W_Multi(args[i:])

    @jit.unroll_safe
    def take_registers(self, proto, caller, base, n):
        """Arguments from registers of another frame."""
        nparams = proto.nparams
        if n < nparams:
            nparams = n
        i = 0
        while i < nparams:
            self.regs[i] = caller.regs[base + i]
            i += 1
        if proto.is_vararg and n > i:
            self.extra = W_Multi(caller.slice(base + i, n - i))

    @jit.unroll_safe
    def restart(self, w_closure, nparams, base, n):
        """Another call of the same function in the same frame; nothing else refers to a frame."""
        self.closure = w_closure
        i = 0
        while i < nparams:
            if i < n:
                self.regs[i] = self.regs[base + i]
            else:
                self.regs[i] = w_nil
            i += 1

    @jit.unroll_safe
    def forget(self, proto, first):
        """At the end of a round the registers behind the loop's variables are dead, and at a return all of them. In traces they get
        a constant, so that no old value is kept, or made an object, for the next round."""
        if jit.we_are_jitted():
            while first < proto.nregs:
                self.regs[first] = w_nil
                first += 1

    @jit.unroll_safe
    def slice(self, start, n):
        vals = [w_nil] * n
        i = 0
        while i < n:
            vals[i] = self.regs[start + i]
            i += 1
        return vals

    @jit.unroll_safe
    def slice_open(self, start, n):
        """The values of n registers and the open ones."""
        w_open = self.open
        self.open = w_none
        if isinstance(w_open, W_Multi):
            more = w_open.vals
            vals = [w_nil] * (n + len(more))
            copy_values(more, vals, n)
        else:
            vals = [w_nil] * (n + 1)
            vals[n] = w_open
        i = 0
        while i < n:
            vals[i] = self.regs[start + i]
            i += 1
        return vals

    def return_open(self, start, n):
        if n == 0:
            return self.open
        return multi(self.slice_open(start, n))

    @jit.unroll_safe
    def spread(self, w_res, a, n):
        """n results from register a on."""
        if isinstance(w_res, W_Multi):
            vals = w_res.vals
            i = 0
            while i < n:
                if i < len(vals):
                    self.regs[a + i] = vals[i]
                else:
                    self.regs[a + i] = w_nil
                i += 1
        else:
            self.regs[a] = w_res
            i = 1
            while i < n:
                self.regs[a + i] = w_nil
                i += 1

    def results(self, w_res, a, c):
        """c - 1 results, or all open."""
        if c == 0:
            self.open = w_res
        else:
            self.spread(w_res, a, c - 1)

    # ---- variables to be closed

    @jit.dont_look_inside
    def add_tbc(self, register, w_value, name):
        if not is_true(w_value):
            return
        if arith.get_metamethod(w_value, arith.CLOSE) is w_nil:
            raise error("variable '%s' got a non-closable value" % name)
        if self.tbc is None:
            self.tbc = []
        self.tbc.append(TBC(register, w_value))

    @jit.dont_look_inside
    def close(self, level, w_error):
        """Calls __close of the variables from a register on, the last first."""
        if self.tbc is None:
            return
        while len(self.tbc) > 0:
            last = self.tbc[len(self.tbc) - 1]
            if last.register < level:
                return
            self.tbc.pop()
            call_value(arith.get_metamethod(last.w_value, arith.CLOSE), [last.w_value, w_error])

    @jit.dont_look_inside
    def close_after_error(self, e):
        """The error that goes on: that of a __close replaces the one before."""
        while self.tbc is not None and len(self.tbc) > 0:
            try:
                self.close(0, e.w_value)
            except LuaError as e2:
                e = e2
        return e


class TBC(object):
    def __init__(self, register, w_value):
        self.register = register
        self.w_value = w_value


@jit.look_inside_iff(lambda source, target, start: jit.isvirtual(source) or jit.isconstant(len(source)))
def copy_values(source, target, start):
    i = 0
    while i < len(source):
        target[start + i] = source[i]
        i += 1


@always_inline
def call_registers(frame, w_func, base, n):
    """A call with arguments in registers."""
    if isinstance(w_func, W_Closure):
        proto = promote(w_func.proto)
        callee = Frame(w_func, proto)
        callee.take_registers(proto, frame, base, n)
        return finish(execute(callee, proto, 0))
    if isinstance(w_func, W_Function):
        if isinstance(w_func, W_Builtin):
            promote(w_func)
        return finish(w_func.call(frame.slice(base, n)))
    return call_value(w_func, frame.slice(base, n))


def tail_call(w_func, args):
    if isinstance(w_func, W_Builtin):           # here and now: its errors have the position of this call
        return promote(w_func).call(args)
    if isinstance(w_func, W_Function):
        return W_TailCall(w_func, args)
    w_handler = arith.get_metamethod(w_func, arith.CALL)
    if w_handler is w_nil:
        raise operand_error("attempt to call a %s value" % arith.type_name(w_func), 1)
    return tail_call(w_handler, [w_func] + args)


@jit.unroll_safe
def make_closure(frame, proto):
    descs = proto.upvalues
    n = len(descs)
    upvals = [w_nil] * n
    w_closure = W_Closure(proto, upvals)
    i = 0
    while i < n:
        desc = descs[i]
        if desc.kind == UpvalueDesc.OUTER:
            upvals[i] = frame.closure.upvals[desc.index]
        elif desc.kind == UpvalueDesc.REGISTER:
            upvals[i] = frame.regs[desc.index]
        else:
            upvals[i] = w_closure
        i += 1
    return w_closure


def for_number(w_value, what):
    """An operand of a numeric for."""
    if is_number(w_value):
        return w_value
    raise error("bad 'for' %s (number expected, got %s)" % (what, arith.type_name(w_value)))


def for_prepare(frame, a):
    """Whether there is a round; leaves the last value (of integers) or the limit in R[a + 1]."""
    w_start = frame.regs[a]
    w_limit = frame.regs[a + 1]
    w_step = frame.regs[a + 2]
    if isinstance(w_start, W_Integer) and isinstance(w_step, W_Integer):
        start = w_start.intval
        step = w_step.intval
        if step == 0:
            raise error("'for' step is zero")
        if isinstance(w_limit, W_Integer):
            limit = w_limit.intval
        else:
            w_limit = for_number(w_limit, "limit")
            assert isinstance(w_limit, W_Float)
            x = w_limit.floatval
            if x != x:
                return False
            if x >= numbers.TWO63:
                if step < 0:
                    return False
                limit = numbers.MAXINT
            elif x < -numbers.TWO63:
                if step > 0:
                    return False
                limit = numbers.MININT
            elif step > 0:
                limit = numbers.floor_int(x)
            else:
                limit = numbers.ceil_int(x)
        if step > 0:
            if start > limit:
                return False
            last = last_up(start, limit, step)
        else:
            if start < limit:
                return False
            last = last_down(start, limit, step)
        frame.regs[a + 1] = W_Integer(last)
        frame.regs[a + 3] = w_start
        return True
    w_limit = for_number(w_limit, "limit")
    w_step = for_number(w_step, "step")
    w_start = for_number(w_start, "initial value")
    x = numbers.as_float(w_start)
    limit = numbers.as_float(w_limit)
    step = numbers.as_float(w_step)
    if step == 0.0:
        raise error("'for' step is zero")
    if not (x <= limit if step > 0.0 else limit <= x):
        return False
    w_x = W_Float(x)
    frame.regs[a] = w_x
    frame.regs[a + 1] = W_Float(limit)
    frame.regs[a + 2] = W_Float(step)
    frame.regs[a + 3] = w_x
    return True


def last_up(start, limit, step):
    """The last number of a loop upward; the distance may not fit a signed number."""
    if step == 1:
        return limit
    from rpython.rlib.rarithmetic import r_uint
    distance = r_uint(limit) - r_uint(start)
    return intmask(r_uint(limit) - distance % r_uint(step))


def last_down(start, limit, step):
    from rpython.rlib.rarithmetic import r_uint
    distance = r_uint(start) - r_uint(limit)
    return intmask(r_uint(limit) + distance % (r_uint(0) - r_uint(step)))


def for_float(frame, a):
    """The next round of a loop over floats."""
    w_x = frame.regs[a]
    w_limit = frame.regs[a + 1]
    w_step = frame.regs[a + 2]
    assert isinstance(w_x, W_Float)
    assert isinstance(w_limit, W_Float)
    assert isinstance(w_step, W_Float)
    step = w_step.floatval
    x = w_x.floatval + step
    if step > 0.0:
        if not x <= w_limit.floatval:
            return False
    elif not w_limit.floatval <= x:
        return False
    w_x = W_Float(x)
    frame.regs[a] = w_x
    frame.regs[a + 3] = w_x
    return True


@jit.unroll_safe
def set_list(frame, a, n, first):
    w_table = frame.regs[a]
    assert isinstance(w_table, W_Table)
    if first == 0 and n > 0:
        w_table.reserve(n, frame.regs[a + 1])
    i = 1
    while i <= n:
        w_table.set_int(first + i, frame.regs[a + i])
        i += 1


def set_list_open(frame, a, n, first):
    set_list(frame, a, n, first)
    w_table = frame.regs[a]
    assert isinstance(w_table, W_Table)
    w_open = frame.open
    frame.open = w_none
    if isinstance(w_open, W_Multi):
        store_values(w_table, w_open.vals, first + n)
    else:
        w_table.set_int(first + n + 1, w_open)


@jit.dont_look_inside
def store_values(w_table, vals, first):
    i = first
    for w_value in vals:
        i += 1
        w_table.set_int(i, w_value)


def new_table(nfields):
    w_table = W_Table()
    if nfields > 0:
        w_table.fields = [w_nil] * nfields
    return w_table


class Next(object):
    """The function `next`, which loops call directly."""
    def __init__(self):
        self.w_next = None


the_next = Next()


def next_pair(frame, a, w_table, w_key, n):
    """A round of a loop with `next`; False at the end."""
    place = w_table.next_index(w_key)
    if place < 0:
        return False
    w_key = w_table.key_at(place)
    frame.regs[a + 2] = w_key
    frame.regs[a + 4] = w_key
    if n > 1:
        frame.regs[a + 5] = w_table.value_at(place)
        if n > 2:
            frame.spread(w_none, a + 6, n - 2)
    return True


def generic_round(frame, a, n):
    """A round of a generic for; False at the end."""
    w_iter = frame.regs[a]
    if w_iter is the_next.w_next:
        w_table = frame.regs[a + 1]
        if isinstance(w_table, W_Table):
            return next_pair(frame, a, w_table, frame.regs[a + 2], n)
    w_res = call_registers(frame, w_iter, a + 1, 2)
    frame.spread(w_res, a + 4, n)
    w_control = frame.regs[a + 4]
    if w_control is w_nil:
        return False
    frame.regs[a + 2] = w_control
    return True


@jit.dont_look_inside
def locate(e, proto, pc):
    """Adds the position of an instruction to an error that wants it."""
    if e.operand > 0:
        name = proto.names.get(pc * 4 + e.operand, "")
        e.operand = 0
        if name != "":
            w_value = e.w_value
            assert isinstance(w_value, W_String)
            e.w_value = W_String("%s (%s)" % (w_value.strval, name))
    if e.argument >= 0:
        if proto.names.get(pc * 4 + 1, "").startswith("method"):
            # the object is not counted
            if e.argument == 0:
                e.w_value = W_String("calling '%s' on bad self (%s)" % (e.function, e.problem))
            else:
                e.w_value = W_String(argument_message(e.argument, e.function, e.problem))
        e.argument = -1
    if e.level > 0:
        e.level -= 1
        if e.level == 0:
            w_value = e.w_value
            if isinstance(w_value, W_String):
                e.w_value = W_String("%s %s" % (proto.where(pc), w_value.strval))


def execute(frame, proto, pc):
    """Runs a function from an instruction on; gives its result."""
    frame = hint(frame, access_directly=True)
    while True:
        driver.jit_merge_point(pc=pc, proto=proto, frame=frame)
        inst = proto.code[pc]
        pc += 1
        o = op_of(inst)
        a = a_of(inst)
        try:
            if o == op.MOVE:
                frame.regs[a] = frame.regs[b_of(inst)]
            elif o == op.LOADK:
                frame.regs[a] = proto.consts[b_of(inst)]
            elif o == op.LOADNIL:
                frame.spread(w_none, a, b_of(inst))
            elif o == op.NEWCELL:
                frame.regs[a] = W_Cell(frame.regs[a])
            elif o == op.GETCELL:
                w_cell = frame.regs[b_of(inst)]
                assert isinstance(w_cell, W_Cell)
                frame.regs[a] = w_cell.w_value
            elif o == op.SETCELL:
                w_cell = frame.regs[a]
                assert isinstance(w_cell, W_Cell)
                w_cell.w_value = frame.regs[b_of(inst)]
            elif o == op.GETUPVAL:
                frame.regs[a] = frame.closure.upvals[b_of(inst)]
            elif o == op.GETSELF:
                frame.regs[a] = frame.closure
            elif o == op.GETUPCELL:
                w_cell = frame.closure.upvals[b_of(inst)]
                assert isinstance(w_cell, W_Cell)
                frame.regs[a] = w_cell.w_value
            elif o == op.SETUPCELL:
                w_cell = frame.closure.upvals[a]
                assert isinstance(w_cell, W_Cell)
                w_cell.w_value = frame.regs[b_of(inst)]
            elif o == op.GETGLOBAL:
                ref = proto.globals[b_of(inst)]
                w_value = ref.cell.get()
                if w_value is w_nil:
                    w_value = get_field(proto.w_env, ref.cache)
                frame.regs[a] = w_value
            elif o == op.SETGLOBAL:
                ref = proto.globals[b_of(inst)]
                if ref.cell.get() is w_nil:
                    set_field(proto.w_env, ref.cache, frame.regs[a])
                else:
                    ref.cell.set(frame.regs[a])
            elif o == op.GETENV:
                frame.regs[a] = proto.w_env
            elif o == op.GETFIELD:
                frame.regs[a] = get_field(frame.regs[b_of(inst)], proto.caches[c_of(inst)])
            elif o == op.SETFIELD:
                set_field(frame.regs[a], proto.caches[b_of(inst)], frame.regs[c_of(inst)])
            elif o == op.GETINT:
                frame.regs[a] = get_int_index(frame.regs[b_of(inst)], c_of(inst))
            elif o == op.SETINT:
                set_index(frame.regs[a], W_Integer(b_of(inst)), frame.regs[c_of(inst)])
            elif o == op.GETTABLE:
                frame.regs[a] = get_index(frame.regs[b_of(inst)], frame.regs[c_of(inst)])
            elif o == op.SETTABLE:
                set_index(frame.regs[a], frame.regs[b_of(inst)], frame.regs[c_of(inst)])
            elif o == op.SELF:
                w_obj = frame.regs[b_of(inst)]
                frame.regs[a + 1] = w_obj
                frame.regs[a] = get_field(w_obj, proto.caches[c_of(inst)])
            elif o == op.NEWTABLE:
                frame.regs[a] = new_table(c_of(inst))
            elif o == op.SETLIST:
                set_list(frame, a, b_of(inst), c_of(inst))
            elif o == op.SETLISTV:
                set_list_open(frame, a, b_of(inst), c_of(inst))
            elif o == op.ADD:
                frame.regs[a] = arith.arith_add(frame.regs[b_of(inst)], frame.regs[c_of(inst)])
            elif o == op.SUB:
                frame.regs[a] = arith.arith_sub(frame.regs[b_of(inst)], frame.regs[c_of(inst)])
            elif o == op.MUL:
                frame.regs[a] = arith.arith_mul(frame.regs[b_of(inst)], frame.regs[c_of(inst)])
            elif o == op.DIV:
                frame.regs[a] = arith.arith_div(frame.regs[b_of(inst)], frame.regs[c_of(inst)])
            elif o == op.MOD:
                frame.regs[a] = arith.arith_mod(frame.regs[b_of(inst)], frame.regs[c_of(inst)])
            elif o == op.IDIV:
                frame.regs[a] = arith.arith_idiv(frame.regs[b_of(inst)], frame.regs[c_of(inst)])
            elif o == op.POW:
                frame.regs[a] = arith.arith_pow(frame.regs[b_of(inst)], frame.regs[c_of(inst)])
            elif o == op.BAND:
                frame.regs[a] = arith.bit_and(frame.regs[b_of(inst)], frame.regs[c_of(inst)])
            elif o == op.BOR:
                frame.regs[a] = arith.bit_or(frame.regs[b_of(inst)], frame.regs[c_of(inst)])
            elif o == op.BXOR:
                frame.regs[a] = arith.bit_xor(frame.regs[b_of(inst)], frame.regs[c_of(inst)])
            elif o == op.SHL:
                frame.regs[a] = arith.shift_left(frame.regs[b_of(inst)], frame.regs[c_of(inst)])
            elif o == op.SHR:
                frame.regs[a] = arith.shift_right(frame.regs[b_of(inst)], frame.regs[c_of(inst)])
            elif o == op.ADDK:
                frame.regs[a] = arith.arith_add(frame.regs[b_of(inst)], proto.consts[c_of(inst)])
            elif o == op.SUBK:
                frame.regs[a] = arith.arith_sub(frame.regs[b_of(inst)], proto.consts[c_of(inst)])
            elif o == op.MULK:
                frame.regs[a] = arith.arith_mul(frame.regs[b_of(inst)], proto.consts[c_of(inst)])
            elif o == op.DIVK:
                frame.regs[a] = arith.arith_div(frame.regs[b_of(inst)], proto.consts[c_of(inst)])
            elif o == op.MODK:
                frame.regs[a] = arith.arith_mod(frame.regs[b_of(inst)], proto.consts[c_of(inst)])
            elif o == op.IDIVK:
                frame.regs[a] = arith.arith_idiv(frame.regs[b_of(inst)], proto.consts[c_of(inst)])
            elif o == op.POWK:
                frame.regs[a] = arith.arith_pow(frame.regs[b_of(inst)], proto.consts[c_of(inst)])
            elif o == op.ADDI:
                frame.regs[a] = arith.add_int(frame.regs[b_of(inst)], c_of(inst))
            elif o == op.SUBI:
                frame.regs[a] = arith.sub_int(frame.regs[b_of(inst)], c_of(inst))
            elif o == op.UNM:
                frame.regs[a] = arith.negate(frame.regs[b_of(inst)])
            elif o == op.BNOT:
                frame.regs[a] = arith.bit_not(frame.regs[b_of(inst)])
            elif o == op.NOT:
                frame.regs[a] = wrap_bool(not is_true(frame.regs[b_of(inst)]))
            elif o == op.LEN:
                frame.regs[a] = arith.length(frame.regs[b_of(inst)])
            elif o == op.CONCAT:
                n = c_of(inst)
                b = b_of(inst)
                if n == 2:
                    frame.regs[a] = arith.concat_two(frame.regs[b], frame.regs[b + 1])
                else:
                    frame.regs[a] = arith.concat(frame.slice(b, n))
            elif o == op.JMP:
                pc = c_of(inst)
            elif o == op.LOOP:
                pc = c_of(inst)
                frame.forget(proto, a)
                driver.can_enter_jit(pc=pc, proto=proto, frame=frame)
            elif o == op.JT:
                if is_true(frame.regs[a]):
                    pc = c_of(inst)
            elif o == op.JF:
                if not is_true(frame.regs[a]):
                    pc = c_of(inst)
            elif o == op.JEQ:
                if arith.equal(frame.regs[a], frame.regs[b_of(inst)]):
                    pc = c_of(inst)
            elif o == op.JNE:
                if not arith.equal(frame.regs[a], frame.regs[b_of(inst)]):
                    pc = c_of(inst)
            elif o == op.JLT:
                if arith.less_than(frame.regs[a], frame.regs[b_of(inst)]):
                    pc = c_of(inst)
            elif o == op.JNLT:
                if not arith.less_than(frame.regs[a], frame.regs[b_of(inst)]):
                    pc = c_of(inst)
            elif o == op.JLE:
                if arith.less_equal(frame.regs[a], frame.regs[b_of(inst)]):
                    pc = c_of(inst)
            elif o == op.JNLE:
                if not arith.less_equal(frame.regs[a], frame.regs[b_of(inst)]):
                    pc = c_of(inst)
            elif o == op.JEQK:
                if arith.raw_equal(frame.regs[a], proto.consts[b_of(inst)]):
                    pc = c_of(inst)
            elif o == op.JNEK:
                if not arith.raw_equal(frame.regs[a], proto.consts[b_of(inst)]):
                    pc = c_of(inst)
            elif o == op.JLTK:
                if arith.less_than(frame.regs[a], proto.consts[b_of(inst)]):
                    pc = c_of(inst)
            elif o == op.JNLTK:
                if not arith.less_than(frame.regs[a], proto.consts[b_of(inst)]):
                    pc = c_of(inst)
            elif o == op.JLEK:
                if arith.less_equal(frame.regs[a], proto.consts[b_of(inst)]):
                    pc = c_of(inst)
            elif o == op.JNLEK:
                if not arith.less_equal(frame.regs[a], proto.consts[b_of(inst)]):
                    pc = c_of(inst)
            elif o == op.JGTK:
                if arith.less_than(proto.consts[b_of(inst)], frame.regs[a]):
                    pc = c_of(inst)
            elif o == op.JNGTK:
                if not arith.less_than(proto.consts[b_of(inst)], frame.regs[a]):
                    pc = c_of(inst)
            elif o == op.JGEK:
                if arith.less_equal(proto.consts[b_of(inst)], frame.regs[a]):
                    pc = c_of(inst)
            elif o == op.JNGEK:
                if not arith.less_equal(proto.consts[b_of(inst)], frame.regs[a]):
                    pc = c_of(inst)
            elif o == op.JEQI:
                if arith.equal_int(frame.regs[a], integer_b_of(inst)):
                    pc = c_of(inst)
            elif o == op.JNEI:
                if not arith.equal_int(frame.regs[a], integer_b_of(inst)):
                    pc = c_of(inst)
            elif o == op.JLTI:
                if arith.less_than_int(frame.regs[a], integer_b_of(inst)):
                    pc = c_of(inst)
            elif o == op.JNLTI:
                if not arith.less_than_int(frame.regs[a], integer_b_of(inst)):
                    pc = c_of(inst)
            elif o == op.JLEI:
                if arith.less_equal_int(frame.regs[a], integer_b_of(inst)):
                    pc = c_of(inst)
            elif o == op.JNLEI:
                if not arith.less_equal_int(frame.regs[a], integer_b_of(inst)):
                    pc = c_of(inst)
            elif o == op.JGTI:
                if arith.greater_than_int(frame.regs[a], integer_b_of(inst)):
                    pc = c_of(inst)
            elif o == op.JNGTI:
                if not arith.greater_than_int(frame.regs[a], integer_b_of(inst)):
                    pc = c_of(inst)
            elif o == op.JGEI:
                if arith.greater_equal_int(frame.regs[a], integer_b_of(inst)):
                    pc = c_of(inst)
            elif o == op.JNGEI:
                if not arith.greater_equal_int(frame.regs[a], integer_b_of(inst)):
                    pc = c_of(inst)
            elif o == op.CALL0:
                call_registers(frame, frame.regs[a], a + 1, b_of(inst))
            elif o == op.CALL1:
                w_res = call_registers(frame, frame.regs[a], a + 1, b_of(inst))
                if isinstance(w_res, W_Multi):
                    w_res = w_res.first()
                frame.regs[a] = w_res
            elif o == op.CALLN:
                w_res = call_registers(frame, frame.regs[a], a + 1, b_of(inst))
                frame.results(w_res, a, c_of(inst))
            elif o == op.CALLV:
                args = frame.slice_open(a + 1, b_of(inst))
                w_res = call_value(frame.regs[a], args)
                frame.results(w_res, a, c_of(inst))
            elif o == op.TAILCALL:
                w_func = frame.regs[a]
                if isinstance(w_func, W_Closure) and promote(w_func.proto) is proto and not proto.is_vararg:
                    # a loop
                    frame.restart(w_func, proto.nparams, a + 1, b_of(inst))
                    frame.forget(proto, proto.nparams)
                    pc = 0
                    driver.can_enter_jit(pc=pc, proto=proto, frame=frame)
                    continue
                return tail_call(frame.regs[a], frame.slice(a + 1, b_of(inst)))
            elif o == op.TAILCALLV:
                return tail_call(frame.regs[a], frame.slice_open(a + 1, b_of(inst)))
            elif o == op.RETURN0:
                return w_none
            elif o == op.RETURN1:
                w_res = frame.regs[a]
                frame.forget(proto, 0)
                return w_res
            elif o == op.RETURN:
                return W_Multi(frame.slice(a, b_of(inst)))
            elif o == op.RETURNV:
                return frame.return_open(a, b_of(inst))
            elif o == op.VARARG:
                frame.results(frame.extra, a, b_of(inst))
            elif o == op.CLOSURE:
                frame.regs[a] = make_closure(frame, proto.protos[b_of(inst)])
            elif o == op.FORPREP:
                if not for_prepare(frame, a):
                    pc = c_of(inst)
            elif o == op.FORLOOP1:
                w_i = frame.regs[a]
                w_last = frame.regs[a + 1]
                if isinstance(w_i, W_Integer) and isinstance(w_last, W_Integer):
                    i = w_i.intval
                    if i < w_last.intval:
                        w_i = W_Integer(i + 1)
                        frame.regs[a] = w_i
                        frame.regs[a + 3] = w_i
                        pc = c_of(inst)
                        frame.forget(proto, a + 4)
                        driver.can_enter_jit(pc=pc, proto=proto, frame=frame)
                elif for_float(frame, a):
                    pc = c_of(inst)
                    frame.forget(proto, a + 4)
                    driver.can_enter_jit(pc=pc, proto=proto, frame=frame)
            elif o == op.FORLOOP:
                w_i = frame.regs[a]
                w_last = frame.regs[a + 1]
                w_step = frame.regs[a + 2]
                if isinstance(w_i, W_Integer) and isinstance(w_last, W_Integer) and isinstance(w_step, W_Integer):
                    i = w_i.intval
                    if i != w_last.intval:
                        w_i = W_Integer(i + w_step.intval)
                        frame.regs[a] = w_i
                        frame.regs[a + 3] = w_i
                        pc = c_of(inst)
                        frame.forget(proto, a + 4)
                        driver.can_enter_jit(pc=pc, proto=proto, frame=frame)
                elif for_float(frame, a):
                    pc = c_of(inst)
                    frame.forget(proto, a + 4)
                    driver.can_enter_jit(pc=pc, proto=proto, frame=frame)
            elif o == op.TFORLOOP:
                if generic_round(frame, a, b_of(inst)):
                    pc = c_of(inst)
                    frame.forget(proto, a + 4 + b_of(inst))
                    driver.can_enter_jit(pc=pc, proto=proto, frame=frame)
            elif o == op.TBC:
                frame.add_tbc(a, frame.regs[a], tbc_name(proto, pc - 1))
            elif o == op.CLOSE:
                frame.close(a, w_nil)
        except LuaError as e:
            locate(e, proto, pc - 1)
            if proto.has_tbc:
                e = frame.close_after_error(e)
            raise e


@jit.dont_look_inside
def tbc_name(proto, pc):
    return proto.names.get(pc * 4 + 1, "?")
