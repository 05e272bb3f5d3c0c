# jit: yes
"""An interpreter for a subset of WebAssembly. An assembler for a small text format makes real binary modules; the decoder
validates and reads them, structured control flow is resolved to jumps, and a register-less stack machine runs them."""

from rpython.rlib.rarithmetic import r_uint, intmask
from rpython.rlib.objectmodel import specialize, we_are_translated
from rpython.rlib.unroll import unrolling_iterable
from rpython.rlib import jit


class WasmError(Exception):
    def __init__(self, message):
        self.message = message


class Trap(WasmError):
    pass


class DecodeError(WasmError):
    def __init__(self, message, offset):
        WasmError.__init__(self, message)
        self.offset = offset


MASK32 = 0xFFFFFFFF
PAGE = 4096       # smaller than the real one, to keep the tests small


def to_i32(x):
    """The low 32 bits as a signed number."""
    x = x & MASK32
    if x & 0x80000000:
        x -= 1 << 32
    return x


# ____________________________________________________________ opcodes

OPCODES = [
    # name, code, immediate: '' none, 'b' block type, 'l' label, 'i' index, 's' signed number, 'm' memory, 't' table of labels
    ("unreachable", 0x00, ""), ("nop", 0x01, ""), ("block", 0x02, "b"), ("loop", 0x03, "b"), ("if", 0x04, "b"),
    ("else", 0x05, ""), ("end", 0x0B, ""), ("br", 0x0C, "l"), ("br_if", 0x0D, "l"), ("br_table", 0x0E, "t"),
    ("return", 0x0F, ""), ("call", 0x10, "i"), ("call_indirect", 0x11, "i"), ("drop", 0x1A, ""), ("select", 0x1B, ""),
    ("local.get", 0x20, "i"), ("local.set", 0x21, "i"), ("local.tee", 0x22, "i"),
    ("global.get", 0x23, "i"), ("global.set", 0x24, "i"),
    ("i32.load", 0x28, "m"), ("i32.load8_s", 0x2C, "m"), ("i32.load8_u", 0x2D, "m"),
    ("i32.store", 0x36, "m"), ("i32.store8", 0x3A, "m"), ("memory.size", 0x3F, "i"), ("memory.grow", 0x40, "i"),
    ("i32.const", 0x41, "s"), ("i32.eqz", 0x45, ""), ("i32.eq", 0x46, ""), ("i32.ne", 0x47, ""),
    ("i32.lt_s", 0x48, ""), ("i32.lt_u", 0x49, ""), ("i32.gt_s", 0x4A, ""), ("i32.gt_u", 0x4B, ""),
    ("i32.le_s", 0x4C, ""), ("i32.le_u", 0x4D, ""), ("i32.ge_s", 0x4E, ""), ("i32.ge_u", 0x4F, ""),
    ("i32.clz", 0x67, ""), ("i32.ctz", 0x68, ""), ("i32.popcnt", 0x69, ""),
    ("i32.add", 0x6A, ""), ("i32.sub", 0x6B, ""), ("i32.mul", 0x6C, ""), ("i32.div_s", 0x6D, ""),
    ("i32.div_u", 0x6E, ""), ("i32.rem_s", 0x6F, ""), ("i32.rem_u", 0x70, ""), ("i32.and", 0x71, ""),
    ("i32.or", 0x72, ""), ("i32.xor", 0x73, ""), ("i32.shl", 0x74, ""), ("i32.shr_s", 0x75, ""),
    ("i32.shr_u", 0x76, ""), ("i32.rotl", 0x77, ""), ("i32.rotr", 0x78, ""),
]

CODE_OF = {}
NAME_OF = {}
IMMEDIATE_OF = {}
for _name, _code, _imm in OPCODES:
    CODE_OF[_name] = _code
    NAME_OF[_code] = _name
    IMMEDIATE_OF[_code] = _imm
    globals()["OP_" + _name.upper().replace(".", "_")] = _code

I32 = 0x7F
EMPTY = 0x40


# ____________________________________________________________ assembler


def leb_u(n):
    out = []
    while True:
        b = n & 0x7F
        n >>= 7
        if n:
            out.append(chr(b | 0x80))
        else:
            out.append(chr(b))
            return "".join(out)


def leb_s(n):
    out = []
    while True:
        b = n & 0x7F
        n >>= 7
        if (n == 0 and not b & 0x40) or (n == -1 and b & 0x40):
            out.append(chr(b))
            return "".join(out)
        out.append(chr(b | 0x80))


class Assembler(object):
    """Lines like `func fact i32 -> i32`, `local x`, instructions, `end`."""

    def __init__(self, text):
        self.lines = []
        for line in text.split("\n"):
            comment = line.find(";")
            if comment >= 0:
                line = line[:comment]
            words = [w for w in line.strip().split(" ") if w]
            if words:
                self.lines.append(words)
        self.types = []
        self.funcs = []
        self.func_index = {}
        self.imports = []
        self.globals = []
        self.global_index = {}
        self.exports = []
        self.table = []
        self.data = []
        self.memory = -1

    def type_index(self, params, results):
        key = (params, results)
        for i in range(len(self.types)):
            if self.types[i] == key:
                return i
        self.types.append(key)
        return len(self.types) - 1

    def scan(self):
        """First pass: names of functions and globals."""
        for words in self.lines:
            if words[0] == "import":
                self.func_index[words[1]] = len(self.func_index)
                self.imports.append((words[1], self.type_index(int(words[2]), int(words[3]))))
        for words in self.lines:
            if words[0] == "func":
                self.func_index[words[1]] = len(self.func_index)
            elif words[0] == "global":
                self.global_index[words[1]] = len(self.globals)
                self.globals.append(int(words[2]))
            elif words[0] == "memory":
                self.memory = int(words[1])
            elif words[0] == "export":
                self.exports.append(words[1])
            elif words[0] == "data":
                self.data.append((int(words[1]), " ".join(words[2:]).replace("\\n", "\n")))
        for words in self.lines:
            if words[0] == "table":
                for name in words[1:]:
                    self.table.append(self.func_index[name])

    def assemble(self):
        self.scan()
        bodies = []
        types = []
        i = 0
        while i < len(self.lines):
            words = self.lines[i]
            i += 1
            if words[0] != "func":
                continue
            locals = {}
            for w in words[3:]:
                locals[w] = len(locals)
            nparams = len(locals)
            types.append(self.type_index(nparams, int(words[2])))
            code = []
            labels = []
            while True:
                words = self.lines[i]
                i += 1
                if words[0] == "local":
                    for w in words[1:]:
                        locals[w] = len(locals)
                    continue
                self.instruction(words, locals, labels, code)
                if words[0] == "end":
                    if not labels:
                        break
                    labels.pop()
            extra = len(locals) - nparams
            head = leb_u(0) if extra == 0 else leb_u(1) + leb_u(extra) + chr(I32)
            body = head + "".join(code)
            bodies.append(leb_u(len(body)) + body)
        return self.module(types, bodies)

    def instruction(self, words, locals, labels, code):
        name = words[0]
        if name not in CODE_OF:
            raise WasmError("assembler: unknown instruction " + name)
        op = CODE_OF[name]
        code.append(chr(op))
        imm = IMMEDIATE_OF[op]
        if imm == "b":
            labels.append(words[1] if len(words) > 1 else "")
            code.append(chr(I32) if len(words) > 2 else chr(EMPTY))
        elif imm == "l":
            code.append(leb_u(self.label(words[1], labels)))
        elif imm == "t":
            code.append(leb_u(len(words) - 2))
            for w in words[1:]:
                code.append(leb_u(self.label(w, labels)))
        elif imm == "s":
            code.append(leb_s(int(words[1])))
        elif imm == "m":
            code.append(leb_u(2) + leb_u(int(words[1]) if len(words) > 1 else 0))
        elif imm == "i":
            if name.startswith("local."):
                code.append(leb_u(locals[words[1]]))
            elif name.startswith("global."):
                code.append(leb_u(self.global_index[words[1]]))
            elif name == "call":
                code.append(leb_u(self.func_index[words[1]]))
            elif name == "call_indirect":
                code.append(leb_u(self.type_index(int(words[1]), int(words[2]))) + leb_u(0))
            else:
                code.append(leb_u(0))

    def label(self, name, labels):
        for depth in range(len(labels)):
            if labels[len(labels) - 1 - depth] == name:
                return depth
        if name == "func":
            return len(labels)
        raise WasmError("assembler: unknown label " + name)

    def section(self, number, items):
        if not items:
            return ""
        body = leb_u(len(items)) + "".join(items)
        return chr(number) + leb_u(len(body)) + body

    def name(self, text):
        return leb_u(len(text)) + text

    def module(self, types, bodies):
        out = ["\0asm", "\x01\0\0\0"]
        rows = []
        for params, results in self.types:
            rows.append(chr(0x60) + leb_u(params) + chr(I32) * params + leb_u(results) + chr(I32) * results)
        out.append(self.section(1, rows))
        rows = [self.name("env") + self.name(name) + chr(0) + leb_u(t) for name, t in self.imports]
        out.append(self.section(2, rows))
        out.append(self.section(3, [leb_u(t) for t in types]))
        if self.table:
            out.append(self.section(4, [chr(0x70) + chr(0) + leb_u(len(self.table))]))
        if self.memory >= 0:
            out.append(self.section(5, [chr(0) + leb_u(self.memory)]))
        rows = [chr(I32) + chr(1) + chr(0x41) + leb_s(g) + chr(0x0B) for g in self.globals]
        out.append(self.section(6, rows))
        rows = [self.name(e) + chr(0) + leb_u(self.func_index[e]) for e in self.exports]
        out.append(self.section(7, rows))
        if self.table:
            elements = leb_u(len(self.table)) + "".join([leb_u(f) for f in self.table])
            out.append(self.section(9, [chr(0) + chr(0x41) + leb_s(0) + chr(0x0B) + elements]))
        out.append(self.section(10, bodies))
        rows = [chr(0) + chr(0x41) + leb_s(at) + chr(0x0B) + self.name(text) for at, text in self.data]
        out.append(self.section(11, rows))
        return "".join(out)


# ____________________________________________________________ decoder


class FuncType(object):
    _immutable_ = True

    def __init__(self, nparams, nresults):
        self.nparams = nparams
        self.nresults = nresults

    def same(self, other):
        return self.nparams == other.nparams and self.nresults == other.nresults


class Reader(object):
    def __init__(self, data, pos, end):
        self.data = data
        self.pos = pos
        self.end = end

    def error(self, message):
        return DecodeError(message, self.pos)

    def byte(self):
        if self.pos >= self.end:
            raise self.error("unexpected end")
        c = ord(self.data[self.pos])
        self.pos += 1
        return c

    def u32(self):
        result = 0
        shift = 0
        while True:
            b = self.byte()
            result |= (b & 0x7F) << shift
            shift += 7
            if not b & 0x80:
                return result
            if shift > 35:
                raise self.error("integer too long")

    def s32(self):
        result = 0
        shift = 0
        while True:
            b = self.byte()
            result |= (b & 0x7F) << shift
            shift += 7
            if not b & 0x80:
                if b & 0x40:
                    result |= -1 << shift
                return to_i32(result)
            if shift > 35:
                raise self.error("integer too long")

    def name(self):
        n = self.u32()
        start = self.pos
        if start + n > self.end:
            raise self.error("name too long")
        self.pos += n
        assert start >= 0
        stop = self.pos
        assert stop >= 0
        return self.data[start:stop]

    def constant(self):
        if self.byte() != OP_I32_CONST:
            raise self.error("constant expected")
        n = self.s32()
        if self.byte() != OP_END:
            raise self.error("constant expression too long")
        return n


class Function(object):
    _immutable_fields_ = ["type", "nlocals", "code[*]", "host", "name", "max_stack"]

    def __init__(self, name, type, nlocals, code, host, max_stack):
        self.name = name
        self.type = type
        self.nlocals = nlocals
        self.code = code            # pairs: opcode, argument, and for jumps a third word
        self.host = host
        self.max_stack = max_stack


class Block(object):
    """Of the validator: a structured instruction that is open."""

    def __init__(self, op, arity, height, start):
        self.op = op
        self.arity = arity
        self.height = height
        self.start = start          # of a loop
        self.patches = []           # jumps to the end
        self.else_patch = -1
        self.unreachable = False


JUMP, JUMP_IF, JUMP_UNLESS, JUMP_TABLE = 0x100, 0x101, 0x102, 0x103


class Compiler(object):
    """One body: checks the stack, turns blocks into jumps. A jump that leaves values has arity and height packed in."""

    def __init__(self, module, reader, type, nlocals):
        self.module = module
        self.reader = reader
        self.type = type
        self.nlocals = nlocals
        self.code = []
        self.blocks = [Block(OP_BLOCK, type.nresults, 0, 0)]
        self.height = 0
        self.max_height = 0

    def push(self, n):
        self.height += n
        if self.height > self.max_height:
            self.max_height = self.height

    def pop(self, n):
        block = self.blocks[len(self.blocks) - 1]
        if block.unreachable:
            self.height = max(self.height - n, block.height)
            return
        if self.height - n < block.height:
            raise self.reader.error("stack underflow")
        self.height -= n

    def emit(self, op, a, b):
        self.code.append(op)
        self.code.append(a)
        self.code.append(b)
        return len(self.code) - 3

    def dead(self):
        block = self.blocks[len(self.blocks) - 1]
        block.unreachable = True
        self.height = block.height

    def branch(self, op, depth):
        if depth >= len(self.blocks):
            raise self.reader.error("unknown label")
        block = self.blocks[len(self.blocks) - 1 - depth]
        arity = 0 if block.op == OP_LOOP else block.arity
        self.pop(arity)
        self.push(arity)
        at = self.emit(op, block.start, block.height << 1 | arity)
        if block.op != OP_LOOP:
            block.patches.append(at)
        return arity

    def compile(self):
        while True:
            op = self.reader.byte()
            if op not in NAME_OF:
                raise self.reader.error("unknown opcode %d" % op)
            if self.instruction(op):
                break
        return self.code[:]

    def instruction(self, op):
        if op == OP_BLOCK or op == OP_LOOP or op == OP_IF:
            kind = self.reader.byte()
            arity = 1 if kind == I32 else 0
            if op == OP_IF:
                self.pop(1)
            block = Block(op, arity, self.height, len(self.code))
            if op == OP_IF:
                block.else_patch = self.emit(JUMP_UNLESS, 0, self.height << 1)
            self.blocks.append(block)
        elif op == OP_ELSE:
            block = self.blocks[len(self.blocks) - 1]
            if block.op != OP_IF or block.else_patch < 0:
                raise self.reader.error("else without if")
            self.check_end(block)
            block.patches.append(self.emit(JUMP, 0, block.height << 1 | block.arity))
            self.code[block.else_patch + 1] = len(self.code)
            block.else_patch = -1
            self.height = block.height
            block.unreachable = False
        elif op == OP_END:
            block = self.blocks.pop()
            self.blocks.append(block)
            self.check_end(block)
            self.blocks.pop()
            if block.else_patch >= 0:
                if block.arity:
                    raise self.reader.error("if with a result needs an else")
                self.code[block.else_patch + 1] = len(self.code)
            for at in block.patches:
                self.code[at + 1] = len(self.code)
            self.height = block.height
            self.push(block.arity)
            if not self.blocks:
                self.emit(OP_RETURN, 0, 0)
                return True
        elif op == OP_BR:
            self.branch(JUMP, self.reader.u32())
            self.dead()
        elif op == OP_BR_IF:
            self.pop(1)
            self.branch(JUMP_IF, self.reader.u32())
        elif op == OP_BR_TABLE:
            self.pop(1)
            n = self.reader.u32()
            self.emit(JUMP_TABLE, n, 0)
            for i in range(n + 1):
                self.branch(JUMP, self.reader.u32())
            self.dead()
        elif op == OP_RETURN:
            self.pop(self.type.nresults)
            self.emit(op, 0, 0)
            self.dead()
        elif op == OP_UNREACHABLE:
            self.emit(op, 0, 0)
            self.dead()
        elif op == OP_CALL:
            f = self.reader.u32()
            if f >= len(self.module.function_types):
                raise self.reader.error("unknown function %d" % f)
            t = self.module.function_types[f]
            self.pop(t.nparams)
            self.push(t.nresults)
            self.emit(op, f, 0)
        elif op == OP_CALL_INDIRECT:
            t = self.module.types[self.reader.u32()]
            self.reader.byte()
            self.pop(1 + t.nparams)
            self.push(t.nresults)
            self.emit(op, self.module.type_number(t), 0)
        elif op == OP_I32_CONST:
            self.push(1)
            self.emit(op, self.reader.s32(), 0)
        elif IMMEDIATE_OF[op] == "m":
            self.reader.u32()
            offset = self.reader.u32()
            store = op == OP_I32_STORE or op == OP_I32_STORE8
            self.pop(2 if store else 1)
            if not store:
                self.push(1)
            self.emit(op, offset, 0)
        elif IMMEDIATE_OF[op] == "i":
            i = self.reader.u32()
            if op == OP_LOCAL_GET or op == OP_LOCAL_SET or op == OP_LOCAL_TEE:
                if i >= self.nlocals:
                    raise self.reader.error("unknown local %d" % i)
            if op == OP_GLOBAL_GET or op == OP_GLOBAL_SET:
                if i >= len(self.module.globals):
                    raise self.reader.error("unknown global %d" % i)
            if op == OP_LOCAL_GET or op == OP_GLOBAL_GET or op == OP_MEMORY_SIZE:
                self.push(1)
            elif op == OP_LOCAL_TEE or op == OP_MEMORY_GROW:
                self.pop(1)
                self.push(1)
            else:
                self.pop(1)
            self.emit(op, i, 0)
        elif op == OP_NOP:
            pass
        elif op == OP_DROP:
            self.pop(1)
            self.emit(op, 0, 0)
        elif op == OP_SELECT:
            self.pop(3)
            self.push(1)
            self.emit(op, 0, 0)
        else:
            unary = op == OP_I32_EQZ or op == OP_I32_CLZ or op == OP_I32_CTZ or op == OP_I32_POPCNT
            self.pop(1 if unary else 2)
            self.push(1)
            self.emit(op, 0, 0)
        return False

    def check_end(self, block):
        if not block.unreachable and self.height != block.height + block.arity:
            raise self.reader.error("%d values at the end of a block, %d expected" % (
                self.height - block.height, block.arity))


class Module(object):
    def __init__(self, hosts):
        self.hosts = hosts
        self.types = []
        self.function_types = []
        self.functions = []
        self.globals = []
        self.exports = {}
        self.table = []
        self.memory = Memory(0)
        self.nimports = 0

    def type_number(self, t):
        for i in range(len(self.types)):
            if self.types[i].same(t):
                return i
        return -1

    def decode(self, data):
        r = Reader(data, 0, len(data))
        if data[:4] != "\0asm":
            raise r.error("not a module")
        r.pos = 8
        while r.pos < r.end:
            number = r.byte()
            size = r.u32()
            stop = r.pos + size
            if stop > len(data):
                raise r.error("section too long")
            section = Reader(data, r.pos, stop)
            count = section.u32()
            for i in range(count):
                self.entry(number, section, i)
            if section.pos != stop:
                raise section.error("section %d has the wrong size" % number)
            r.pos = stop
        return self

    def entry(self, number, r, i):
        if number == 1:
            if r.byte() != 0x60:
                raise r.error("function type expected")
            nparams = r.u32()
            for k in range(nparams):
                r.byte()
            nresults = r.u32()
            for k in range(nresults):
                r.byte()
            self.types.append(FuncType(nparams, nresults))
        elif number == 2:
            r.name()
            name = r.name()
            r.byte()
            t = self.types[r.u32()]
            if name not in self.hosts:
                raise r.error("unknown import " + name)
            self.function_types.append(t)
            self.functions.append(Function(name, t, t.nparams, None, self.hosts[name], 0))
            self.nimports += 1
        elif number == 3:
            self.function_types.append(self.types[r.u32()])
        elif number == 4:
            r.byte()
            r.byte()
            self.table = [-1] * r.u32()
        elif number == 5:
            r.byte()
            self.memory = Memory(r.u32())
        elif number == 6:
            r.byte()
            r.byte()
            self.globals.append(r.constant())
        elif number == 7:
            name = r.name()
            r.byte()
            self.exports[name] = r.u32()
        elif number == 9:
            r.u32()
            at = r.constant()
            for k in range(r.u32()):
                self.table[at + k] = r.u32()
        elif number == 10:
            size = r.u32()
            stop = r.pos + size
            body = Reader(r.data, r.pos, stop)
            t = self.function_types[self.nimports + i]
            nlocals = t.nparams
            for k in range(body.u32()):
                nlocals += body.u32()
                body.byte()
            c = Compiler(self, body, t, nlocals)
            code = c.compile()
            self.functions.append(Function("f%d" % (self.nimports + i), t, nlocals, code, None, c.max_height))
            if body.pos != stop:
                raise body.error("body has the wrong size")
            r.pos = stop
        elif number == 11:
            r.byte()
            at = r.constant()
            text = r.name()
            for k in range(len(text)):
                self.memory.store8(at + k, ord(text[k]))
        else:
            raise r.error("unknown section %d" % number)


# ____________________________________________________________ execution


class Memory(object):
    def __init__(self, pages):
        self.pages = pages
        self.cells = [0] * (pages * PAGE)

    def check(self, addr, n):
        if addr < 0 or addr + n > len(self.cells):
            raise Trap("out of bounds memory access at %d" % addr)

    def load8(self, addr):
        self.check(addr, 1)
        return self.cells[addr]

    def store8(self, addr, v):
        self.check(addr, 1)
        self.cells[addr] = v & 0xFF

    def load32(self, addr):
        self.check(addr, 4)
        c = self.cells
        return to_i32(c[addr] | c[addr + 1] << 8 | c[addr + 2] << 16 | c[addr + 3] << 24)

    def store32(self, addr, v):
        self.check(addr, 4)
        for i in range(4):
            self.cells[addr + i] = v >> (8 * i) & 0xFF

    def grow(self, pages):
        old = self.pages
        if pages < 0 or old + pages > 64:
            return -1
        self.pages += pages
        self.cells = self.cells + [0] * (pages * PAGE)
        return old


class HostFunction(object):
    def call(self, vm, args):
        raise NotImplementedError


class Print(HostFunction):
    def call(self, vm, args):
        vm.out.append(str(args[0]))
        return 0


class PutChar(HostFunction):
    def call(self, vm, args):
        vm.text.append(chr(args[0] & 0xFF))
        return 0


def binary_functions():
    def add(a, b): return to_i32(a + b)
    def sub(a, b): return to_i32(a - b)
    def mul(a, b): return to_i32(a * b)
    def div_s(a, b):
        if b == 0:
            raise Trap("integer divide by zero")
        if a == -0x80000000 and b == -1:
            raise Trap("integer overflow")
        q = abs(a) // abs(b)
        return q if (a < 0) == (b < 0) else -q
    def rem_s(a, b):
        if b == 0:
            raise Trap("integer divide by zero")
        r = abs(a) % abs(b)
        return -r if a < 0 else r
    def div_u(a, b):
        if b == 0:
            raise Trap("integer divide by zero")
        return to_i32((a & MASK32) // (b & MASK32))
    def rem_u(a, b):
        if b == 0:
            raise Trap("integer divide by zero")
        return to_i32((a & MASK32) % (b & MASK32))
    def rotl(a, b):
        b = b & 31
        a = a & MASK32
        return to_i32(a << b | a >> (32 - b))
    return [
        ("i32.add", add), ("i32.sub", sub), ("i32.mul", mul), ("i32.div_s", div_s), ("i32.rem_s", rem_s),
        ("i32.div_u", div_u), ("i32.rem_u", rem_u), ("i32.rotl", rotl),
        ("i32.rotr", lambda a, b: rotl(a, 32 - (b & 31))),
        ("i32.and", lambda a, b: a & b), ("i32.or", lambda a, b: a | b), ("i32.xor", lambda a, b: a ^ b),
        ("i32.shl", lambda a, b: to_i32(a << (b & 31))), ("i32.shr_s", lambda a, b: a >> (b & 31)),
        ("i32.shr_u", lambda a, b: to_i32((a & MASK32) >> (b & 31))),
        ("i32.eq", lambda a, b: int(a == b)), ("i32.ne", lambda a, b: int(a != b)),
        ("i32.lt_s", lambda a, b: int(a < b)), ("i32.gt_s", lambda a, b: int(a > b)),
        ("i32.le_s", lambda a, b: int(a <= b)), ("i32.ge_s", lambda a, b: int(a >= b)),
        ("i32.lt_u", lambda a, b: int(a & MASK32 < b & MASK32)),
        ("i32.gt_u", lambda a, b: int(a & MASK32 > b & MASK32)),
        ("i32.le_u", lambda a, b: int(a & MASK32 <= b & MASK32)),
        ("i32.ge_u", lambda a, b: int(a & MASK32 >= b & MASK32)),
    ]


BINARY = unrolling_iterable([(CODE_OF[name], f) for name, f in binary_functions()])


def count_leading(x):
    n = 0
    while n < 32 and not x & (0x80000000 >> n):
        n += 1
    return n


def count_trailing(x):
    n = 0
    while n < 32 and not x >> n & 1:
        n += 1
    return n


def count_ones(x):
    n = 0
    while x:
        x &= x - 1
        n += 1
    return n


def get_location(pc, function):
    return "%s:%d" % (function.name, pc)


driver = jit.JitDriver(greens=["pc", "function"], reds=["sp", "frame", "vm"], get_printable_location=get_location)


class VM(object):
    def __init__(self, module):
        self.module = module
        self.out = []
        self.text = []
        self.depth = 0
        self.executed = 0

    def invoke(self, name, args):
        if name not in self.module.exports:
            raise WasmError("no export " + name)
        f = self.module.functions[self.module.exports[name]]
        if len(args) != f.type.nparams:
            raise WasmError("%s takes %d arguments" % (name, f.type.nparams))
        return self.call(f, args)

    def call(self, f, args):
        if f.host is not None:
            return f.host.call(self, args)
        if self.depth >= 200:
            raise Trap("call stack exhausted")
        self.depth += 1
        frame = [0] * (f.nlocals + f.max_stack + 1)
        for i in range(len(args)):
            frame[i] = args[i]
        try:
            return self.run(f, frame)
        finally:
            self.depth -= 1

    def run(self, function, frame):
        """The operand stack lives behind the locals."""
        vm = self
        sp = function.nlocals
        pc = 0
        while True:
            driver.jit_merge_point(pc=pc, function=function, sp=sp, frame=frame, vm=vm)
            op = function.code[pc]
            a = function.code[pc + 1]
            vm.executed += 1
            if op == OP_LOCAL_GET:
                frame[sp] = frame[a]
                sp += 1
            elif op == OP_I32_CONST:
                frame[sp] = a
                sp += 1
            elif op == OP_LOCAL_SET:
                sp -= 1
                frame[a] = frame[sp]
            elif op == OP_LOCAL_TEE:
                frame[a] = frame[sp - 1]
            elif op == OP_GLOBAL_GET:
                frame[sp] = vm.module.globals[a]
                sp += 1
            elif op == OP_GLOBAL_SET:
                sp -= 1
                vm.module.globals[a] = frame[sp]
            elif op == JUMP or op == JUMP_IF or op == JUMP_UNLESS:
                taken = True
                if op != JUMP:
                    sp -= 1
                    taken = (frame[sp] != 0) == (op == JUMP_IF)
                if taken:
                    shape = function.code[pc + 2]
                    base = function.nlocals + (shape >> 1)
                    if shape & 1 and op != JUMP_UNLESS:
                        frame[base] = frame[sp - 1]
                        sp = base + 1
                    elif op != JUMP_UNLESS:
                        sp = base
                    target = a
                    if target <= pc:
                        driver.can_enter_jit(pc=target, function=function, sp=sp, frame=frame, vm=vm)
                    pc = target
                    continue
            elif op == JUMP_TABLE:
                sp -= 1
                i = frame[sp]
                if i < 0 or i > a:
                    i = a
                pc += 3 * (i + 1)
                continue
            elif op == OP_RETURN:
                if function.type.nresults:
                    return frame[sp - 1]
                return 0
            elif op == OP_CALL or op == OP_CALL_INDIRECT:
                if op == OP_CALL:
                    callee = vm.module.functions[a]
                else:
                    sp -= 1
                    callee = vm.indirect(frame[sp], a)
                n = callee.type.nparams
                sp -= n
                args = [0] * n
                for i in range(n):
                    args[i] = frame[sp + i]
                result = vm.call(callee, args)
                if callee.type.nresults:
                    frame[sp] = result
                    sp += 1
            elif op == OP_DROP:
                sp -= 1
            elif op == OP_SELECT:
                sp -= 2
                if frame[sp + 1] == 0:
                    frame[sp - 1] = frame[sp]
            elif op == OP_UNREACHABLE:
                raise Trap("unreachable executed")
            elif op == OP_I32_LOAD:
                frame[sp - 1] = vm.module.memory.load32((frame[sp - 1] & MASK32) + a)
            elif op == OP_I32_LOAD8_U:
                frame[sp - 1] = vm.module.memory.load8((frame[sp - 1] & MASK32) + a)
            elif op == OP_I32_LOAD8_S:
                v = vm.module.memory.load8((frame[sp - 1] & MASK32) + a)
                frame[sp - 1] = v - 256 if v >= 128 else v
            elif op == OP_I32_STORE:
                sp -= 2
                vm.module.memory.store32((frame[sp] & MASK32) + a, frame[sp + 1])
            elif op == OP_I32_STORE8:
                sp -= 2
                vm.module.memory.store8((frame[sp] & MASK32) + a, frame[sp + 1])
            elif op == OP_MEMORY_SIZE:
                frame[sp] = vm.module.memory.pages
                sp += 1
            elif op == OP_MEMORY_GROW:
                frame[sp - 1] = vm.module.memory.grow(frame[sp - 1])
            elif op == OP_I32_EQZ:
                frame[sp - 1] = int(frame[sp - 1] == 0)
            elif op == OP_I32_CLZ:
                frame[sp - 1] = count_leading(frame[sp - 1] & MASK32)
            elif op == OP_I32_CTZ:
                frame[sp - 1] = count_trailing(frame[sp - 1] & MASK32)
            elif op == OP_I32_POPCNT:
                frame[sp - 1] = count_ones(frame[sp - 1] & MASK32)
            else:
                for code, f in BINARY:
                    if op == code:
                        sp -= 1
                        frame[sp - 1] = f(frame[sp - 1], frame[sp])
                        break
                else:
                    raise WasmError("opcode %d is not implemented" % op)
            pc += 3

    def indirect(self, index, type_number):
        table = self.module.table
        if index < 0 or index >= len(table):
            raise Trap("undefined element")
        f = self.module.functions[table[index]]
        if not f.type.same(self.module.types[type_number]):
            raise Trap("indirect call type mismatch")
        return f


# ____________________________________________________________ guest programs

PROGRAM = """
import print 1 0
import putchar 1 0
memory 1
global counter 10
table add2 mul2 square1 show
data 16 Hello, wasm!\\n
export fact
export fib
export gcd
export sieve
export hello
export collatz
export apply
export switch
export trap
export bits
export sort
export deep
export count
export grow
export crc

func fact 1 n
  local.get n
  i32.const 2
  i32.lt_s
  if res i32
    i32.const 1
  else
    local.get n
    local.get n
    i32.const 1
    i32.sub
    call fact
    i32.mul
  end
end
func fib 1 n
  local a b t
  i32.const 1
  local.set b
  block out
    loop again
      local.get n
      i32.eqz
      br_if out
      local.get a
      local.get b
      i32.add
      local.set t
      local.get b
      local.set a
      local.get t
      local.set b
      local.get n
      i32.const 1
      i32.sub
      local.set n
      br again
    end
  end
  local.get a
end
func gcd 1 a b
  local t
  loop again
    local.get b
    if then
      local.get a
      local.get b
      i32.rem_u
      local.set t
      local.get b
      local.set a
      local.get t
      local.set b
      br again
    end
  end
  local.get a
end
func sieve 1 n
  local i j count
  i32.const 2
  local.set i
  block done
    loop outer
      local.get i
      local.get n
      i32.ge_s
      br_if done
      local.get i
      i32.load8_u 256
      i32.eqz
      if prime
        local.get count
        i32.const 1
        i32.add
        local.set count
        local.get i
        local.get i
        i32.mul
        local.set j
        block crossed
          loop cross
            local.get j
            local.get n
            i32.ge_s
            br_if crossed
            local.get j
            i32.const 1
            i32.store8 256
            local.get j
            local.get i
            i32.add
            local.set j
            br cross
          end
        end
      end
      local.get i
      i32.const 1
      i32.add
      local.set i
      br outer
    end
  end
  local.get count
end
func hello 0
  local p c
  i32.const 16
  local.set p
  block done
    loop next
      local.get p
      i32.load8_u
      local.tee c
      i32.eqz
      br_if done
      local.get c
      call putchar
      local.get p
      i32.const 1
      i32.add
      local.set p
      br next
    end
  end
end
func collatz 1 n
  local steps
  block done
    loop again
      local.get n
      i32.const 1
      i32.eq
      br_if done
      local.get n
      i32.const 1
      i32.and
      if odd i32
        local.get n
        i32.const 3
        i32.mul
        i32.const 1
        i32.add
      else
        local.get n
        i32.const 1
        i32.shr_u
      end
      local.set n
      local.get steps
      i32.const 1
      i32.add
      local.set steps
      br again
    end
  end
  local.get steps
end
func add2 1 a b
  local.get a
  local.get b
  i32.add
end
func mul2 1 a b
  local.get a
  local.get b
  i32.mul
end
func square1 1 a
  local.get a
  local.get a
  i32.mul
end
func show 0 a
  local.get a
  call print
end
func apply 1 f a b
  local.get a
  local.get b
  local.get f
  call_indirect 2 1
end
func switch 1 n
  block default
    block two
      block one
        block zero
          local.get n
          br_table zero one two default
        end
        i32.const 100
        return
      end
      i32.const 101
      return
    end
    i32.const 102
    return
  end
  i32.const -1
end
func trap 1 how
  block c
    block b
      block a
        local.get how
        br_table a b c
      end
      unreachable
    end
    i32.const 1
    i32.const 0
    i32.div_s
    return
  end
  i32.const 100000
  i32.load
end
func bits 1 x
  local.get x
  i32.clz
  call print
  local.get x
  i32.ctz
  call print
  local.get x
  i32.popcnt
  call print
  local.get x
  i32.const 7
  i32.rotl
  call print
  local.get x
  i32.const 7
  i32.rotr
  call print
  local.get x
  i32.const 3
  i32.shr_s
  call print
  local.get x
  i32.const 3
  i32.shr_u
  call print
  local.get x
  i32.const 10
  i32.div_s
  call print
  local.get x
  i32.const 10
  i32.div_u
  call print
  local.get x
  i32.const -7
  i32.rem_s
  call print
  local.get x
  i32.const 0
  i32.lt_s
  local.get x
  i32.const 0
  i32.lt_u
  i32.xor
end
func swap 0 p q
  local t
  local.get p
  i32.load
  local.set t
  local.get p
  local.get q
  i32.load
  i32.store
  local.get q
  local.get t
  i32.store
end
func sort 1 n
  ; bubble sort of n words at 1024, filled by a generator
  local i j seed
  i32.const 12345
  local.set seed
  loop fill
    local.get seed
    i32.const 1103515245
    i32.mul
    i32.const 12345
    i32.add
    local.set seed
    local.get i
    i32.const 2
    i32.shl
    local.get seed
    i32.const 16
    i32.shr_s
    i32.store 1024
    local.get i
    i32.const 1
    i32.add
    local.tee i
    local.get n
    i32.lt_s
    br_if fill
  end
  loop outer
    i32.const 0
    local.set j
    loop inner
      local.get j
      i32.const 2
      i32.shl
      i32.load 1024
      local.get j
      i32.const 2
      i32.shl
      i32.load 1028
      i32.gt_s
      if bigger
        local.get j
        i32.const 2
        i32.shl
        i32.const 1024
        i32.add
        local.get j
        i32.const 2
        i32.shl
        i32.const 1028
        i32.add
        call swap
      end
      local.get j
      i32.const 1
      i32.add
      local.tee j
      local.get n
      i32.const 1
      i32.sub
      i32.lt_s
      br_if inner
    end
    local.get i
    i32.const 1
    i32.sub
    local.tee i
    br_if outer
  end
  i32.const 1024
  i32.load
  call print
  local.get n
  i32.const 2
  i32.shl
  i32.load 1020
end
func deep 1 n
  local.get n
  if more i32
    local.get n
    i32.const 1
    i32.sub
    call deep
    i32.const 1
    i32.add
  else
    i32.const 0
  end
end
func count 1
  global.get counter
  i32.const 5
  i32.add
  global.set counter
  global.get counter
end
func grow 1 n
  local.get n
  memory.grow
  call print
  memory.size
end
func crc 1 n
  local crc i k
  i32.const -1
  local.set crc
  loop bytes
    local.get crc
    local.get i
    i32.xor
    local.set crc
    i32.const 8
    local.set k
    loop bit
      local.get crc
      i32.const 1
      i32.shr_u
      local.get crc
      i32.const 1
      i32.shr_u
      i32.const -306674912
      i32.xor
      local.get crc
      i32.const 1
      i32.and
      i32.eqz
      select
      local.set crc
      local.get k
      i32.const 1
      i32.sub
      local.tee k
      br_if bit
    end
    local.get i
    i32.const 1
    i32.add
    local.tee i
    local.get n
    i32.lt_s
    br_if bytes
  end
  local.get crc
  i32.const -1
  i32.xor
end
"""

BAD = [
    ("underflow", "export f\nfunc f 1\n i32.add\nend\n"),
    ("missing result", "export f\nfunc f 1\n nop\nend\n"),
    ("too many", "export f\nfunc f 0\n i32.const 1\nend\n"),
    ("no else", "export f\nfunc f 1 a\n local.get a\n if x i32\n i32.const 1\n end\nend\n"),
    ("unknown import", "import nothing 0 0\n"),
    ("unknown label", "export f\nfunc f 0\n br nowhere\nend\n"),
    ("unknown instruction", "export f\nfunc f 0\n i64.add\nend\n"),
]

CALLS = [
    ("fact", [5]), ("fact", [12]), ("fact", [13]), ("fib", [10]), ("fib", [46]), ("fib", [47]), ("gcd", [48, 36]),
    ("gcd", [17, 5]), ("sieve", [1000]), ("hello", []), ("collatz", [27]), ("apply", [0, 6, 7]), ("apply", [1, 6, 7]),
    ("apply", [2, 6, 7]), ("apply", [9, 6, 7]), ("switch", [0]), ("switch", [1]), ("switch", [2]), ("switch", [77]),
    ("trap", [0]), ("trap", [1]), ("trap", [2]), ("bits", [40]), ("bits", [-40]), ("bits", [0]), ("sort", [20]),
    ("deep", [150]), ("deep", [1000]), ("count", []), ("count", []), ("grow", [1]), ("grow", [100]), ("crc", [64]),
    ("nothing", []), ("fact", []),
]


def hosts():
    return {"print": Print(), "putchar": PutChar()}


def entry_point(argv):
    binary = Assembler(PROGRAM).assemble()
    checksum = 0
    for c in binary:
        checksum = (checksum * 31 + ord(c)) & MASK32
    print("binary of %d bytes, checksum %d" % (len(binary), checksum))
    module = Module(hosts()).decode(binary)
    print("%d functions, %d types, %d globals" % (len(module.functions), len(module.types), len(module.globals)))
    vm = VM(module)
    for name, args in CALLS:
        vm.out = []
        before = vm.executed
        try:
            result = vm.invoke(name, args[:])
            line = "%s(%s) = %d" % (name, ", ".join([str(a) for a in args]), result)
            if vm.out:
                line += " printed " + " ".join(vm.out)
            print(line + " [%d]" % (vm.executed - before))
        except Trap as e:
            print("%s trapped: %s" % (name, e.message))
            vm.depth = 0
        except WasmError as e:
            print("error: " + e.message)
    print("".join(vm.text))
    for what, text in BAD:
        try:
            Module(hosts()).decode(Assembler(text).assemble())
            print(what + ": accepted")
        except DecodeError as e:
            print("%s: %s (at %d)" % (what, e.message, e.offset))
        except WasmError as e:
            print("%s: %s" % (what, e.message))
    for cut in range(0, len(binary), 97):
        try:
            Module(hosts()).decode(binary[:cut])
            print("%d: accepted" % cut)
        except DecodeError as e:
            print("%d: %s" % (cut, e.message))
    return 0


def target(driver, args):
    return entry_point
