# origin: after published programs
# jit: yes
"""A register machine in the style of the wasm/Lua interpreters: promoted opcodes, virtualizable-free frames, tail calls through
an exception, specialised handlers from a table of closures."""
from rpython.rlib import jit
from rpython.rlib.rarithmetic import intmask, ovfcheck
from rpython.rlib.unroll import unrolling_iterable
from rpython.rlib.objectmodel import specialize


class TailCall(Exception):
    def __init__(self, proto, args):
        self.proto = proto
        self.args = args


class Overflow(Exception):
    pass


class Proto(object):
    _immutable_fields_ = ['code[*]', 'consts[*]', 'nregs', 'name']

    def __init__(self, name, nregs, code, consts):
        self.name = name
        self.nregs = nregs
        self.code = code
        self.consts = consts


def arith(op):
    ns = {'ovfcheck': ovfcheck, 'Overflow': Overflow}
    exec("""
def %(name)s(regs, a, b, c):
    try:
        regs[a] = ovfcheck(regs[b] %(op)s regs[c])
    except OverflowError:
        raise Overflow
""" % {'name': op[0], 'op': op[1]}, ns)
    return ns[op[0]]


def i_bxor(regs, a, b, c):
    regs[a] = regs[b] ^ regs[c]


def i_move(regs, a, b, c):
    regs[a] = regs[b]


def i_hash(regs, a, b, c):
    regs[a] = intmask(regs[b] * 31 + c) & 0xffff


SIMPLE = [arith(('add', '+')), arith(('sub', '-')), arith(('mul', '*')), i_bxor, i_move, i_hash]
NAMES = ['add', 'sub', 'mul', 'xor', 'move', 'hash', 'loadk', 'lt', 'jmp', 'ret', 'call', 'tail']
OPCODE = dict((n, i) for i, n in enumerate(NAMES))
LOADK, LT, JMP, RET, CALL, TAIL = [OPCODE[n] for n in NAMES[6:]]
simple_unrolled = unrolling_iterable(enumerate(SIMPLE))


def printable(pc, proto):
    return "%s:%d %s" % (proto.name, pc, NAMES[proto.code[pc][0]])


driver = jit.JitDriver(greens=['pc', 'proto'], reds=['regs', 'machine'], get_printable_location=printable)


class Machine(object):
    def __init__(self, protos):
        self.protos = protos
        self.tails = 0

    def call(self, proto, args):
        while True:
            try:
                return self.execute(proto, args)
            except TailCall as t:
                self.tails += 1
                proto = t.proto
                args = t.args

    @jit.unroll_safe
    def registers(self, proto, args):
        regs = [0] * proto.nregs
        for i in range(len(args)):
            regs[i] = args[i]
        return regs

    def execute(self, proto, args):
        regs = self.registers(proto, args)
        machine = self
        pc = 0
        while True:
            driver.jit_merge_point(pc=pc, proto=proto, regs=regs, machine=machine)
            op, a, b, c = proto.code[pc]
            op = jit.promote(op)
            pc += 1
            if op == LOADK:
                regs[a] = proto.consts[b]
            elif op == LT:
                if not regs[a] < regs[b]:
                    pc = c
            elif op == JMP:
                if a < pc:
                    driver.can_enter_jit(pc=a, proto=proto, regs=regs, machine=machine)
                pc = a
            elif op == RET:
                return regs[a]
            elif op == CALL:
                regs[a] = machine.call(machine.protos[b], [regs[c]])
            elif op == TAIL:
                raise TailCall(machine.protos[a], [regs[b], regs[c]])
            else:
                for code, f in simple_unrolled:
                    if op == code:
                        f(regs, a, b, c)
                        break
                else:
                    raise NotImplementedError


def assemble(name, nregs, text, consts):
    code = []
    for line in text.split(';'):
        words = line.split()
        nums = [int(w) for w in words[1:]] + [0, 0, 0]
        code.append((OPCODE[words[0]], nums[0], nums[1], nums[2]))
    return Proto(name, nregs, code[:], consts)


PROTOS = [
    assemble('sum', 4, "loadk 1 0; loadk 2 0; loadk 3 1; lt 1 0 7; add 1 1 3; add 2 2 1; jmp 3; ret 2", [0, 1]),
    assemble('fact', 4, "loadk 1 0; move 2 1; lt 2 0 6; add 2 2 1; mul 1 1 2; jmp 2; loadk 3 1; sub 1 1 3; ret 1", [1, 0]),
    assemble('hash', 4, "loadk 1 0; loadk 2 0; loadk 3 1; lt 1 0 8; add 1 1 3; hash 2 2 7; xor 2 2 1; jmp 3; ret 2", [0, 1]),
    assemble('down', 4, "loadk 2 0; lt 2 0 5; loadk 3 1; sub 0 0 3; tail 3 0 1; ret 1", [0, 1]),
    assemble('nest', 5, "loadk 1 0; loadk 2 0; loadk 3 1; lt 1 0 8; add 1 1 3; call 4 0 1; add 2 2 4; jmp 3; ret 2", [0, 1]),
]


def entry_point(argv):
    machine = Machine(PROTOS)
    for proto in PROTOS:
        for n in [0, 5, 40]:
            try:
                print(proto.name, n, machine.call(proto, [n]))
            except Overflow:
                print(proto.name, n, "overflow")
    print(machine.tails, printable(1, PROTOS[3]))
    return 0


def target(driver, args):
    return entry_point
