"""The bytecode loop."""

from rpython.rlib import jit

from . import bytecode as bc
from .errors import NonLocalReturn, ProgramError
from .objects import CacheEntry, Context, Method, Primitive, W_Array, W_Block, W_Bool, W_Integer

MAX_DEPTH = 250


def get_location(pc, method):
    return "%s>>%s @ %d" % (method.holder.name, method.name, pc)


jitdriver = jit.JitDriver(greens=["pc", "method"], reds=["sp", "stack", "context", "self"],
                          get_printable_location=get_location)


class Interpreter(object):
    def __init__(self, universe):
        self.universe = universe
        self.depth = 0
        self.sends = 0
        self.misses = 0

    def call(self, code, w_receiver, args):
        """Runs a method or primitive."""
        if isinstance(code, Primitive):
            return code.function(self.universe, w_receiver, args)
        assert isinstance(code, Method)
        if self.depth >= MAX_DEPTH:
            raise ProgramError("too much recursion")
        locals = [self.universe.w_nil] * code.nlocals
        for i in range(len(args)):
            locals[i] = args[i]
        context = Context(w_receiver, None, None, locals)
        self.depth += 1
        try:
            return self.run(code, context)
        except NonLocalReturn as r:
            if r.home is context:
                return r.value
            raise
        except ProgramError as e:
            if len(e.trace) < 8:
                e.trace.append(code.holder.name + ">>" + code.name)
            raise
        finally:
            context.returned = True
            self.depth -= 1

    def call_block(self, w_block, args):
        method = w_block.method
        if method.nparams != len(args):
            raise ProgramError("the block takes %d arguments, not %d" % (method.nparams, len(args)))
        outer = w_block.context
        locals = [self.universe.w_nil] * method.nlocals
        for i in range(len(args)):
            locals[i] = args[i]
        context = Context(outer.receiver, outer, outer.home, locals)
        self.depth += 1
        try:
            if self.depth >= MAX_DEPTH:
                raise ProgramError("too much recursion")
            return self.run(method, context)
        finally:
            self.depth -= 1

    def lookup(self, method, pc, w_receiver, selector):
        """Inline cache of the send at pc, checked by class and version."""
        cls = w_receiver.get_class(self.universe)
        entry = method.caches[pc]
        self.sends += 1
        if entry is not None and entry.cls is cls and entry.version == cls.version:
            return entry.code
        self.misses += 1
        code = cls.lookup(selector)
        method.caches[pc] = CacheEntry(cls, cls.version, code)
        return code

    def run(self, method, context):
        stack = [self.universe.w_nil] * 16
        sp = 0
        pc = 0
        while True:
            jitdriver.jit_merge_point(pc=pc, method=method, sp=sp, stack=stack, context=context, self=self)
            op = method.code[pc]
            if sp + 2 >= len(stack):
                stack = stack + [self.universe.w_nil] * len(stack)
            if op == bc.PUSH_LOCAL:
                stack[sp] = context.locals[method.code[pc + 1]]
                sp += 1
            elif op == bc.STORE_LOCAL:
                sp -= 1
                context.locals[method.code[pc + 1]] = stack[sp]
            elif op == bc.PUSH_SMALL:
                stack[sp] = self.universe.integer(method.code[pc + 1])
                sp += 1
            elif op == bc.PUSH_LITERAL:
                stack[sp] = method.literals[method.code[pc + 1]]
                sp += 1
            elif op == bc.PUSH_SELF:
                stack[sp] = context.receiver
                sp += 1
            elif op == bc.PUSH_OUTER or op == bc.STORE_OUTER:
                outer = context
                for i in range(method.code[pc + 1]):
                    outer = outer.outer
                index = method.code[pc + 2]
                if op == bc.PUSH_OUTER:
                    stack[sp] = outer.locals[index]
                    sp += 1
                else:
                    sp -= 1
                    outer.locals[index] = stack[sp]
            elif op == bc.PUSH_FIELD:
                stack[sp] = self.fields(context)[method.code[pc + 1]]
                sp += 1
            elif op == bc.STORE_FIELD:
                sp -= 1
                self.fields(context)[method.code[pc + 1]] = stack[sp]
            elif op == bc.PUSH_GLOBAL:
                stack[sp] = self.universe.global_value(method.literals[method.code[pc + 1]])
                sp += 1
            elif op == bc.SEND or op == bc.SUPER_SEND:
                selector = method.literals[method.code[pc + 1]]
                nargs = method.code[pc + 2]
                sp -= nargs
                args = [stack[sp + i] for i in range(nargs)]
                w_receiver = stack[sp - 1]
                if op == bc.SUPER_SEND:
                    code = method.holder.superclass.lookup(selector)
                else:
                    code = self.lookup(method, pc, w_receiver, selector)
                if code is None:
                    stack[sp - 1] = self.universe.not_understood(w_receiver, selector, args)
                else:
                    stack[sp - 1] = self.call(code, w_receiver, args)
            elif op == bc.POP:
                sp -= 1
                stack[sp] = self.universe.w_nil
            elif op == bc.DUP:
                stack[sp] = stack[sp - 1]
                sp += 1
            elif op == bc.JUMP:
                pc = method.code[pc + 1]
                continue
            elif op == bc.JUMP_BACK:
                pc = method.code[pc + 1]
                jitdriver.can_enter_jit(pc=pc, method=method, sp=sp, stack=stack, context=context, self=self)
                continue
            elif op == bc.JUMP_TRUE or op == bc.JUMP_FALSE:
                sp -= 1
                w = stack[sp]
                if not isinstance(w, W_Bool):
                    raise ProgramError("a condition must be a Boolean, not " + w.show())
                if w.value == (op == bc.JUMP_TRUE):
                    pc = method.code[pc + 1]
                    continue
            elif op == bc.RETURN_LOCAL:
                return stack[sp - 1]
            elif op == bc.RETURN_NON_LOCAL:
                home = context.home
                if home.returned:
                    raise ProgramError("the method of this block has returned")
                raise NonLocalReturn(home, stack[sp - 1])
            elif op == bc.MAKE_ARRAY:
                n = method.code[pc + 1]
                sp -= n
                stack[sp] = W_Array([stack[sp + i] for i in range(n)])
                sp += 1
            elif op == bc.MAKE_BLOCK:
                block = stack[sp - 1]
                assert isinstance(block, Method)
                stack[sp - 1] = W_Block(block, context)
            else:
                raise ProgramError("bad bytecode %d" % op)
            pc += 1 + bc.ARGUMENT_TABLE[op]

    def fields(self, context):
        from .objects import W_Object
        w = context.receiver
        if not isinstance(w, W_Object):
            raise ProgramError(w.show() + " has no fields")
        return w.fields
