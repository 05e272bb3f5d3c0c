"""Syntax trees; each node compiles itself."""

from . import bytecode as bc


class Node(object):
    line = 0

    def compile(self, gen):
        raise NotImplementedError

    def compile_effect(self, gen):
        """For the effect only."""
        self.compile(gen)
        gen.emit(bc.POP)

    def is_super(self):
        return False


class Literal(Node):
    def __init__(self, value):
        self.value = value

    def compile(self, gen):
        gen.emit_literal(gen.universe.literal(self.value))


class IntLiteral(Node):
    def __init__(self, value):
        self.value = value

    def compile(self, gen):
        if 0 <= self.value < 256:
            gen.emit1(bc.PUSH_SMALL, self.value)
        else:
            gen.emit_literal(gen.universe.integer(self.value))


class StringLiteral(Node):
    def __init__(self, text, is_symbol):
        self.text = text
        self.is_symbol = is_symbol

    def compile(self, gen):
        if self.is_symbol:
            gen.emit_literal(gen.universe.symbol(self.text))
        else:
            gen.emit_literal(gen.universe.string(self.text))


class ArrayLiteral(Node):
    def __init__(self, items):
        self.items = items

    def compile(self, gen):
        for item in self.items:
            item.compile(gen)
        gen.emit1(bc.MAKE_ARRAY, len(self.items))


class Name(Node):
    def __init__(self, name, line):
        self.name = name
        self.line = line

    def compile(self, gen):
        gen.load(self.name, self.line)

    def is_super(self):
        return self.name == "super"


class Assign(Node):
    def __init__(self, name, value, line):
        self.name = name
        self.value = value
        self.line = line

    def compile(self, gen):
        self.value.compile(gen)
        gen.emit(bc.DUP)
        gen.store(self.name, self.line)

    def compile_effect(self, gen):
        self.value.compile(gen)
        gen.store(self.name, self.line)


class Send(Node):
    def __init__(self, receiver, selector, args, line):
        self.receiver = receiver
        self.selector = selector
        self.args = args
        self.line = line

    def compile(self, gen):
        if self.compile_inline(gen):
            return
        self.receiver.compile(gen)
        self.compile_rest(gen)

    def compile_rest(self, gen):
        for a in self.args:
            a.compile(gen)
        gen.emit_send(self.selector, len(self.args), self.receiver.is_super())

    def inlinable(self, node):
        return isinstance(node, BlockNode) and not node.params and not node.temps

    def compile_inline(self, gen):
        """Conditions and loops with blocks written in place need no closures."""
        s = self.selector
        if s == "ifTrue:" or s == "ifFalse:":
            if not self.inlinable(self.args[0]):
                return False
            self.receiver.compile(gen)
            skip = gen.jump(bc.JUMP_FALSE if s == "ifTrue:" else bc.JUMP_TRUE)
            self.args[0].compile_body(gen)
            end = gen.jump(bc.JUMP)
            gen.patch(skip)
            gen.load("nil", self.line)
            gen.patch(end)
            return True
        if s == "ifTrue:ifFalse:" or s == "ifFalse:ifTrue:":
            if not (self.inlinable(self.args[0]) and self.inlinable(self.args[1])):
                return False
            self.receiver.compile(gen)
            skip = gen.jump(bc.JUMP_FALSE if s == "ifTrue:ifFalse:" else bc.JUMP_TRUE)
            self.args[0].compile_body(gen)
            end = gen.jump(bc.JUMP)
            gen.patch(skip)
            self.args[1].compile_body(gen)
            gen.patch(end)
            return True
        if s == "and:" or s == "or:":
            if not self.inlinable(self.args[0]):
                return False
            self.receiver.compile(gen)
            gen.emit(bc.DUP)
            skip = gen.jump(bc.JUMP_FALSE if s == "and:" else bc.JUMP_TRUE)
            gen.emit(bc.POP)
            self.args[0].compile_body(gen)
            gen.patch(skip)
            return True
        if s == "whileTrue:" or s == "whileFalse:":
            if not (self.inlinable(self.receiver) and self.inlinable(self.args[0])):
                return False
            start = gen.position()
            self.receiver.compile_body(gen)
            exit = gen.jump(bc.JUMP_FALSE if s == "whileTrue:" else bc.JUMP_TRUE)
            self.args[0].compile_body(gen)
            gen.emit(bc.POP)
            gen.jump_back(start)
            gen.patch(exit)
            gen.load("nil", self.line)
            return True
        return False


class Cascade(Node):
    def __init__(self, first, rest):
        self.first = first
        self.rest = rest

    def compile(self, gen):
        self.first.receiver.compile(gen)
        gen.emit(bc.DUP)
        self.first.compile_rest(gen)
        for i in range(len(self.rest)):
            gen.emit(bc.POP)
            if i < len(self.rest) - 1:
                gen.emit(bc.DUP)
            self.rest[i].compile_rest(gen)


class Return(Node):
    def __init__(self, value):
        self.value = value

    def compile(self, gen):
        self.value.compile(gen)
        gen.emit_return()


class BlockNode(Node):
    def __init__(self, params, temps, body, line):
        self.params = params
        self.temps = temps
        self.body = body
        self.line = line

    def compile_statements(self, gen):
        for i in range(len(self.body)):
            node = self.body[i]
            if i == len(self.body) - 1:
                node.compile(gen)
            else:
                node.compile_effect(gen)
        if not self.body:
            gen.load("nil", self.line)

    compile_body = compile_statements

    def compile(self, gen):
        inner = gen.inner(self.params, self.temps)
        self.compile_statements(inner)
        inner.emit(bc.RETURN_LOCAL)
        gen.emit_literal(inner.assemble("[]", len(self.params)))
        gen.emit(bc.MAKE_BLOCK)


class MethodNode(Node):
    def __init__(self, selector, params, temps, body, line):
        self.selector = selector
        self.params = params
        self.temps = temps
        self.body = body        # None: a primitive
        self.line = line


class ClassNode(Node):
    def __init__(self, name, superclass, fields, methods, class_methods, line):
        self.name = name
        self.superclass = superclass
        self.fields = fields
        self.methods = methods
        self.class_methods = class_methods
        self.line = line
