# A simulator of a 32-bit RISC machine made from a description in text: at import time the description becomes decoders, an
# assembler, a disassembler and one execute function for each instruction, which is compiled from its semantics; a device
# page, traps, a small cache model, breakpoints.
import re

from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import intmask, r_uint
from rpython.rlib.unroll import unrolling_iterable


# ---------------------------------------------------------------- the description

FORMATS = '''
R  funct7:7 rs2:5 rs1:5 funct3:3 rd:5 opcode:7
I  imm:12 rs1:5 funct3:3 rd:5 opcode:7
S  immh:7 rs2:5 rs1:5 funct3:3 imml:5 opcode:7
B  immh:7 rs2:5 rs1:5 funct3:3 imml:5 opcode:7
U  imm:20 rd:5 opcode:7
J  imm:20 rd:5 opcode:7
'''

# name, format, fixed fields, syntax, semantics (x: registers, m: memory, all values 32 bits)
INSTRUCTIONS = '''
add   R opcode=0x33 funct3=0 funct7=0    | rd,rs1,rs2  | x[rd] = x[rs1] + x[rs2]
sub   R opcode=0x33 funct3=0 funct7=0x20 | rd,rs1,rs2  | x[rd] = x[rs1] - x[rs2]
sll   R opcode=0x33 funct3=1 funct7=0    | rd,rs1,rs2  | x[rd] = x[rs1] << (x[rs2] & 31)
slt   R opcode=0x33 funct3=2 funct7=0    | rd,rs1,rs2  | x[rd] = int(s(x[rs1]) < s(x[rs2]))
sltu  R opcode=0x33 funct3=3 funct7=0    | rd,rs1,rs2  | x[rd] = int(x[rs1] < x[rs2])
xor   R opcode=0x33 funct3=4 funct7=0    | rd,rs1,rs2  | x[rd] = x[rs1] ^ x[rs2]
srl   R opcode=0x33 funct3=5 funct7=0    | rd,rs1,rs2  | x[rd] = x[rs1] >> (x[rs2] & 31)
sra   R opcode=0x33 funct3=5 funct7=0x20 | rd,rs1,rs2  | x[rd] = s(x[rs1]) >> (x[rs2] & 31)
or    R opcode=0x33 funct3=6 funct7=0    | rd,rs1,rs2  | x[rd] = x[rs1] | x[rs2]
and   R opcode=0x33 funct3=7 funct7=0    | rd,rs1,rs2  | x[rd] = x[rs1] & x[rs2]
mul   R opcode=0x33 funct3=0 funct7=1    | rd,rs1,rs2  | x[rd] = low(x[rs1], x[rs2])
mulhu R opcode=0x33 funct3=3 funct7=1    | rd,rs1,rs2  | x[rd] = high(x[rs1], x[rs2])
div   R opcode=0x33 funct3=4 funct7=1    | rd,rs1,rs2  | x[rd] = divide(s(x[rs1]), s(x[rs2]))
divu  R opcode=0x33 funct3=5 funct7=1    | rd,rs1,rs2  | x[rd] = x[rs1] // x[rs2] if x[rs2] else 0xffffffff
rem   R opcode=0x33 funct3=6 funct7=1    | rd,rs1,rs2  | x[rd] = remainder(s(x[rs1]), s(x[rs2]))
remu  R opcode=0x33 funct3=7 funct7=1    | rd,rs1,rs2  | x[rd] = x[rs1] % x[rs2] if x[rs2] else x[rs1]
addi  I opcode=0x13 funct3=0             | rd,rs1,imm  | x[rd] = x[rs1] + imm
slti  I opcode=0x13 funct3=2             | rd,rs1,imm  | x[rd] = int(s(x[rs1]) < imm)
sltiu I opcode=0x13 funct3=3             | rd,rs1,imm  | x[rd] = int(x[rs1] < imm & 0xffffffff)
xori  I opcode=0x13 funct3=4             | rd,rs1,imm  | x[rd] = x[rs1] ^ imm
ori   I opcode=0x13 funct3=6             | rd,rs1,imm  | x[rd] = x[rs1] | imm
andi  I opcode=0x13 funct3=7             | rd,rs1,imm  | x[rd] = x[rs1] & imm
slli  R opcode=0x13 funct3=1 funct7=0    | rd,rs1,sh   | x[rd] = x[rs1] << sh
srli  R opcode=0x13 funct3=5 funct7=0    | rd,rs1,sh   | x[rd] = x[rs1] >> sh
srai  R opcode=0x13 funct3=5 funct7=0x20 | rd,rs1,sh   | x[rd] = s(x[rs1]) >> sh
lb    I opcode=0x03 funct3=0             | rd,imm(rs1) | x[rd] = s8(m.load(x[rs1] + imm, 1))
lh    I opcode=0x03 funct3=1             | rd,imm(rs1) | x[rd] = s16(m.load(x[rs1] + imm, 2))
lw    I opcode=0x03 funct3=2             | rd,imm(rs1) | x[rd] = m.load(x[rs1] + imm, 4)
lbu   I opcode=0x03 funct3=4             | rd,imm(rs1) | x[rd] = m.load(x[rs1] + imm, 1)
lhu   I opcode=0x03 funct3=5             | rd,imm(rs1) | x[rd] = m.load(x[rs1] + imm, 2)
sb    S opcode=0x23 funct3=0             | rs2,imm(rs1)| m.store(x[rs1] + imm, x[rs2], 1)
sh    S opcode=0x23 funct3=1             | rs2,imm(rs1)| m.store(x[rs1] + imm, x[rs2], 2)
sw    S opcode=0x23 funct3=2             | rs2,imm(rs1)| m.store(x[rs1] + imm, x[rs2], 4)
beq   B opcode=0x63 funct3=0             | rs1,rs2,imm | jump(imm) if x[rs1] == x[rs2]
bne   B opcode=0x63 funct3=1             | rs1,rs2,imm | jump(imm) if x[rs1] != x[rs2]
blt   B opcode=0x63 funct3=4             | rs1,rs2,imm | jump(imm) if s(x[rs1]) < s(x[rs2])
bge   B opcode=0x63 funct3=5             | rs1,rs2,imm | jump(imm) if s(x[rs1]) >= s(x[rs2])
bltu  B opcode=0x63 funct3=6             | rs1,rs2,imm | jump(imm) if x[rs1] < x[rs2]
bgeu  B opcode=0x63 funct3=7             | rs1,rs2,imm | jump(imm) if x[rs1] >= x[rs2]
lui   U opcode=0x37                      | rd,imm      | x[rd] = imm << 12
auipc U opcode=0x17                      | rd,imm      | x[rd] = pc + (imm << 12)
jal   J opcode=0x6f                      | rd,imm      | x[rd] = pc + 4; jump(imm)
jalr  I opcode=0x67 funct3=0             | rd,imm(rs1) | t = x[rs1] + imm; x[rd] = pc + 4; goto(t & ~1)
ecall I opcode=0x73 funct3=0 imm=0       |             | m.trap(8)
ebreak I opcode=0x73 funct3=0 imm=1      |             | m.trap(3)
csrr  I opcode=0x73 funct3=2             | rd,imm      | x[rd] = m.csr(imm)
'''

REGISTERS = ('zero ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6').split()


# ---------------------------------------------------------------- import time: from text to tables

class Field(object):
    def __init__(self, name, low, width):
        self.name = name
        self.low = low
        self.width = width
        self.mask = (1 << width) - 1

    def _freeze_(self):
        return True


def read_formats():
    formats = {}
    for line in FORMATS.strip().split('\n'):
        words = line.split()
        low = 32
        fields = {}
        for w in words[1:]:
            name, width = w.split(':')
            low -= int(width)
            fields[name] = Field(name, low, int(width))
        assert low == 0
        formats[words[0]] = fields
    return formats


def encode_imm(format, imm):
    """Fields of an immediate."""
    if format == 'I':
        return {'imm': imm & 0xfff}
    if format == 'S':
        return {'immh': imm >> 5 & 0x7f, 'imml': imm & 31}
    if format == 'B':
        return {'immh': (imm >> 12 & 1) << 6 | imm >> 5 & 0x3f, 'imml': (imm >> 1 & 15) << 1 | imm >> 11 & 1}
    if format == 'U':
        return {'imm': imm & 0xfffff}
    return {'imm': (imm >> 20 & 1) << 19 | (imm >> 1 & 0x3ff) << 9 | (imm >> 11 & 1) << 8 | imm >> 12 & 0xff}


IMMEDIATES = {
    'R': '0', 'I': 'sign(w >> 20, 12)', 'S': 'sign((w >> 25) << 5 | (w >> 7 & 31), 12)',
    'B': 'sign((w >> 31) << 12 | (w >> 7 & 1) << 11 | (w >> 25 & 0x3f) << 5 | (w >> 8 & 15) << 1, 13)',
    'U': 'w >> 12', 'J': 'sign((w >> 31) << 20 | (w >> 12 & 0xff) << 12 | (w >> 20 & 1) << 11 | (w >> 21 & 0x3ff) << 1, 21)'}


class Instruction(object):
    def __init__(self, name, format, fixed, syntax, semantics, fields):
        self.name = name
        self.format = format
        self.fixed = fixed
        self.syntax = syntax
        self.semantics = semantics
        self.mask = 0
        self.match = 0
        for field, value in fixed.items():
            f = fields[field]
            self.mask |= f.mask << f.low
            self.match |= value << f.low
        self.execute = self.compile()
        self.number = -1
        self.counted = 0

    def compile(self):
        """The semantics as a function of state and word."""
        body = []
        for statement in self.semantics.split(';'):
            statement = statement.strip()
            if statement.startswith('jump(imm) if '):
                body.append('if %s:' % statement[len('jump(imm) if '):])
                body.append('    state.next = pc + imm & 0xffffffff')
            elif statement.startswith('jump('):
                body.append('state.next = pc + imm & 0xffffffff')
            elif statement.startswith('goto('):
                body.append('state.next = (%s) & 0xffffffff' % statement[5:-1])
            elif statement.startswith('x[rd] = '):
                body.append('state.write(rd, %s)' % statement[8:])
            else:
                body.append(statement)
        text = 'def execute_%s(state, w):\n' % self.name
        used = ' '.join(body)
        for name, value in [('x', 'state.x'), ('m', 'state'), ('pc', 'state.pc'), ('rd', 'w >> 7 & 31'), ('rs1', 'w >> 15 & 31'),
                            ('rs2', 'w >> 20 & 31'), ('sh', 'w >> 20 & 31'), ('imm', IMMEDIATES[self.format])]:
            if re.search(r'\b%s\b' % name, used):
                text += '    %s = %s\n' % (name, value)
        text += ''.join('    %s\n' % line for line in body)
        exec(text, globals())
        return globals()['execute_' + self.name]


def read_instructions(formats):
    out = []
    for line in INSTRUCTIONS.strip().split('\n'):
        head, syntax, semantics = [p.strip() for p in line.split('|', 2)]
        words = head.split()
        fixed = dict((k, int(v, 0)) for k, v in [w.split('=') for w in words[2:]])
        i = Instruction(words[0], words[1], fixed, syntax, semantics, formats[words[1]])
        i.number = len(out)
        out.append(i)
    return out


# helpers of the semantics

def s(n):
    return n - (1 << 32) if n >> 31 else n


def s8(n):
    return n - 256 if n >> 7 else n


def s16(n):
    return n - 65536 if n >> 15 else n


@specialize.arg(1)
def sign(n, bits):
    return n - (1 << bits) if n >> (bits - 1) else n


def low(a, b):
    return intmask(r_uint(a) * r_uint(b) & r_uint(0xffffffff))


def high(a, b):
    return intmask((r_uint(a) * r_uint(b)) >> 32)


def divide(a, b):
    if b == 0:
        return -1
    q = abs(a) // abs(b)
    return -q if (a < 0) != (b < 0) else q


def remainder(a, b):
    if b == 0:
        return a
    return a - divide(a, b) * b


FIELDS = read_formats()
ALL = read_instructions(FIELDS)
BY_NAME = dict((i.name, i) for i in ALL)
UNROLLED = unrolling_iterable([(i.number, i.execute) for i in ALL])


class DecodeNode(object):
    """A decision: the bits to look at, and what comes then."""

    def __init__(self, low, mask):
        self.low = low
        self.mask = mask
        self.ways = {}
        self.instruction = -1


def build_decoder(instructions, seen):
    """A tree over the bits that tell the instructions apart."""
    node = DecodeNode(0, 0)
    if len(instructions) == 1:
        node.instruction = instructions[0].number
        return node
    common = ~seen & 0xffffffff
    for i in instructions:
        common &= i.mask
    assert common, [i.name for i in instructions]
    while common >> node.low & 1 == 0:
        node.low += 1
    width = 0
    while common >> (node.low + width) & 1:
        width += 1
    node.mask = (1 << width) - 1
    groups = {}
    for i in instructions:
        groups.setdefault(i.match >> node.low & node.mask, []).append(i)
    for key in sorted(groups):
        node.ways[key] = build_decoder(groups[key], seen | node.mask << node.low)
    return node


DECODER = build_decoder(ALL, 0)
MATCHES = [i.match for i in ALL]
MASKS = [i.mask for i in ALL]


def count_nodes(node):
    return 1 + sum(count_nodes(n) for n in node.ways.values())


DECODER_SIZE = count_nodes(DECODER)


# ---------------------------------------------------------------- the machine

class Trap(Exception):
    def __init__(self, cause, value):
        self.cause = cause
        self.value = value


class Stop(Exception):
    def __init__(self, code):
        self.code = code


MEMORY = 1 << 14
DEVICE = 0x10000000


class Device(object):
    """Characters out, a counter, a random number."""

    def __init__(self):
        self.out = []
        self.seed = 12345

    def read(self, offset):
        if offset == 4:
            self.seed = (self.seed * 1103515245 + 12345) & 0x7fffffff
            return self.seed >> 8
        return len(self.out)

    def write(self, offset, value):
        if offset == 0:
            self.out.append(chr(value & 255))
        elif offset == 8:
            self.out.append('%d ' % s(value))
        elif offset == 12:
            raise Stop(value)


class CacheModel(object):
    """Direct mapped: hits and misses."""

    def __init__(self, lines, size):
        self.tags = [-1] * lines
        self.size = size
        self.hits = 0
        self.misses = 0

    def touch(self, address):
        line = address // self.size
        slot = line % len(self.tags)
        if self.tags[slot] == line:
            self.hits += 1
        else:
            self.misses += 1
            self.tags[slot] = line


class State(object):
    _immutable_fields_ = ['x', 'memory']

    def __init__(self, image):
        self.x = [0] * 32
        self.memory = [0] * MEMORY
        for i in range(len(image)):
            self.memory[i] = image[i]
        self.pc = 0
        self.next = 0
        self.x[2] = MEMORY - 16
        self.device = Device()
        self.cache = CacheModel(16, 16)
        self.counts = [0] * len(ALL)
        self.cycles = 0
        self.decoded = {}
        self.handler = -1
        self.epc = 0
        self.cause = 0

    def write(self, rd, value):
        if rd:
            self.x[rd] = value & 0xffffffff

    def load(self, address, n):
        address &= 0xffffffff
        if address % n:
            raise Trap(4, address)
        if address >= DEVICE and address < DEVICE + 16:
            return self.device.read(address - DEVICE) & 0xffffffff
        if address + n > MEMORY:
            raise Trap(5, address)
        self.cache.touch(address)
        v = 0
        for i in range(n):
            v |= self.memory[address + i] << (8 * i)
        return v

    def store(self, address, value, n):
        address &= 0xffffffff
        if address % n:
            raise Trap(6, address)
        if address >= DEVICE and address < DEVICE + 16:
            self.device.write(address - DEVICE, value)
            return
        if address + n > MEMORY:
            raise Trap(7, address)
        self.cache.touch(address)
        for i in range(n):
            self.memory[address + i] = value >> (8 * i) & 255
        if address & ~3 in self.decoded:        # code that changes itself
            del self.decoded[address & ~3]

    def trap(self, cause):
        raise Trap(cause, self.x[17])

    def csr(self, number):
        if number == 0:
            return self.cycles
        if number == 1:
            return self.cause
        if number == 2:
            return self.epc
        raise Trap(2, number)

    def fetch(self):
        if self.pc % 4 or self.pc + 4 > MEMORY:
            raise Trap(1, self.pc)
        m = self.memory
        return m[self.pc] | m[self.pc + 1] << 8 | m[self.pc + 2] << 16 | m[self.pc + 3] << 24

    def decode(self, w):
        node = DECODER
        while node.instruction < 0:
            key = w >> node.low & node.mask
            if key not in node.ways:
                raise Trap(2, w)
            node = node.ways[key]
        n = node.instruction
        if w & MASKS[n] != MATCHES[n]:
            raise Trap(2, w)
        return n

    def step(self):
        pc = self.pc
        w = self.fetch()
        if pc in self.decoded:
            number = self.decoded[pc]
        else:
            number = self.decode(w)
            self.decoded[pc] = number
        self.counts[number] += 1
        self.cycles += 1
        self.next = pc + 4
        for n, execute in UNROLLED:
            if n == number:
                execute(self, w)
                break
        self.pc = self.next

    def run(self, limit):
        while self.cycles < limit:
            try:
                self.step()
            except Trap as t:
                if t.cause == 8 and t.value == 93:
                    return 'exit %d' % s(self.x[10])
                if t.cause == 8 and t.value == 100:
                    self.handler = self.x[10]
                    self.pc += 4
                elif self.handler >= 0 and t.cause != 8:
                    self.epc = self.pc
                    self.cause = t.cause
                    self.pc = self.handler
                else:
                    return 'trap %d of %x at %x' % (t.cause, t.value, self.pc)
            except Stop as e:
                return 'stopped %d' % e.code
        return 'limit'


# ---------------------------------------------------------------- assembler and disassembler

class AsmError(Exception):
    def __init__(self, message, line):
        self.message = message
        self.line = line


PSEUDO = {
    'nop': (0, ['addi zero,zero,0']), 'mv': (2, ['addi $0,$1,0']), 'not': (2, ['xori $0,$1,-1']), 'neg': (2, ['sub $0,zero,$1']),
    'j': (1, ['jal zero,$0']), 'call': (1, ['jal ra,$0']), 'ret': (0, ['jalr zero,0(ra)']), 'jr': (1, ['jalr zero,0($0)']),
    'beqz': (2, ['beq $0,zero,$1']), 'bnez': (2, ['bne $0,zero,$1']), 'bltz': (2, ['blt $0,zero,$1']), 'bgt': (3, ['blt $1,$0,$2']),
    'ble': (3, ['bge $1,$0,$2']), 'seqz': (2, ['sltiu $0,$1,1']), 'snez': (2, ['sltu $0,zero,$1']),
    'li': (2, ['lui $0,%hi($1)', 'addi $0,$0,%lo($1)']), 'la': (2, ['lui $0,%hi($1)', 'addi $0,$0,%lo($1)']),
    'push': (1, ['addi sp,sp,-4', 'sw $0,0(sp)']), 'pop': (1, ['lw $0,0(sp)', 'addi sp,sp,4'])}


def split_operands(text):
    return [p.strip() for p in text.replace('(', ',').replace(')', '').split(',')] if text else []


class Assembler(object):
    def __init__(self):
        self.labels = {}
        self.lines = []
        self.words = []
        self.numbers = []
        self.image = []

    def first_pass(self, source):
        at = 0
        number = 0
        for line in source.split('\n'):
            number += 1
            comment = line.find('#')
            if comment >= 0:
                line = line[:comment]
            line = line.strip()
            while ':' in line and not line.startswith('.ascii'):
                label, line = line.split(':', 1)
                label = label.strip()
                if label in self.labels:
                    raise AsmError('label %s twice' % label, number)
                self.labels[label] = at
                line = line.strip()
            if not line:
                continue
            words = line.split(None, 1)
            name = words[0]
            rest = words[1] if len(words) > 1 else ''
            if name in PSEUDO:
                n, expansion = PSEUDO[name]
                operands = [p.strip() for p in rest.split(',')] if rest else []
                if len(operands) != n:
                    raise AsmError('%s takes %d operands' % (name, n), number)
                for e in expansion:
                    for i in range(n):
                        e = e.replace('$%d' % i, operands[i])
                    self.add(e, number)
                    at += 4
            elif name == '.word':
                at += 4 * len(rest.split(','))
                self.add(line, number)
            elif name == '.ascii':
                at += (len(rest) - 2 + 1 + 3) & ~3
                self.add(line, number)
            else:
                self.add(line, number)
                at += 4

    def add(self, line, number):
        self.lines.append(line)
        self.numbers.append(number)

    def assemble(self, source):
        self.first_pass(source)
        for i in range(len(self.lines)):
            self.line(self.lines[i], self.numbers[i])
        return self.image

    def emit(self, w):
        for i in range(4):
            self.image.append(w >> (8 * i) & 255)

    def line(self, line, number):
        words = line.split(None, 1)
        name = words[0]
        rest = words[1] if len(words) > 1 else ''
        if name == '.word':
            for p in rest.split(','):
                self.emit(self.value(p.strip(), number) & 0xffffffff)
            return
        if name == '.ascii':
            text = rest[1:len(rest) - 1] + '\0'
            for c in text:
                self.image.append(ord(c))
            while len(self.image) % 4:
                self.image.append(0)
            return
        if name not in BY_NAME:
            raise AsmError('unknown instruction ' + name, number)
        ins = BY_NAME[name]
        names = split_operands(ins.syntax)
        operands = split_operands(rest.replace('%hi(', '%hi ').replace('%lo(', '%lo ')) if '%' in rest else split_operands(rest)
        if len(names) != len(operands):
            raise AsmError('%s takes %s' % (name, ins.syntax), number)
        w = ins.match
        for i in range(len(names)):
            kind, text = names[i], operands[i]
            if kind == 'imm':
                n = self.value(text, number)
                if ins.format in 'BJ':
                    n -= len(self.image)
                    if n % 2 or abs(n) >= (1 << (12 if ins.format == 'B' else 20)):
                        raise AsmError('a jump too far', number)
                elif ins.format in 'IS' and not -2048 <= n < 2048:
                    raise AsmError('%d does not fit' % n, number)
                parts = encode_imm(ins.format, n)
                for field in parts:
                    w |= parts[field] << FIELDS[ins.format][field].low
            elif kind == 'sh':
                w |= (self.value(text, number) & 31) << 20
            else:
                w |= self.register(text, number) << FIELDS[ins.format][kind].low
        self.emit(w)

    def register(self, text, number):
        if text in REGISTERS:
            return REGISTERS.index(text)
        if text.startswith('x') and text[1:].isdigit() and int(text[1:]) < 32:
            return int(text[1:])
        raise AsmError('%s is no register' % text, number)

    def value(self, text, number):
        if text.startswith('%hi '):
            n = self.value(text[4:], number)
            return n + 0x800 >> 12
        if text.startswith('%lo '):
            n = self.value(text[4:], number) & 0xfff
            return n - 4096 if n >= 2048 else n
        if text in self.labels:
            return self.labels[text]
        if len(text) == 3 and text[0] == "'" and text[2] == "'":
            return ord(text[1])
        try:
            return int(text, 0)
        except ValueError:
            raise AsmError('unknown name ' + text, number)


SYNTAX = [split_operands(i.syntax) for i in ALL]
NAMES = [i.name for i in ALL]
KINDS = [i.format for i in ALL]


def immediate(format, w):
    if format == 'I':
        return sign(w >> 20, 12)
    if format == 'S':
        return sign((w >> 25) << 5 | w >> 7 & 31, 12)
    if format == 'B':
        return sign((w >> 31) << 12 | (w >> 7 & 1) << 11 | (w >> 25 & 0x3f) << 5 | (w >> 8 & 15) << 1, 13)
    if format == 'U':
        return w >> 12
    return sign((w >> 31) << 20 | (w >> 12 & 0xff) << 12 | (w >> 20 & 1) << 11 | (w >> 21 & 0x3ff) << 1, 21)


def disassemble(state, w):
    try:
        n = state.decode(w)
    except Trap:
        return '.word 0x%x' % w
    parts = []
    for kind in SYNTAX[n]:
        if kind == 'imm':
            parts.append(str(immediate(KINDS[n], w)))
        elif kind == 'sh':
            parts.append(str(w >> 20 & 31))
        elif kind == 'rd':
            parts.append(REGISTERS[w >> 7 & 31])
        elif kind == 'rs1':
            parts.append(REGISTERS[w >> 15 & 31])
        else:
            parts.append(REGISTERS[w >> 20 & 31])
    return NAMES[n] + ' ' + ' '.join(parts)


# ---------------------------------------------------------------- programs

PROGRAMS = ['''
        li   s0, 0x10000000
        la   a0, hello
        call print
        li   a0, 10
        call fact
        sw   a0, 8(s0)
        li   a0, 24
        call fib
        sw   a0, 8(s0)
        li   a0, 42
        li   a7, 93
        ecall
print:  lbu  t0, 0(a0)
        beqz t0, done
        sw   t0, 0(s0)
        addi a0, a0, 1
        j    print
done:   ret
fact:   push ra
        push s1
        mv   s1, a0
        li   a0, 1
        beqz s1, last
        addi a0, s1, -1
        call fact
        mul  a0, a0, s1
last:   pop  s1
        pop  ra
        ret
fib:    li   t0, 0
        li   t1, 1
again:  beqz a0, over
        add  t2, t0, t1
        mv   t0, t1
        mv   t1, t2
        addi a0, a0, -1
        j    again
over:   mv   a0, t0
        ret
hello:  .ascii "hello: "
''', '''
# sorts random numbers in memory, then adds them up
        li   s0, 0x10000000
        li   s1, 0x1000
        li   s2, 40
        mv   t0, zero
fill:   lw   t1, 4(s0)
        andi t1, t1, 0x3ff
        slli t2, t0, 2
        add  t2, t2, s1
        sw   t1, 0(t2)
        addi t0, t0, 1
        blt  t0, s2, fill
        li   t0, 1
outer:  bge  t0, s2, sorted
        slli t1, t0, 2
        add  t1, t1, s1
        lw   t2, 0(t1)
inner:  beq  t1, s1, place
        lw   t3, -4(t1)
        bgeu t2, t3, place
        sw   t3, 0(t1)
        addi t1, t1, -4
        j    inner
place:  sw   t2, 0(t1)
        addi t0, t0, 1
        j    outer
sorted: mv   t0, zero
        mv   a0, zero
show:   slli t1, t0, 2
        add  t1, t1, s1
        lw   t2, 0(t1)
        add  a0, a0, t2
        andi t3, t0, 7
        bnez t3, skip
        sw   t2, 8(s0)
skip:   addi t0, t0, 1
        bne  t0, s2, show
        sw   a0, 8(s0)
        csrr t0, 0
        sw   t0, 8(s0)
        sw   zero, 12(s0)
''', '''
        li   s0, 0x10000000
        li   t0, -7
        li   t1, 2
        div  t2, t0, t1
        sw   t2, 8(s0)
        rem  t2, t0, t1
        sw   t2, 8(s0)
        divu t2, t0, t1
        sw   t2, 8(s0)
        remu t2, t0, zero
        sw   t2, 8(s0)
        mulhu t2, t0, t0
        sw   t2, 8(s0)
        sra  t2, t0, t1
        sw   t2, 8(s0)
        srl  t2, t0, t1
        sw   t2, 8(s0)
        sltu t2, t1, t0
        sw   t2, 8(s0)
        slt  t2, t1, t0
        sw   t2, 8(s0)
        la   t3, data
        lb   t4, 0(t3)
        sw   t4, 8(s0)
        lh   t4, 2(t3)
        sw   t4, 8(s0)
        lhu  t4, 2(t3)
        sw   t4, 8(s0)
        sh   t0, 6(t3)
        sb   t1, 5(t3)
        lw   t4, 4(t3)
        sw   t4, 8(s0)
        auipc t4, 1
        sw   t4, 8(s0)
        not  t4, t1
        neg  t5, t4
        sub  t4, t4, t5
        sw   t4, 8(s0)
        seqz t4, zero
        snez t5, t1
        xor  t4, t4, t5
        sw   t4, 8(s0)
        la   a0, caught
        li   a7, 100
        ecall
        lw   t0, 1(t3)
        lw   t0, 0(t1)
        li   t1, 0x20000000
        sw   t0, 0(t1)
        .word 0xffffffff
        ebreak
        la   t0, patch
        lw   t1, 0(t0)
        la   t2, target
        j    target
back:   sw   t1, 0(t2)
target: addi s1, s1, 1
        li   t3, 3
        blt  s1, t3, back
        sw   s1, 8(s0)
        sw   s1, 12(s0)
patch:  addi s1, s1, 100
caught: csrr t5, 1
        sw   t5, 8(s0)
        csrr t5, 2
        addi t5, t5, 4
        jr   t5
data:   .word 0x8001ff80, 0x7fffffff
''', 'loop: j loop', 'lw t0, 0(zero)\n.word 0', 'addi t0, t9, 1', 'frob t0', 'addi t0, t0, 5000', 'x: nop\nx: nop',
            'jal ra, nowhere', 'mv t0', 'add t0, t1', 'la t0, 8\njr t0', 'li t0, 2\njr t0']


def run(source, verbose):
    try:
        image = Assembler().assemble(source)
    except AsmError as e:
        print('line %d: %s' % (e.line, e.message))
        return
    state = State(image)
    if verbose:
        for i in range(0, min(len(image), 48), 4):
            w = image[i] | image[i + 1] << 8 | image[i + 2] << 16 | image[i + 3] << 24
            print('%s: %s' % ('%x' % i, disassemble(state, w)))
    result = state.run(60000)
    print(''.join(state.device.out))
    kinds = 0
    most = 0
    for i in range(len(state.counts)):
        if state.counts[i]:
            kinds += 1
            if state.counts[i] > state.counts[most]:
                most = i
    print('-- %s, %d cycles, %d kinds, mostly %s, cache %d/%d' % (
        result, state.cycles, kinds, NAMES[most], state.cache.hits, state.cache.misses))


def entry_point(argv):
    print(len(ALL), DECODER_SIZE, len(PSEUDO))
    for i in range(len(PROGRAMS)):
        run(PROGRAMS[i], i == 0)
    return 0


def target(driver, args):
    return entry_point, None
