# origin: after published programs
# jit: yes
"""Handlers in tables that are unrolled: opcodes with operand formats, loops in loops, `break`, `continue` and `else` in unrolled
loops, attributes read by getattr with unrolled names, functions made by closures over rows."""
from rpython.rlib.jit import JitDriver, promote, unroll_safe
from rpython.rlib.unroll import unrolling_iterable, SpecTag
from rpython.rlib.objectmodel import specialize

FORMATS = {"": 0, "i": 1, "r": 1, "ri": 2, "rr": 2, "rrr": 3, "ra": 2, "a": 1}
FIELDS = unrolling_iterable(["pc", "steps", "flag"])


class Machine(object):
    def __init__(self, code, registers):
        self.code = code
        self.pc = 0
        self.steps = 0
        self.flag = 0
        self.regs = [0] * registers
        self.out = []

    def status(self):
        parts = []
        for name in FIELDS:
            parts.append("%s=%d" % (name, getattr(self, name)))
        return " ".join(parts)


TABLE = []


def op(name, fmt):
    def register(f):
        TABLE.append((len(TABLE), name, fmt, f))
        return f
    return register


@op("halt", "")
def do_halt(m):
    return -1


@op("set", "ri")
def do_set(m, r, i):
    m.regs[r] = i
    return m.pc


@op("add", "rrr")
def do_add(m, a, b, c):
    m.regs[a] = m.regs[b] + m.regs[c]
    return m.pc


@op("sub", "rrr")
def do_sub(m, a, b, c):
    m.regs[a] = m.regs[b] - m.regs[c]
    return m.pc


@op("mov", "rr")
def do_mov(m, a, b):
    m.regs[a] = m.regs[b]
    return m.pc


@op("jump", "a")
def do_jump(m, to):
    return to


@op("print", "r")
def do_print(m, r):
    m.out.append(str(m.regs[r]))
    return m.pc


def shift_handler(amount):
    def handler(m, r):
        if amount > 0:
            m.regs[r] = m.regs[r] << amount
        else:
            m.regs[r] = m.regs[r] >> -amount
        return m.pc
    handler.__name__ = "shift_%d" % amount
    return handler


for _amount in (-2, -1, 1, 2):
    op("shift%d" % _amount, "r")(shift_handler(_amount))


def branch_handler(compare):
    def handler(m, r, to):
        if compare(m.regs[r], 0):
            m.flag += 1
            return to
        return m.pc
    return handler


for _name, _compare in [("jz", lambda a, b: a == b), ("jpos", lambda a, b: a > b), ("jneg", lambda a, b: a < b)]:
    op(_name, "ra")(branch_handler(_compare))

unrolled = unrolling_iterable([(code, name, FORMATS[fmt], f) for code, name, fmt, f in TABLE])
CODES = dict([(name, code) for code, name, _, _ in TABLE])
SIZES = [1 + FORMATS[fmt] for _, _, fmt, _ in TABLE]


def location(pc, code):
    return "%d: %d" % (pc, code[pc])


driver = JitDriver(greens=["pc", "code"], reds=["m"], get_printable_location=location)


def step(m, pc, code):
    byte = code[pc]
    for number, name, count, handler in unrolled:
        if byte != number:
            continue
        m.pc = pc + 1 + count
        if count == 0:
            r = handler(m)
        elif count == 1:
            r = handler(m, code[pc + 1])
        elif count == 2:
            r = handler(m, code[pc + 1], code[pc + 2])
        else:
            r = handler(m, code[pc + 1], code[pc + 2], code[pc + 3])
        break
    else:
        m.out.append("bad opcode %d" % byte)
        r = -1
    return r


def run(m):
    code = m.code
    pc = 0
    while pc >= 0:
        driver.jit_merge_point(pc=pc, code=code, m=m)
        m.steps += 1
        before = pc
        pc = step(m, pc, code)
        if 0 <= pc < before:
            driver.can_enter_jit(pc=pc, code=code, m=m)


def assemble(text):
    code = []
    labels = {}
    fixups = []
    for line in text.split(";"):
        words = [w for w in line.split(" ") if w]
        if words and words[0].endswith(":"):
            labels[words[0][:-1]] = len(code)
            words.pop(0)
        if not words:
            continue
        code.append(CODES.get(words[0], 99))
        for w in words[1:]:
            if w in labels:
                code.append(labels[w])
            elif w[0] == "@":
                fixups.append((len(code), w[1:]))
                code.append(0)
            else:
                code.append(int(w))
    for at, label in fixups:
        code[at] = labels[label]
    return code[:]


MATRIX = unrolling_iterable([unrolling_iterable([(r, c, (r * 3 + c) % 4) for c in range(3)]) for r in range(2)])


@unroll_safe
def cells(limit):
    total = 0
    for row in MATRIX:
        for r, c, v in row:
            if v == limit:
                break
            if v == 1:
                continue
            total = total * 10 + r + c + v
        else:
            total = -total
    return total


def disassemble(code):
    pc = 0
    out = []
    while pc < len(code):
        for number, name, count, handler in unrolled:
            if code[pc] == number:
                out.append(name + ("/%d" % count))
        pc += SIZES[code[pc]] if code[pc] < len(SIZES) else 1
    return " ".join(out)


def entry_point(argv):
    programs = ["set 0 300; set 1 1; set 2 0; loop: add 2 2 0; sub 0 0 1; jpos 0 loop; print 2; halt",
                "set 0 1; set 1 40; set 2 1; loop: shift1 0; sub 1 1 2; jz 1 @end; jump loop; end: shift-2 0; print 0; halt",
                "set 3 5; mov 0 3; shift2 0; print 0; shift-1 0; print 0; nonsense; halt",
                "set 0 -50; set 1 1; loop: add 0 0 1; jneg 0 loop; print 0; halt"]
    for text in programs:
        code = assemble(text)
        m = Machine(code, 4)
        run(m)
        print(disassemble(code))
        print(" ".join(m.out) + " | " + m.status())
    print(cells(9), cells(0), cells(3), cells(2))
    return 0


def target(driver, args):
    return entry_point, None
