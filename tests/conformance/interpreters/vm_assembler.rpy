"""An assembler with labels and macros, and a simulator of its small CPU with registers, flags, memory and traps."""

OPCODES = ["HLT", "MOV", "ADD", "SUB", "MUL", "DIV", "CMP", "JMP", "JZ", "JNZ", "JLT", "LD", "ST", "PUSH", "POP", "CALL",
           "RET", "OUT", "CHR", "AND", "SHL"]
NUMBERS = {name: i for i, name in enumerate(OPCODES)}


class AsmError(Exception):
    def __init__(self, line, text):
        self.line = line
        self.text = text

    def __str__(self):
        return "line %d: %s" % (self.line, self.text)


class Trap(Exception):
    pass


class Halt(Trap):
    pass


class Assembler(object):
    def __init__(self, source):
        self.lines = source.split("\n")
        self.labels = {}
        self.constants = {}
        self.code = []
        self.fixups = []

    def run(self):
        for number, line in enumerate(self.lines):
            text = line.split(";")[0].strip()
            if not text:
                continue
            if text.endswith(":"):
                name = text[:-1]
                if name in self.labels:
                    raise AsmError(number + 1, "label %s defined twice" % name)
                self.labels[name] = len(self.code)
                continue
            words = text.replace(",", " ").split()
            if len(words) == 3 and words[1] == "=":
                self.constants[words[0]] = int(words[2], 0)
                continue
            op = words[0].upper()
            if op not in NUMBERS:
                raise AsmError(number + 1, "unknown instruction " + words[0])
            args = [self.operand(w, number + 1) for w in words[1:]]
            if len(args) > 2:
                raise AsmError(number + 1, "too many operands")
            while len(args) < 2:
                args.append((0, 0))
            self.code.append((NUMBERS[op], args[0], args[1]))
        for line, name in self.fixups:
            if name not in self.labels:
                raise AsmError(line, "no label " + name)
        return [(op, self.patch(a), self.patch(b)) for op, a, b in self.code]

    def patch(self, arg):
        kind, value = arg
        if kind == 3:
            return 2, self.labels[self.fixups[value][1]]
        return arg

    def operand(self, word, line):
        """kinds: 0 nothing, 1 register, 2 number, 3 label"""
        if word[0] in "rR" and word[1:].isdigit() and int(word[1:]) < 8:
            return 1, int(word[1:])
        if word in self.constants:
            return 2, self.constants[word]
        if word.startswith("'") and len(word) == 3:
            return 2, ord(word[1])
        try:
            return 2, int(word, 0)
        except ValueError:
            self.fixups.append((line, word))
            return 3, len(self.fixups) - 1


class CPU(object):
    def __init__(self, code, memory=32):
        self.code = code
        self.registers = [0] * 8
        self.memory = [0] * memory
        self.stack = []
        self.pc = 0
        self.flag = 0
        self.steps = 0
        self.out = []
        self.handlers = {
            "MOV": self.mov, "ADD": self.arith, "SUB": self.arith, "MUL": self.arith, "DIV": self.arith, "AND": self.arith,
            "SHL": self.arith, "CMP": self.cmp, "JMP": self.jump, "JZ": self.jump, "JNZ": self.jump, "JLT": self.jump,
            "LD": self.load, "ST": self.store, "PUSH": self.push, "POP": self.pop, "CALL": self.call, "RET": self.ret,
            "OUT": self.output, "CHR": self.output, "HLT": self.halt,
        }

    def value(self, arg):
        return self.registers[arg[1]] if arg[0] == 1 else arg[1]

    def set(self, arg, value):
        if arg[0] != 1:
            raise Trap("not a register")
        self.registers[arg[1]] = value

    def mov(self, op, a, b):
        self.set(a, self.value(b))

    def arith(self, op, a, b):
        x, y = self.value(a), self.value(b)
        if op == "ADD":
            r = x + y
        elif op == "SUB":
            r = x - y
        elif op == "MUL":
            r = x * y
        elif op == "AND":
            r = x & y
        elif op == "SHL":
            r = x << (y & 15)
        else:
            try:
                r = x // y
            except ZeroDivisionError:
                raise Trap("division by zero")
        r &= 0xFFFF
        self.flag = r
        self.set(a, r)

    def cmp(self, op, a, b):
        self.flag = self.value(a) - self.value(b)

    def jump(self, op, a, b):
        if op == "JMP" or op == "JZ" and self.flag == 0 or op == "JNZ" and self.flag != 0 or op == "JLT" and self.flag < 0:
            self.pc = self.value(a)

    def address(self, arg):
        n = self.value(arg)
        if not 0 <= n < len(self.memory):
            raise Trap("address %d" % n)
        return n

    def load(self, op, a, b):
        self.set(a, self.memory[self.address(b)])

    def store(self, op, a, b):
        self.memory[self.address(a)] = self.value(b)

    def push(self, op, a, b):
        if len(self.stack) > 60:
            raise Trap("stack overflow")
        self.stack.append(self.value(a))

    def pop(self, op, a, b):
        if not self.stack:
            raise Trap("stack empty")
        self.set(a, self.stack.pop())

    def call(self, op, a, b):
        self.push(op, (2, self.pc), b)
        self.pc = self.value(a)

    def ret(self, op, a, b):
        if not self.stack:
            raise Halt("returned")
        self.pc = self.stack.pop()

    def output(self, op, a, b):
        v = self.value(a)
        self.out.append(chr(v & 127) if op == "CHR" else str(v) + " ")

    def halt(self, op, a, b):
        raise Halt("halted")

    def run(self, limit=3000):
        while True:
            if not 0 <= self.pc < len(self.code):
                raise Trap("pc %d" % self.pc)
            if self.steps >= limit:
                raise Trap("too many steps")
            code, a, b = self.code[self.pc]
            self.pc += 1
            self.steps += 1
            op = OPCODES[code]
            self.handlers[op](op, a, b)


PROGRAMS = [("factorial", """
    mov r0, 7
    call fact
    out r1
    hlt
fact:
    cmp r0, 1
    jnz more
    mov r1, 1
    ret
more:
    push r0
    sub r0, 1
    call fact
    pop r0
    mul r1, r0
    ret
"""), ("sieve", """
SIZE = 0x1e
    mov r0, 2           ; candidate
next:
    ld r1, r0
    cmp r1, 0
    jnz skip
    out r0
    mov r2, r0
mark:
    add r2, r0
    cmp r2, SIZE
    jlt set
    jmp skip
set:
    st r2, 1
    jmp mark
skip:
    add r0, 1
    cmp r0, SIZE
    jlt next
    hlt
"""), ("text", """
    mov r3, 3
loop:
    chr 'H'
    chr 'i'
    chr 0x20
    sub r3, 1
    jnz loop
    shl r3, 4
    mov r4, 0xFF
    shl r4, 12
    out r4
    and r4, 0b1111000000000000
    out r4
    ret
"""), ("zero", "mov r1, 5\ndiv r1, r2"), ("forever", "a:\njmp a"), ("deep", "a:\ncall a"), ("address", "st 32, 1"),
    ("end", "out 65535\nadd r0, 1"), ("register", "mov 1, r2"), ("empty", "pop r1"),
    ("bad1", "mov r1, 1\nfoo r1"), ("bad2", "x:\nx:"), ("bad3", "jmp nowhere"), ("bad4", "add r1, r2, r3")]


def entry_point(argv):
    total = 0
    for name, source in PROGRAMS:
        try:
            code = Assembler(source).run()
        except AsmError as e:
            print("%-10s %s" % (name, e))
            continue
        cpu = CPU(code)
        try:
            cpu.run()
        except Halt as e:
            state = "ok, %s" % e
        except Trap as e:
            state = "trap: %s" % e
        finally:
            total += cpu.steps
        print("%-10s %-22s steps %4d pc %2d regs %s" % (name, state, cpu.steps, cpu.pc, cpu.registers[:5]))
        if cpu.out:
            print("    " + "".join(cpu.out).rstrip())
        if len(code) < 4:
            print("   ", code)
    print("total", total)
    return 0


def target(driver, args):
    return entry_point
