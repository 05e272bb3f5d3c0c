"""Bytecodes, and the generator that assembles a method."""

from .errors import ParseError

_NAMES = """
    PUSH_SMALL PUSH_LITERAL PUSH_LOCAL STORE_LOCAL PUSH_OUTER STORE_OUTER PUSH_FIELD STORE_FIELD PUSH_GLOBAL PUSH_SELF
    SEND SUPER_SEND POP DUP JUMP JUMP_TRUE JUMP_FALSE JUMP_BACK RETURN_LOCAL RETURN_NON_LOCAL MAKE_ARRAY MAKE_BLOCK
""".split()

for _i, _name in enumerate(_NAMES):
    globals()[_name] = _i

# Words behind the opcode.
ARGUMENTS = {}
for _name in _NAMES:
    ARGUMENTS[globals()[_name]] = 0
for _name in "PUSH_SMALL PUSH_LITERAL PUSH_LOCAL STORE_LOCAL PUSH_FIELD STORE_FIELD PUSH_GLOBAL MAKE_ARRAY".split():
    ARGUMENTS[globals()[_name]] = 1
for _name in "JUMP JUMP_TRUE JUMP_FALSE JUMP_BACK".split():
    ARGUMENTS[globals()[_name]] = 1
for _name in "PUSH_OUTER STORE_OUTER SEND SUPER_SEND".split():
    ARGUMENTS[globals()[_name]] = 2

ARGUMENT_TABLE = [ARGUMENTS[i] for i in range(len(_NAMES))]


class Generator(object):
    def __init__(self, universe, holder, outer, names):
        self.universe = universe
        self.holder = holder
        self.outer = outer
        self.names = names
        self.code = []
        self.literals = []

    def inner(self, params, temps):
        return Generator(self.universe, self.holder, self, params + temps)

    def position(self):
        return len(self.code)

    def emit(self, op):
        self.code.append(op)

    def emit1(self, op, a):
        self.code.append(op)
        self.code.append(a)

    def emit2(self, op, a, b):
        self.emit1(op, a)
        self.code.append(b)

    def literal_index(self, value):
        for i in range(len(self.literals)):
            if self.literals[i] is value:
                return i
        self.literals.append(value)
        return len(self.literals) - 1

    def emit_literal(self, value):
        self.emit1(PUSH_LITERAL, self.literal_index(value))

    def emit_send(self, selector, nargs, to_super):
        index = self.literal_index(self.universe.symbol(selector))
        self.emit2(SUPER_SEND if to_super else SEND, index, nargs)

    def emit_return(self):
        self.emit(RETURN_LOCAL if self.outer is None else RETURN_NON_LOCAL)

    def jump(self, op):
        self.emit1(op, -1)
        return len(self.code) - 1

    def jump_back(self, target):
        self.emit1(JUMP_BACK, target)

    def patch(self, at):
        self.code[at] = len(self.code)

    def find(self, name):
        """(depth, index) of a variable; depth -1 if there is none."""
        gen = self
        depth = 0
        while gen is not None:
            for i in range(len(gen.names)):
                if gen.names[i] == name:
                    return depth, i
            gen = gen.outer
            depth += 1
        return -1, 0

    def load(self, name, line):
        if name == "self" or name == "super":
            self.emit(PUSH_SELF)
            return
        depth, index = self.find(name)
        if depth == 0:
            self.emit1(PUSH_LOCAL, index)
        elif depth > 0:
            self.emit2(PUSH_OUTER, depth, index)
        elif self.holder.field_index(name) >= 0:
            self.emit1(PUSH_FIELD, self.holder.field_index(name))
        else:
            self.emit1(PUSH_GLOBAL, self.literal_index(self.universe.symbol(name)))

    def store(self, name, line):
        depth, index = self.find(name)
        if depth == 0:
            self.emit1(STORE_LOCAL, index)
        elif depth > 0:
            self.emit2(STORE_OUTER, depth, index)
        elif self.holder.field_index(name) >= 0:
            self.emit1(STORE_FIELD, self.holder.field_index(name))
        else:
            raise ParseError("unknown variable " + name, line)

    def assemble(self, name, nparams):
        from .objects import Method
        return Method(name, self.holder, nparams, len(self.names), self.code[:], self.literals[:])
