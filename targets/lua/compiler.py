"""Syntax tree to instructions."""
from lua import ast, opcodes as op
from lua.objects import LuaError, W_Float, W_Integer, W_String, intern, w_false, w_nil, w_true
from lua.parser import Parser
from lua.proto import GlobalRef, Proto, UpvalueDesc
from lua.table import FieldCache

MAX_REGISTERS = 250
LIST_BATCH = 50

BINARY = {"+": op.ADD, "-": op.SUB, "*": op.MUL, "/": op.DIV, "%": op.MOD, "//": op.IDIV, "^": op.POW, "&": op.BAND, "|": op.BOR,
          "~": op.BXOR, "<<": op.SHL, ">>": op.SHR}
BINARY_I = {"+": op.ADDI, "-": op.SUBI}
BINARY_K = {"+": op.ADDK, "-": op.SUBK, "*": op.MULK, "/": op.DIVK, "%": op.MODK, "//": op.IDIVK, "^": op.POWK}
JUMPS_I = {"<": op.JLTI, "<!": op.JNLTI, "<=": op.JLEI, "<=!": op.JNLEI, ">": op.JGTI, ">!": op.JNGTI, ">=": op.JGEI, ">=!": op.JNGEI}
JUMPS_K = {"<": op.JLTK, "<!": op.JNLTK, "<=": op.JLEK, "<=!": op.JNLEK, ">": op.JGTK, ">!": op.JNGTK, ">=": op.JGEK, ">=!": op.JNGEK}
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
UNARY = {"-": op.UNM, "not": op.NOT, "#": op.LEN, "~": op.BNOT}


class BlockScope(object):
    def __init__(self, parent, first, is_loop):
        self.parent = parent
        self.first = first                      # register where its variables begin
        self.is_loop = is_loop
        self.labels = {}
        self.label_locals = {}
        self.label_free = {}
        self.pending = []                       # gotos whose label was not seen
        self.variables = []
        self.has_tbc = False


class PendingGoto(object):
    def __init__(self, name, pc, close_pc, line, nlocals):
        self.name = name
        self.pc = pc                            # of the jump
        self.close_pc = close_pc                # of a NOP in front of it, which may become a CLOSE; -1
        self.line = line
        self.nlocals = nlocals                  # variables in scope
        self.crosses_tbc = False


class Compiler(object):
    """Compiles one function."""

    def __init__(self, body, parent, chunkname, w_env):
        self.body = body
        self.parent = parent
        self.chunkname = chunkname
        self.w_env = w_env
        self.code = []
        self.lines = []
        self.names = {}
        self.consts = []
        self.const_numbers = {}
        self.caches = []
        self.globals = []
        self.global_numbers = {}
        self.protos = []
        self.free = 0
        self.nregs = 2
        self.scope = None
        self.nlocals = 0
        self.has_tbc = False
        self.line = body.line
        self.last_target = 0                    # of a jump; instructions before it are not changed

    # ---- instructions

    def emit(self, opcode, a, b, c):
        if b >= op.LIMIT_B or c >= op.LIMIT_C:
            raise self.error("function or constructor too large", self.line)
        self.code.append(op.encode(opcode, a, b, c))
        self.lines.append(self.line)
        return len(self.code) - 1

    def error(self, message, line):
        return LuaError(W_String("%s:%d: %s" % (self.chunkname, line, message)))

    def patch(self, pc, target):
        inst = self.code[pc]
        self.code[pc] = op.encode(op.op_of(inst), op.a_of(inst), op.b_of(inst), target)

    def patch_here(self, jumps):
        for pc in jumps:
            self.patch(pc, self.here())

    def here(self):
        return len(self.code)

    def alloc(self, n):
        first = self.free
        self.free += n
        if self.free > MAX_REGISTERS:
            raise self.error("function or expression needs too many registers", self.line)
        if self.free > self.nregs:
            self.nregs = self.free
        return first

    def const(self, w_value):
        if isinstance(w_value, W_Integer):
            key = "i%d" % w_value.intval
        elif isinstance(w_value, W_Float):
            key = ""                            # (floats that are equal may differ in their sign)
        elif isinstance(w_value, W_String):
            key = "s" + w_value.strval
        else:
            key = w_value.typename()
            if w_value is w_true:
                key = "true"
        n = -1
        if key != "":
            n = self.const_numbers.get(key, -1)
        if n < 0:
            n = len(self.consts)
            self.consts.append(w_value)
            if key != "":
                self.const_numbers[key] = n
        return n

    def cache(self, w_name):
        self.caches.append(FieldCache(w_name))
        return len(self.caches) - 1

    def global_number(self, name):
        n = self.global_numbers.get(name, -1)
        if n < 0:
            n = len(self.globals)
            w_name = intern(name)
            self.globals.append(GlobalRef(w_name, self.w_env.cell_of(w_name)))
            self.global_numbers[name] = n
        return n

    def name_operand(self, pc, which, e):
        """Notes what an operand is called, for messages."""
        text = self.description(e)
        if text != "":
            self.names[pc * 4 + which] = text

    def description(self, e):
        if isinstance(e, ast.Local):
            return "local '%s'" % e.variable.name
        if isinstance(e, ast.Outer):
            return "upvalue '%s'" % e.variable.name
        if isinstance(e, ast.Global):
            return "global '%s'" % e.name
        if isinstance(e, ast.Method):
            return "method '%s'" % e.name
        if isinstance(e, ast.Index):
            key = e.key
            if isinstance(key, ast.Constant):
                w_key = key.w_value
                if isinstance(w_key, W_String):
                    return "field '%s'" % w_key.strval
        if isinstance(e, ast.Constant):
            w_value = e.w_value
            if isinstance(w_value, W_String):
                return "constant '%s'" % w_value.strval
        return ""

    # ---- functions

    def compile(self):
        body = self.body
        self.enter(False)
        for variable in body.params:
            variable.register = self.alloc(1)
            self.note_local(variable)
        for variable in body.params:
            if variable.needs_cell():
                self.emit(op.NEWCELL, variable.register, 0, 0)
        self.statements(body.block)
        self.line = body.last_line
        self.leave()
        self.emit(op.RETURN0, 0, 0, 0)
        upvalues = []
        for upvalue in body.upvalues:
            name = upvalue.variable.name
            if upvalue.outer >= 0:
                upvalues.append(UpvalueDesc(name, UpvalueDesc.OUTER, upvalue.outer))
            elif self.is_itself(upvalue):
                upvalues.append(UpvalueDesc(name, UpvalueDesc.ITSELF, 0))
            else:
                upvalues.append(UpvalueDesc(name, UpvalueDesc.REGISTER, upvalue.variable.register))
        return Proto(self.code[:], self.consts[:], self.caches[:], self.globals[:], self.protos[:], upvalues[:], self.lines[:],
                     self.names, len(body.params), body.is_vararg, self.nregs, body.name, self.chunkname, body.line, self.w_env,
                     self.has_tbc)

    def is_itself(self, upvalue):
        """Whether an upvalue is the local function that is being compiled: its variable has no register yet."""
        return upvalue.outer < 0 and upvalue.variable.register < 0

    # ---- scopes

    def enter(self, is_loop):
        self.scope = BlockScope(self.scope, self.free, is_loop)

    def leave(self):
        """The end of a block: its variables go; gotos without a label here look in the block around."""
        scope = self.scope
        if scope.has_tbc:
            self.emit(op.CLOSE, scope.first, 0, 0)
        outer = scope.parent
        for goto in scope.pending:
            if scope.has_tbc:
                goto.crosses_tbc = True
                inst = op.encode(op.CLOSE, scope.first, 0, 0)
                self.code[goto.close_pc] = inst
            if outer is None:
                if goto.name == "break":
                    raise self.error("break outside loop at line %d" % goto.line, goto.line)
                raise self.error("no visible label '%s' for <goto> at line %d" % (goto.name, goto.line), goto.line)
            goto.nlocals = min(goto.nlocals, self.nlocals - len(scope.variables))
            outer.pending.append(goto)
        self.nlocals -= len(scope.variables)
        self.free = scope.first
        self.scope = outer

    def note_local(self, variable):
        self.scope.variables.append(variable)
        self.nlocals += 1

    def declare(self, variable, register):
        """A variable whose value is in its register."""
        variable.register = register
        self.note_local(variable)
        if variable.needs_cell():
            self.emit(op.NEWCELL, register, 0, 0)

    def tbc_active(self):
        scope = self.scope
        while scope is not None:
            if scope.has_tbc:
                return True
            scope = scope.parent
        return False

    def label(self, name, line, at_end):
        scope = self.scope
        outer = scope
        while outer is not None:
            if name in outer.labels:
                raise self.error("label '%s' already defined on line %d" % (name, self.lines_of_label(outer, name)), line)
            outer = outer.parent
        nlocals = self.nlocals
        if at_end:
            nlocals -= len(scope.variables)
        scope.labels[name] = self.here()
        scope.label_locals[name] = nlocals
        scope.label_free[name] = self.free
        rest = []
        for goto in scope.pending:
            if goto.name == name:
                if goto.nlocals < nlocals:
                    variable = scope.variables[len(scope.variables) - (self.nlocals - goto.nlocals)]
                    raise self.error("<goto %s> at line %d jumps into the scope of local '%s'" % (name, goto.line, variable.name),
                                     goto.line)
                self.patch(goto.pc, self.here())
            else:
                rest.append(goto)
        scope.pending = rest

    def lines_of_label(self, scope, name):
        pc = scope.labels[name]
        if pc < len(self.lines):
            return self.lines[pc]
        return self.line

    def goto(self, name):
        scope = self.scope
        first = -1
        while scope is not None:
            if scope.has_tbc:
                first = scope.first
            if name in scope.labels:
                # backward; variables that were declared behind the label are left
                if first >= 0:
                    level = scope.first
                    if scope is self.scope or scope.has_tbc:
                        level = scope.first + scope.label_locals[name] - (self.nlocals_outside(scope))
                    self.emit(op.CLOSE, level, 0, 0)
                self.emit(op.LOOP, scope.label_free[name], 0, scope.labels[name])
                return
            if name == "break" and scope.is_loop:
                break
            scope = scope.parent
        close_pc = -1
        if self.tbc_active():
            close_pc = self.emit(op.NOP, 0, 0, 0)
        pc = self.emit(op.JMP, 0, 0, 0)
        self.scope.pending.append(PendingGoto(name, pc, close_pc, self.line, self.nlocals))

    def nlocals_outside(self, scope):
        n = self.nlocals
        inner = self.scope
        while True:
            n -= len(inner.variables)
            if inner is scope:
                return n
            inner = inner.parent

    def begin_loop(self):
        """Puts aside the gotos that are not the loop's."""
        pending = self.scope.pending
        self.scope.pending = []
        return pending

    def end_loop(self, pending):
        """Behind a loop: where the breaks of its body go. Called in the scope around the loop."""
        self.break_label()
        self.scope.pending = pending + self.scope.pending

    def break_label(self):
        rest = []
        for goto in self.scope.pending:
            if goto.name == "break":
                self.patch(goto.pc, self.here())
            else:
                rest.append(goto)
        self.scope.pending = rest

    # ---- statements

    def block(self, block):
        self.enter(False)
        self.statements(block)
        self.leave()

    def statements(self, block):
        stats = block.stats
        n = len(stats)
        for i in range(n):
            stat = stats[i]
            self.line = stat.line
            if isinstance(stat, ast.Label):
                j = i + 1
                while j < n and isinstance(stats[j], ast.Label):
                    j += 1
                self.label(stat.name, stat.line, j == n)
            else:
                self.statement(stat)

    def statement(self, stat):
        free = self.free
        if isinstance(stat, ast.LocalStat):
            self.local_stat(stat)
            return
        if isinstance(stat, ast.LocalFunction):
            self.local_function(stat)
            return
        if isinstance(stat, ast.Assign):
            self.assign(stat)
        elif isinstance(stat, ast.CallStat):
            self.call(stat.call, self.free, 0)
        elif isinstance(stat, ast.Do):
            self.block(stat.body)
        elif isinstance(stat, ast.If):
            self.if_stat(stat)
        elif isinstance(stat, ast.While):
            self.while_stat(stat)
        elif isinstance(stat, ast.Repeat):
            self.repeat_stat(stat)
        elif isinstance(stat, ast.NumericFor):
            self.numeric_for(stat)
        elif isinstance(stat, ast.GenericFor):
            self.generic_for(stat)
        elif isinstance(stat, ast.Return):
            self.return_stat(stat)
        elif isinstance(stat, ast.Goto):
            self.goto(stat.label)
        self.free = free

    def local_stat(self, stat):
        variables = stat.variables
        first = self.free
        self.expr_list(stat.exprs, len(variables))
        for i in range(len(variables)):
            self.declare(variables[i], first + i)
        for variable in variables:
            if variable.attrib == "close":
                self.scope.has_tbc = True
                self.has_tbc = True
                pc = self.emit(op.TBC, variable.register, 0, 0)
                self.names[pc * 4 + 1] = variable.name

    def local_function(self, stat):
        variable = stat.variable
        register = self.free
        if variable.needs_cell():
            self.alloc(1)
            self.emit(op.LOADNIL, register, 1, 0)
            self.declare(variable, register)
            temp = self.alloc(1)
            self.expr_to(stat.func, temp)
            self.emit(op.SETCELL, register, temp, 0)
            self.free = temp
        else:
            self.alloc(1)
            self.expr_to(stat.func, register)   # (the variable has no register yet: it is ITSELF)
            self.declare(variable, register)

    def expr_list(self, exprs, wanted):
        """Values of a list in `wanted` new registers."""
        first = self.free
        n = len(exprs)
        for i in range(n):
            e = exprs[i]
            if i == n - 1 and e.is_multi() and wanted > n:
                self.multi(e, wanted - i)
                self.free = first + wanted
                self.touch()
                return
            if i < wanted:
                self.expr_to_next(e)
            else:
                free = self.free
                self.expr_to_next(e)
                self.free = free
        if n < wanted:
            register = self.alloc(wanted - n)
            self.emit(op.LOADNIL, register, wanted - n, 0)

    def touch(self):
        if self.free > self.nregs:
            self.nregs = self.free
        if self.free > MAX_REGISTERS:
            raise self.error("function or expression needs too many registers", self.line)

    def multi(self, e, wanted):
        """A call or `...` whose values go to the registers from the free one on; -1: they stay open."""
        if isinstance(e, ast.Vararg):
            self.emit(op.VARARG, self.free, wanted + 1, 0)
            if wanted > 0:
                self.alloc(wanted)
        else:
            self.call(e, self.free, wanted)

    def assign(self, stat):
        targets = stat.targets
        exprs = stat.exprs
        if len(targets) == 1 and len(exprs) == 1:
            self.assign_one(targets[0], exprs[0])
            return
        objs = []
        keys = []
        for target in targets:
            obj = -1
            key = -1
            if isinstance(target, ast.Index):
                obj = self.expr_to_any(target.obj)
                if self.is_assigned(obj, targets):
                    obj = self.copy(obj)
                if not self.constant_key(target.key):
                    key = self.expr_to_any(target.key)
                    if self.is_assigned(key, targets):
                        key = self.copy(key)
            objs.append(obj)
            keys.append(key)
        first = self.free
        self.expr_list(exprs, len(targets))
        i = len(targets) - 1
        while i >= 0:
            self.store(targets[i], objs[i], keys[i], first + i)
            i -= 1

    def is_assigned(self, register, targets):
        for target in targets:
            if isinstance(target, ast.Local) and target.variable.register == register:
                return True
        return False

    def copy(self, register):
        other = self.alloc(1)
        self.emit(op.MOVE, other, register, 0)
        return other

    def constant_key(self, key):
        """Whether instructions have the key in them."""
        if isinstance(key, ast.Constant):
            w_key = key.w_value
            if isinstance(w_key, W_String):
                return True
            if isinstance(w_key, W_Integer):
                return 0 <= w_key.intval < 100000
        return False

    def assign_one(self, target, e):
        if isinstance(target, ast.Local) and not target.variable.needs_cell():
            if self.clobbers_early(e):
                self.expr_to(e, self.alloc(1))
                self.emit(op.MOVE, target.variable.register, self.free - 1, 0)
            else:
                self.expr_to(e, target.variable.register)
            return
        obj = -1
        key = -1
        if isinstance(target, ast.Index):
            obj = self.expr_to_any(target.obj)
            if not self.constant_key(target.key):
                key = self.expr_to_any(target.key)
        value = self.expr_to_any(e)
        self.line = target.line
        self.store(target, obj, key, value)

    def clobbers_early(self, e):
        """Whether code of an expression writes its target before all of the expression was read."""
        return isinstance(e, ast.TableCons) or isinstance(e, ast.Logical) or isinstance(e, ast.Function)

    def store(self, target, obj, key, value):
        if isinstance(target, ast.Local):
            if target.variable.needs_cell():
                self.emit(op.SETCELL, target.variable.register, value, 0)
            else:
                self.emit(op.MOVE, target.variable.register, value, 0)
        elif isinstance(target, ast.Outer):
            self.emit(op.SETUPCELL, target.index, value, 0)
        elif isinstance(target, ast.Global):
            self.emit(op.SETGLOBAL, value, self.global_number(target.name), 0)
        elif isinstance(target, ast.Index):
            if key >= 0:
                pc = self.emit(op.SETTABLE, obj, key, value)
            else:
                constant = target.key
                assert isinstance(constant, ast.Constant)
                w_key = constant.w_value
                if isinstance(w_key, W_String):
                    pc = self.emit(op.SETFIELD, obj, self.cache(w_key), value)
                else:
                    assert isinstance(w_key, W_Integer)
                    pc = self.emit(op.SETINT, obj, w_key.intval, value)
            self.name_operand(pc, 1, target.obj)

    def if_stat(self, stat):
        ends = []
        n = len(stat.conds)
        for i in range(n):
            self.line = stat.conds[i].line
            skips = self.jump_unless(stat.conds[i])
            self.block(stat.blocks[i])
            if i < n - 1 or stat.otherwise is not None:
                ends.append(self.emit(op.JMP, 0, 0, 0))
            self.patch_here(skips)
        if stat.otherwise is not None:
            self.block(stat.otherwise)
        self.patch_here(ends)

    def while_stat(self, stat):
        pending = self.begin_loop()
        start = self.here()
        exits = self.jump_unless(stat.cond)
        self.enter(True)
        self.statements(stat.body)
        self.leave()
        self.emit(op.LOOP, self.free, 0, start)
        self.patch_here(exits)
        self.end_loop(pending)

    def repeat_stat(self, stat):
        pending = self.begin_loop()
        start = self.here()
        self.enter(True)
        self.statements(stat.body)
        scope = self.scope
        self.line = stat.cond.line
        if scope.has_tbc:
            exits = self.jump_if(stat.cond)
            self.emit(op.CLOSE, scope.first, 0, 0)
            self.emit(op.LOOP, self.free, 0, start)
            self.patch_here(exits)
            self.leave()
        else:
            exits = self.jump_if(stat.cond)
            self.leave()
            self.emit(op.LOOP, self.free, 0, start)
            self.patch_here(exits)
        self.end_loop(pending)

    def numeric_for(self, stat):
        line = self.line
        pending = self.begin_loop()
        self.enter(False)
        base = self.alloc(4)
        self.free = base
        self.expr_to_next(stat.start)
        self.expr_to_next(stat.limit)
        one = True
        step = stat.step
        if step is None:
            self.emit(op.LOADK, self.alloc(1), self.const(W_Integer(1)), 0)
        else:
            one = False
            if isinstance(step, ast.Constant):
                w_step = step.w_value
                one = isinstance(w_step, W_Integer) and w_step.intval == 1
            self.expr_to_next(step)
        self.alloc(1)
        prep = self.emit(op.FORPREP, base, 0, 0)
        start = self.here()
        self.enter(True)
        self.free = base + 4
        self.scope.first = base + 3
        self.declare(stat.variable, base + 3)
        self.statements(stat.body)
        self.leave()
        self.line = line
        self.emit(op.FORLOOP1 if one else op.FORLOOP, base, 0, start)
        self.patch(prep, self.here())
        self.leave()
        self.end_loop(pending)

    def generic_for(self, stat):
        line = self.line
        pending = self.begin_loop()
        self.enter(False)
        base = self.free
        self.expr_list(stat.exprs, 4)
        self.scope.has_tbc = False
        if not self.is_plain_iteration(stat):
            self.scope.has_tbc = True
            self.has_tbc = True
            self.emit(op.TBC, base + 3, 0, 0)
        prep = self.emit(op.JMP, 0, 0, 0)
        start = self.here()
        n = len(stat.variables)
        self.enter(True)
        self.alloc(max(n, 3))                   # (the call of the iterator needs three)
        self.free = base + 4 + n
        for i in range(n):
            self.declare(stat.variables[i], base + 4 + i)
        self.statements(stat.body)
        self.leave()
        self.line = line
        self.patch(prep, self.here())
        pc = self.emit(op.TFORLOOP, base, n, start)
        self.names[pc * 4 + 1] = "for iterator 'for iterator'"
        self.break_label()
        self.leave()
        self.end_loop(pending)

    def is_plain_iteration(self, stat):
        """Whether the list behind `in` can give no fourth value."""
        exprs = stat.exprs
        n = len(exprs)
        if n >= 4:
            return False
        last = exprs[n - 1]
        if not last.is_multi():
            return True
        if isinstance(last, ast.Call):
            func = last.func
            if isinstance(func, ast.Global):
                return func.name == "pairs" or func.name == "ipairs"
        return False

    def return_stat(self, stat):
        exprs = stat.exprs
        n = len(exprs)
        tbc = self.tbc_active()
        if n == 0:
            if tbc:
                self.emit(op.CLOSE, 0, 0, 0)
            self.emit(op.RETURN0, 0, 0, 0)
        elif n == 1 and not exprs[0].is_multi():
            register = self.expr_to_any(exprs[0])
            if tbc:
                self.emit(op.CLOSE, 0, 0, 0)
            self.emit(op.RETURN1, register, 0, 0)
        elif n == 1 and not isinstance(exprs[0], ast.Vararg) and not tbc:
            self.call(exprs[0], self.free, -2)
        else:
            first = self.free
            is_open = False
            for i in range(n):
                if i == n - 1 and exprs[i].is_multi():
                    self.multi(exprs[i], -1)
                    is_open = True
                else:
                    self.expr_to_next(exprs[i])
            if tbc:
                self.emit(op.CLOSE, 0, 0, 0)
            if is_open:
                self.emit(op.RETURNV, first, n - 1, 0)
            else:
                self.emit(op.RETURN, first, n, 0)

    # ---- expressions

    def expr_to_next(self, e):
        register = self.alloc(1)
        self.expr_to(e, register)
        self.free = register + 1
        return register

    def expr_to_any(self, e):
        """The register of a local variable, or a new one."""
        if isinstance(e, ast.Local) and not e.variable.needs_cell():
            return e.variable.register
        return self.expr_to_next(e)

    def expr_to(self, e, target):
        """Code that leaves the value in a register. What is above the free register may be used meanwhile."""
        free = self.free
        if e.line > 0:
            self.line = e.line
        if isinstance(e, ast.Constant):
            if e.w_value is w_nil:
                self.emit(op.LOADNIL, target, 1, 0)
            else:
                self.emit(op.LOADK, target, self.const(e.w_value), 0)
        elif isinstance(e, ast.Local):
            if e.variable.needs_cell():
                self.emit(op.GETCELL, target, e.variable.register, 0)
            elif e.variable.register != target:
                self.emit(op.MOVE, target, e.variable.register, 0)
        elif isinstance(e, ast.Outer):
            if e.variable.needs_cell():
                self.emit(op.GETUPCELL, target, e.index, 0)
            elif self.is_itself(self.body.upvalues[e.index]):
                self.emit(op.GETSELF, target, 0, 0)
            else:
                self.emit(op.GETUPVAL, target, e.index, 0)
        elif isinstance(e, ast.Global):
            self.emit(op.GETGLOBAL, target, self.global_number(e.name), 0)
        elif isinstance(e, ast.Environment):
            self.emit(op.GETENV, target, 0, 0)
        elif isinstance(e, ast.Index):
            self.index(e, target)
        elif isinstance(e, ast.Call) or isinstance(e, ast.Method):
            base = self.free
            self.call(e, base, 1)
            if base != target:
                self.emit(op.MOVE, target, base, 0)
        elif isinstance(e, ast.Vararg):
            self.emit(op.VARARG, target, 2, 0)
        elif isinstance(e, ast.Function):
            self.protos.append(Compiler(e.body, self, self.chunkname, self.w_env).compile())
            self.emit(op.CLOSURE, target, len(self.protos) - 1, 0)
        elif isinstance(e, ast.Binary):
            self.binary(e, target)
        elif isinstance(e, ast.Logical):
            self.logical(e, target)
        elif isinstance(e, ast.Concat):
            self.concat(e, target)
        elif isinstance(e, ast.Unary):
            register = self.expr_to_any(e.operand)
            self.line = e.line
            pc = self.emit(UNARY[e.op], target, register, 0)
            self.name_operand(pc, 1, e.operand)
        elif isinstance(e, ast.TableCons):
            self.table(e, target)
        self.free = free

    def index(self, e, target):
        obj = self.expr_to_any(e.obj)
        key = e.key
        if self.constant_key(key):
            assert isinstance(key, ast.Constant)
            w_key = key.w_value
            self.line = e.line
            if isinstance(w_key, W_String):
                pc = self.emit(op.GETFIELD, target, obj, self.cache(w_key))
            else:
                assert isinstance(w_key, W_Integer)
                pc = self.emit(op.GETINT, target, obj, w_key.intval)
        else:
            register = self.expr_to_any(key)
            self.line = e.line
            pc = self.emit(op.GETTABLE, target, obj, register)
        self.name_operand(pc, 1, e.obj)

    def call(self, e, base, wanted):
        """A call with function and arguments from the free register on. `wanted` results: -1 open, -2 a tail call."""
        line = e.line
        self.free = base
        if isinstance(e, ast.Method):
            obj = self.expr_to_any(e.obj)
            self.free = base
            self.alloc(2)
            self.line = line
            pc = self.emit(op.SELF, base, obj, self.cache(intern(e.name)))
            self.name_operand(pc, 1, e.obj)
            args = e.args
        else:
            assert isinstance(e, ast.Call)
            self.expr_to_next(e.func)
            args = e.args
        is_open = False
        for i in range(len(args)):
            if i == len(args) - 1 and args[i].is_multi():
                self.multi(args[i], -1)
                is_open = True
            else:
                self.expr_to_next(args[i])
        nargs = len(args)
        if isinstance(e, ast.Method):
            nargs += 1
        if is_open:
            nargs -= 1
        self.line = line
        if wanted == -2:
            pc = self.emit(op.TAILCALLV if is_open else op.TAILCALL, base, nargs, 0)
        elif is_open:
            pc = self.emit(op.CALLV, base, nargs, wanted + 1)
        elif wanted == 0:
            pc = self.emit(op.CALL0, base, nargs, 0)
        elif wanted == 1:
            pc = self.emit(op.CALL1, base, nargs, 0)
        else:
            pc = self.emit(op.CALLN, base, nargs, wanted + 1)
        if isinstance(e, ast.Method):
            self.name_operand(pc, 1, e)
        else:
            assert isinstance(e, ast.Call)
            self.name_operand(pc, 1, e.func)
        self.free = base
        if wanted > 0:
            self.alloc(wanted)

    def is_number(self, e):
        if isinstance(e, ast.Constant):
            return isinstance(e.w_value, W_Integer) or isinstance(e.w_value, W_Float)
        return False

    def is_small(self, e):
        """Whether an expression is an integer that an instruction can have in it."""
        if isinstance(e, ast.Constant):
            w_value = e.w_value
            return isinstance(w_value, W_Integer) and -op.BIAS < w_value.intval < op.BIAS
        return False

    def small_of(self, e):
        assert isinstance(e, ast.Constant)
        w_value = e.w_value
        assert isinstance(w_value, W_Integer)
        return w_value.intval

    def jump_to_number(self, compare, flag, register, e):
        """The jump that is taken if a comparison with a number gives `flag`."""
        if self.is_small(e):
            return self.emit(JUMPS_I[compare + ("" if flag else "!")], register, self.small_of(e) + op.BIAS, 0)
        return self.emit(JUMPS_K[compare + ("" if flag else "!")], register, self.number_of(e), 0)

    def number_of(self, e):
        assert isinstance(e, ast.Constant)
        return self.const(e.w_value)

    def binary(self, e, target):
        if e.op in BINARY:
            left = self.expr_to_any(e.left)
            if self.is_small(e.right) and e.op in BINARY_I:
                self.line = e.line
                pc = self.emit(BINARY_I[e.op], target, left, self.small_of(e.right))
            elif self.is_number(e.right) and e.op in BINARY_K:
                self.line = e.line
                pc = self.emit(BINARY_K[e.op], target, left, self.number_of(e.right))
            else:
                right = self.expr_to_any(e.right)
                self.line = e.line
                pc = self.emit(BINARY[e.op], target, left, right)
                self.name_operand(pc, 2, e.right)
            self.name_operand(pc, 1, e.left)
            return
        jumps = self.compare(e, False)
        self.truth(jumps, target)

    def truth(self, false_jumps, target):
        self.emit(op.LOADK, target, self.const(w_true), 0)
        end = self.emit(op.JMP, 0, 0, 0)
        self.patch_here(false_jumps)
        self.emit(op.LOADK, target, self.const(w_false), 0)
        self.patch(end, self.here())

    def compare(self, e, flag):
        """Jumps that are taken if the comparison gives `flag`."""
        free = self.free
        o = e.op
        left = e.left
        right = e.right
        if o == "==" or o == "~=":
            if isinstance(left, ast.Constant):
                left, right = right, left
            a = self.expr_to_any(left)
            equal = flag == (o == "==")
            if self.is_small(right):
                self.line = e.line
                pc = self.emit(op.JEQI if equal else op.JNEI, a, self.small_of(right) + op.BIAS, 0)
            elif isinstance(right, ast.Constant):
                self.line = e.line
                pc = self.emit(op.JEQK if equal else op.JNEK, a, self.const(right.w_value), 0)
            else:
                b = self.expr_to_any(right)
                self.line = e.line
                pc = self.emit(op.JEQ if equal else op.JNE, a, b, 0)
        elif self.is_number(right):
            a = self.expr_to_any(left)
            self.line = e.line
            pc = self.jump_to_number(o, flag, a, right)
        elif self.is_number(left):
            b = self.expr_to_any(right)
            self.line = e.line
            pc = self.jump_to_number(MIRRORED[o], flag, b, left)
        else:
            a = self.expr_to_any(left)
            b = self.expr_to_any(right)
            if o == ">" or o == ">=":
                a, b = b, a
            self.line = e.line
            if o == "<" or o == ">":
                pc = self.emit(op.JLT if flag else op.JNLT, a, b, 0)
            else:
                pc = self.emit(op.JLE if flag else op.JNLE, a, b, 0)
        self.free = free
        return [pc]

    def jump_unless(self, e):
        return self.jump_on(e, False)

    def jump_if(self, e):
        return self.jump_on(e, True)

    def jump_on(self, e, flag):
        """Jumps, to be patched, that are taken if a condition is `flag`; otherwise control goes on behind."""
        if isinstance(e, ast.Constant):
            if (e.w_value is not w_nil and e.w_value is not w_false) == flag:
                return [self.emit(op.JMP, 0, 0, 0)]
            return []
        if isinstance(e, ast.Unary):
            if e.op == "not":
                return self.jump_on(e.operand, not flag)
        if isinstance(e, ast.Binary):
            if e.op not in BINARY:
                return self.compare(e, flag)
        if isinstance(e, ast.Logical):
            if (e.op == "and") != flag:
                # either part decides
                return self.jump_on(e.left, flag) + self.jump_on(e.right, flag)
            skips = self.jump_on(e.left, not flag)
            jumps = self.jump_on(e.right, flag)
            self.patch_here(skips)
            return jumps
        free = self.free
        register = self.expr_to_any(e)
        self.free = free
        return [self.emit(op.JT if flag else op.JF, register, 0, 0)]

    def logical(self, e, target):
        left = e.left
        if isinstance(left, ast.Binary) and left.op not in BINARY and e.op == "and":
            # a < b and x: the jump has the value false
            jumps = self.compare(left, False)
            self.expr_to(e.right, target)
            end = self.emit(op.JMP, 0, 0, 0)
            self.patch_here(jumps)
            self.emit(op.LOADK, target, self.const(w_false), 0)
            self.patch(end, self.here())
            return
        if isinstance(left, ast.Logical) and left.op == "and" and e.op == "or" and self.surely_true(left.right):
            # c and x or y, with an x that is true: a choice
            jumps = self.jump_unless(left.left)
            self.expr_to(left.right, target)
            end = self.emit(op.JMP, 0, 0, 0)
            self.patch_here(jumps)
            self.expr_to(e.right, target)
            self.patch(end, self.here())
            return
        self.expr_to(left, target)
        jump = self.emit(op.JF if e.op == "and" else op.JT, target, 0, 0)
        self.expr_to(e.right, target)
        self.patch(jump, self.here())

    def surely_true(self, e):
        if isinstance(e, ast.Constant):
            return e.w_value is not w_nil and e.w_value is not w_false
        return isinstance(e, ast.TableCons) or isinstance(e, ast.Function) or isinstance(e, ast.Concat)

    def concat(self, e, target):
        first = self.free
        for part in e.parts:
            self.expr_to_next(part)
        self.line = e.line
        pc = self.emit(op.CONCAT, target, first, len(e.parts))
        n = len(e.parts)
        if n <= 3:
            for i in range(n):
                self.name_operand(pc, i + 1, e.parts[i])

    def table(self, e, target):
        items = e.items
        narray = 0
        nfields = 0
        for item in items:
            if item.key is None:
                narray += 1
            elif isinstance(item.key, ast.Constant) and isinstance(item.key.w_value, W_String):
                nfields += 1
        register = target
        if target != self.free - 1 and narray > 0:
            register = self.alloc(1)            # items need the registers behind the table
        self.emit(op.NEWTABLE, register, 0, nfields)
        count = 0
        stored = 0
        for i in range(len(items)):
            item = items[i]
            value = item.value
            key = item.key
            if key is None:
                if i == len(items) - 1 and value.is_multi():
                    self.multi(value, -1)
                    self.emit(op.SETLISTV, register, count, stored)
                    self.free = register + 1
                    count = 0
                    continue
                self.expr_to_next(value)
                count += 1
                if count == LIST_BATCH:
                    self.emit(op.SETLIST, register, count, stored)
                    stored += count
                    count = 0
                    self.free = register + 1
                continue
            free = self.free
            self.line = e.line
            if isinstance(key, ast.Constant) and isinstance(key.w_value, W_String):
                w_key = key.w_value
                assert isinstance(w_key, W_String)
                v = self.expr_to_any(value)
                self.emit(op.SETFIELD, register, self.cache(w_key), v)
            else:
                k = self.expr_to_any(key)
                v = self.expr_to_any(value)
                self.emit(op.SETTABLE, register, k, v)
            self.free = free
        if count > 0:
            self.emit(op.SETLIST, register, count, stored)
        if register != target:
            self.emit(op.MOVE, target, register, 0)


def compile_chunk(text, chunkname, w_env):
    """The prototype of a program text. Syntax errors are LuaErrors."""
    parser = Parser(text, chunkname)
    body = parser.chunk()
    return Compiler(body, None, chunkname, w_env).compile()
