# origin: after published programs
# jit: yes
"""A small game console: 16 registers, a display of bits, timers, subroutines; opcodes are decoded by masks in an unrolled table,
the program memory is promoted while it does not change, the screen is printed as text."""
from rpython.rlib.jit import JitDriver, elidable, promote, unroll_safe, we_are_jitted, dont_look_inside
from rpython.rlib.rrandom import Random
from rpython.rlib.rarithmetic import r_uint, intmask
from rpython.rlib.unroll import unrolling_iterable
from rpython.rlib.debug import make_sure_not_resized, check_nonneg

WIDTH, HEIGHT = 64, 32
DIGITS = [0xF0, 0x90, 0x90, 0x90, 0xF0, 0x20, 0x60, 0x20, 0x20, 0x70, 0xF0, 0x10, 0xF0, 0x80, 0xF0, 0xF0, 0x10, 0xF0, 0x10, 0xF0]
HANDLERS = []


class MachineError(Exception):
    def __init__(self, pc, opcode):
        self.pc = pc
        self.opcode = opcode


class Memory(object):
    _immutable_fields_ = ["version?"]

    def __init__(self):
        self.cells = [0] * 4096
        make_sure_not_resized(self.cells)
        self.version = Version()
        for i in range(len(DIGITS)):
            self.cells[i] = DIGITS[i]

    def load(self, at, data):
        for i in range(len(data)):
            self.cells[at + i] = data[i]

    def write(self, at, value):
        self.cells[at & 4095] = value
        self.version = Version()

    def opcode(self, pc):
        return self.fetch(promote(self.version), pc)

    @elidable
    def fetch(self, version, pc):
        return self.cells[pc] << 8 | self.cells[pc + 1]


class Version(object):
    pass


class Chip(object):
    _immutable_fields_ = ["memory", "v", "rows", "stack"]

    def __init__(self, seed):
        self.memory = Memory()
        self.v = [0] * 16
        self.rows = [r_uint(0)] * HEIGHT
        self.stack = [0] * 16
        self.sp = 0
        self.i = 0
        self.delay = 0
        self.keys = 0
        self.random = Random(r_uint(seed))
        self.drawn = 0


def op(pattern):
    """`8xy4`: hexadecimal digits must be there, x, y, n, kk, nnn are operands."""
    mask = value = 0
    for c in pattern:
        mask <<= 4
        value <<= 4
        if c in "0123456789ABCDEF":
            mask |= 15
            value |= int(c, 16)

    def register(f):
        kinds = []
        for kind in ("nnn", "kk", "x", "y", "n"):
            if kind in pattern and not (kind == "n" and "nnn" in pattern):
                kinds.append(kind)
        HANDLERS.append((mask, value, "x" in pattern, "y" in pattern, f))
        return f
    return register


@op("00E0")
def clear(chip, pc, x, y, word):
    for r in range(HEIGHT):
        chip.rows[r] = r_uint(0)
    return pc + 2


@op("00EE")
def ret(chip, pc, x, y, word):
    if chip.sp == 0:
        raise MachineError(pc, word)
    chip.sp -= 1
    return chip.stack[chip.sp]


@op("1nnn")
def jump(chip, pc, x, y, word):
    return word & 0xfff


@op("2nnn")
def call(chip, pc, x, y, word):
    if chip.sp == len(chip.stack):
        raise MachineError(pc, word)
    chip.stack[chip.sp] = pc + 2
    chip.sp += 1
    return word & 0xfff


@op("3xkk")
def skip_equal(chip, pc, x, y, word):
    return pc + (4 if chip.v[x] == word & 255 else 2)


@op("4xkk")
def skip_unequal(chip, pc, x, y, word):
    return pc + (4 if chip.v[x] != word & 255 else 2)


@op("5xy0")
def skip_same(chip, pc, x, y, word):
    return pc + (4 if chip.v[x] == chip.v[y] else 2)


@op("6xkk")
def load(chip, pc, x, y, word):
    chip.v[x] = word & 255
    return pc + 2


@op("7xkk")
def add_constant(chip, pc, x, y, word):
    chip.v[x] = (chip.v[x] + (word & 255)) & 255
    return pc + 2


def alu(code, f):
    def handler(chip, pc, x, y, word):
        value, flag = f(chip.v[x], chip.v[y])
        chip.v[x] = value & 255
        if flag >= 0:
            chip.v[15] = flag
        return pc + 2
    op("8xy" + code)(handler)


alu("0", lambda a, b: (b, -1))
alu("1", lambda a, b: (a | b, -1))
alu("2", lambda a, b: (a & b, -1))
alu("3", lambda a, b: (a ^ b, -1))
alu("4", lambda a, b: (a + b, (a + b) >> 8))
alu("5", lambda a, b: (a - b, int(a >= b)))
alu("6", lambda a, b: (a >> 1, a & 1))
alu("7", lambda a, b: (b - a, int(b >= a)))
alu("E", lambda a, b: (a << 1, a >> 7))


@op("Annn")
def load_index(chip, pc, x, y, word):
    chip.i = word & 0xfff
    return pc + 2


@op("Cxkk")
def randomly(chip, pc, x, y, word):
    chip.v[x] = next_random(chip) & (word & 255)
    return pc + 2


@dont_look_inside
def next_random(chip):
    return intmask(chip.random.genrand32() >> 8) & 255


@op("Dxyn")
def draw(chip, pc, x, y, word):
    chip.v[15] = blit(chip, chip.v[x] % WIDTH, chip.v[y] % HEIGHT, word & 15)
    return pc + 2


def blit(chip, left, top, height):
    hit = 0
    for n in range(height):
        if top + n >= HEIGHT:
            break
        bits = r_uint(chip.memory.cells[chip.i + n]) << 56 >> left
        if chip.rows[top + n] & bits:
            hit = 1
        chip.rows[top + n] ^= bits
    chip.drawn += 1
    return hit


@op("Fx07")
def get_delay(chip, pc, x, y, word):
    chip.v[x] = chip.delay
    return pc + 2


@op("Fx15")
def set_delay(chip, pc, x, y, word):
    chip.delay = chip.v[x]
    return pc + 2


@op("Fx1E")
def add_index(chip, pc, x, y, word):
    chip.i = (chip.i + chip.v[x]) & 0xfff
    return pc + 2


@op("Fx29")
def digit(chip, pc, x, y, word):
    chip.i = chip.v[x] * 5
    return pc + 2


@op("Fx33")
def decimal(chip, pc, x, y, word):
    n = chip.v[x]
    chip.memory.write(chip.i, n // 100)
    chip.memory.write(chip.i + 1, n // 10 % 10)
    chip.memory.write(chip.i + 2, n % 10)
    return pc + 2


@op("Fx65")
def load_registers(chip, pc, x, y, word):
    for r in range(x + 1):
        chip.v[r] = chip.memory.cells[chip.i + r]
    return pc + 2


HANDLERS.sort(key=lambda row: (-bin(row[0]).count("1"), row[1]))
unrolled = unrolling_iterable(HANDLERS)


def location(pc):
    return "%x" % pc


driver = JitDriver(greens=["pc"], reds=["left", "chip"], get_printable_location=location)


def step(chip, pc):
    word = chip.memory.opcode(pc)
    for mask, value, takes_x, takes_y, handler in unrolled:
        if word & mask == value:
            x = word >> 8 & 15 if takes_x else 0
            y = word >> 4 & 15 if takes_y else 0
            return handler(chip, pc, x, y, word)
    raise MachineError(pc, word)


def run(chip, left):
    pc = 0x200
    while left > 0:
        driver.jit_merge_point(pc=pc, left=left, chip=chip)
        left -= 1
        if left % 10 == 0 and chip.delay > 0:
            chip.delay -= 1
        to = step(chip, pc)
        if to == pc:
            break
        if to < pc:
            pc = to
            driver.can_enter_jit(pc=pc, left=left, chip=chip)
        else:
            pc = to
    return left


def assemble(text):
    out = []
    for word in text.split(" "):
        n = int(word, 16)
        out.append(n >> 8)
        out.append(n & 255)
    return out


def screen(chip):
    lines = []
    for row in chip.rows[:8]:
        chars = []
        for i in range(28):
            chars.append("#" if row >> (63 - i) & r_uint(1) else ".")
        lines.append("".join(chars))
    return lines


PROGRAMS = ["6000 6101 8014 3064 1204 A300 F033 F265 6505 6603 F029 D565 7506 F129 D565 7506 F229 D565 1224",
            "60C8 6100 6201 8124 7002 4000 1210 1206 A300 1212",
            "6005 F015 F007 3000 1204 6303 2210 1210 7301 2210",
            "6A00 CB0F 8AB4 7901 39C8 1202 1200", "00EE", "6000 E000"]


def entry_point(argv):
    for text in PROGRAMS:
        chip = Chip(11)
        chip.memory.load(0x200, assemble(text))
        try:
            left = run(chip, 2000)
            status = "left %d" % left
        except MachineError as e:
            status = "stops at %x: %x" % (e.pc, e.opcode)
        print("%s %s i=%d sp=%d drawn=%d" % (status, chip.v, chip.i, chip.sp, chip.drawn))
        if chip.drawn:
            for line in screen(chip):
                print(line)
    return 0


def target(driver, args):
    return entry_point, None
