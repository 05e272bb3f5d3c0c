"""What the compiler makes of a function."""
from lua.opcodes import NAMES, a_of, b_of, c_of, op_of
from lua.table import FieldCache


class GlobalRef(object):
    """A global variable at its place in a program; the cell is looked up once."""
    _immutable_fields_ = ['w_name', 'cell', 'cache']

    def __init__(self, w_name, cell):
        self.w_name = w_name
        self.cell = cell
        self.cache = FieldCache(w_name)


class UpvalueDesc(object):
    _immutable_fields_ = ['name', 'index', 'kind']

    OUTER = 0                                   # upvalue `index` of the function that makes the closure
    REGISTER = 1                                # its register (a value or a cell)
    ITSELF = 2                                  # the closure that is being made

    def __init__(self, name, kind, index):
        self.name = name
        self.kind = kind
        self.index = index


class Proto(object):
    _immutable_fields_ = ['code[*]', 'consts[*]', 'caches[*]', 'globals[*]', 'protos[*]', 'upvalues[*]', 'lines[*]', 'nparams',
                          'is_vararg', 'nregs', 'name', 'chunkname', 'line', 'w_env', 'has_tbc']

    def __init__(self, code, consts, caches, globals, protos, upvalues, lines, names, nparams, is_vararg, nregs, name, chunkname,
                 line, w_env, has_tbc):
        self.code = code
        self.consts = consts
        self.caches = caches
        self.globals = globals
        self.protos = protos
        self.upvalues = upvalues
        self.lines = lines
        self.names = names                      # of operands, for messages: instruction * 4 + operand
        self.nparams = nparams
        self.is_vararg = is_vararg
        self.nregs = nregs
        self.name = name
        self.chunkname = chunkname
        self.line = line
        self.w_env = w_env
        self.has_tbc = has_tbc

    def where(self, pc):
        """The position of an instruction, for messages."""
        return "%s:%d:" % (self.chunkname, self.lines[pc])

    def listing(self):
        """The instructions, for the curious."""
        lines = ["function <%s:%d> %s, %d registers" % (self.chunkname, self.line, self.name, self.nregs)]
        for pc in range(len(self.code)):
            inst = self.code[pc]
            lines.append("%4d  [%d] %-10s %d %d %d" % (pc, self.lines[pc], NAMES[op_of(inst)], a_of(inst), b_of(inst), c_of(inst)))
        for proto in self.protos:
            lines.append(proto.listing())
        return "\n".join(lines)
