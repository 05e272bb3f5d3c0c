# origin: after published programs
"""A WebAssembly-like stack machine: LEB128 decoding, memory as a list of chars, i32 arithmetic with r_uint32-like masks,
structured control with precomputed targets, traps as exceptions."""
from rpython.rlib.rarithmetic import r_uint, intmask, r_int32, LONG_BIT
from rpython.rlib.debug import check_nonneg, make_sure_not_resized


class Trap(Exception):
    def __init__(self, msg):
        self.msg = msg


def leb_u(x):
    out = []
    while True:
        b = x & 0x7f
        x >>= 7
        if x:
            out.append(chr(b | 0x80))
        else:
            out.append(chr(b))
            return "".join(out)


def leb_s(x):
    out = []
    while True:
        b = x & 0x7f
        x >>= 7
        if (x == 0 and not b & 0x40) or (x == -1 and b & 0x40):
            out.append(chr(b))
            return "".join(out)
        out.append(chr(b | 0x80))


class Reader(object):
    def __init__(self, data):
        self.data = data
        self.pos = 0

    def byte(self):
        if self.pos >= len(self.data):
            raise Trap("unexpected end")
        c = ord(self.data[self.pos])
        self.pos += 1
        return c

    def u(self):
        result = r_uint(0)
        shift = 0
        while True:
            b = self.byte()
            result |= r_uint(b & 0x7f) << shift
            shift += 7
            if not b & 0x80:
                return intmask(result)
            if shift > 35:
                raise Trap("integer too long")

    def s(self):
        result = 0
        shift = 0
        while True:
            b = self.byte()
            result |= (b & 0x7f) << shift
            shift += 7
            if not b & 0x80:
                break
        if b & 0x40:
            result |= -(1 << shift)
        return intmask(result)


def wrap32(x):
    return int((x & 0xffffffff) ^ 0x80000000) - 0x80000000


def u32(x):
    return r_uint(x) & r_uint(0xffffffff)


BLOCK, LOOP, IF, ELSE, END, BR, BR_IF, CALL, GET, SET, LOAD8, STORE8, CONST, EQZ, LT_S, LT_U, ADD, SUB, MUL, DIV_S, DIV_U, AND, SHL, \
    SHR_S, SHR_U, ROTL, RETURN, UNREACHABLE = range(28)


class Function(object):
    _immutable_fields_ = ['code', 'nparams', 'nlocals', 'ends', 'elses']

    def __init__(self, nparams, nlocals, code):
        self.nparams = nparams
        self.nlocals = nlocals
        self.code = code
        self.ends = {}
        self.elses = {}
        try:
            self.scan()
        except Trap:
            pass

    def scan(self):
        r = Reader(self.code)
        stack = []
        while r.pos < len(self.code):
            at = r.pos
            op = r.byte()
            if op in (BLOCK, LOOP, IF):
                stack.append(at)
            elif op == ELSE:
                self.elses[stack[-1]] = r.pos
                self.ends[at] = stack[-1]
            elif op == END and stack:
                start = stack.pop()
                self.ends[start] = r.pos
            elif op == CONST:
                r.s()
            elif op in (BR, BR_IF, CALL, GET, SET):
                r.u()


class Module(object):
    def __init__(self, functions):
        self.functions = functions
        self.memory = ['\x00'] * 256
        make_sure_not_resized(self.memory)

    def call(self, index, args):
        f = self.functions[index]
        local = args + [0] * f.nlocals
        stack = []
        blocks = []
        r = Reader(f.code)
        while r.pos < len(f.code):
            at = r.pos
            op = r.byte()
            if op == CONST:
                stack.append(wrap32(r.s()))
            elif op == GET:
                stack.append(local[r.u()])
            elif op == SET:
                local[r.u()] = stack.pop()
            elif op == BLOCK or op == LOOP:
                blocks.append((op == LOOP, at))
            elif op == IF:
                blocks.append((False, at))
                if stack.pop() == 0:
                    if at in f.elses:
                        r.pos = f.elses[at]
                    else:
                        r.pos = f.ends[at]
                        blocks.pop()
            elif op == ELSE:
                is_loop, start = blocks.pop()
                r.pos = f.ends[start]
            elif op == END:
                if not blocks:
                    break
                blocks.pop()
            elif op == BR or op == BR_IF:
                depth = r.u()
                if op == BR or stack.pop() != 0:
                    while depth > 0:
                        blocks.pop()
                        depth -= 1
                    is_loop, start = blocks.pop()
                    if is_loop:
                        r.pos = start
                    else:
                        r.pos = f.ends[start]
            elif op == CALL:
                i = r.u()
                n = self.functions[i].nparams
                split = len(stack) - n
                assert split >= 0
                args = stack[split:]
                del stack[split:]
                stack.append(self.call(i, args))
            elif op == RETURN:
                break
            elif op == UNREACHABLE:
                raise Trap("unreachable")
            elif op == EQZ:
                stack.append(int(stack.pop() == 0))
            elif op == LOAD8:
                stack.append(ord(self.memory[self.address(stack.pop())]))
            elif op == STORE8:
                v = stack.pop()
                self.memory[self.address(stack.pop())] = chr(v & 0xff)
            else:
                b = stack.pop()
                a = stack.pop()
                stack.append(self.binary(op, a, b))
        return stack.pop()

    def address(self, a):
        if not 0 <= a < len(self.memory):
            raise Trap("out of bounds memory access")
        check_nonneg(a)
        return a

    def binary(self, op, a, b):
        if op == ADD:
            return wrap32(a + b)
        if op == SUB:
            return wrap32(a - b)
        if op == MUL:
            return wrap32(intmask(a * b))
        if op == AND:
            return a & b
        if op == LT_S:
            return int(a < b)
        if op == LT_U:
            return int(u32(a) < u32(b))
        if op == SHL:
            return wrap32(intmask(u32(a) << (b & 31)))
        if op == SHR_S:
            return a >> (b & 31)
        if op == SHR_U:
            return wrap32(intmask(u32(a) >> (b & 31)))
        if op == ROTL:
            n = b & 31
            return wrap32(intmask((u32(a) << n) | (u32(a) >> (32 - n))))
        if b == 0:
            raise Trap("integer divide by zero")
        if op == DIV_U:
            return wrap32(intmask(u32(a) // u32(b)))
        if a == -0x80000000 and b == -1:
            raise Trap("integer overflow")
        q = abs(a) // abs(b)
        return q if (a < 0) == (b < 0) else -q


def asm(*words):
    out = []
    for w in words:
        if isinstance(w, tuple):
            out.append(chr(w[0]) + (leb_s(w[1]) if w[0] == CONST else leb_u(w[1])))
        else:
            out.append(chr(w))
    return "".join(out)


FUNCTIONS = [
    Function(1, 0, asm((GET, 0), (CONST, 2), LT_S, IF, (CONST, 1), RETURN, END,
                       (GET, 0), (GET, 0), (CONST, 1), SUB, (CALL, 0), MUL)),
    Function(1, 2, asm(BLOCK, LOOP, (GET, 0), EQZ, (BR_IF, 1), (GET, 1), (GET, 0), ADD, (SET, 1), (GET, 0), (CONST, 1), SUB,
                       (SET, 0), (BR, 0), END, END, (GET, 1))),
    Function(2, 0, asm((GET, 0), (GET, 1), DIV_S)),
    Function(2, 0, asm((GET, 0), (GET, 1), DIV_U)),
    Function(2, 0, asm((GET, 0), (GET, 1), STORE8, (GET, 0), LOAD8)),
    Function(2, 0, asm((GET, 0), (GET, 1), ROTL, (CONST, -559038737), ADD)),
    Function(2, 0, asm((GET, 0), (GET, 1), LT_U, IF, (CONST, 111), (SET, 0), ELSE, (CONST, -222), (SET, 0), END, (GET, 0))),
    Function(0, 0, asm(UNREACHABLE)),
    Function(0, 0, "%c\xff\xff\xff\xff\xff\xff\xff" % GET)]


def attempt(m, index, args):
    try:
        print("f%d(%s) = %d" % (index, ", ".join([str(a) for a in args]), m.call(index, args)))
    except Trap as t:
        print("f%d trapped: %s" % (index, t.msg))


def entry_point(argv):
    m = Module(FUNCTIONS)
    for n in [5, 12, 20]:
        attempt(m, 0, [n])
    attempt(m, 1, [100])
    for a, b in [(7, -2), (-7, 2), (1, 0), (-2147483648, -1)]:
        attempt(m, 2, [a, b])
        attempt(m, 3, [a, b])
    for a, b in [(3, 300), (256, 1), (-1, 1)]:
        attempt(m, 4, [a, b])
    for a, b in [(-2, 3), (1, 31), (305419896, 12)]:
        attempt(m, 5, [a, b])
        attempt(m, 6, [a, b])
    attempt(m, 7, [1])
    attempt(m, 8, [1])
    print(LONG_BIT, len(leb_s(-559038737)), len(leb_u(300)))
    return 0


def target(driver, args):
    return entry_point
