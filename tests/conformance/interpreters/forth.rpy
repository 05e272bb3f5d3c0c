# jit: yes
"""A Forth: dictionary of words, compiler to threaded code, control structures, variables, strings, exceptions, defining words
with does>, an inner interpreter that the JIT follows."""

from rpython.rlib import jit
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import intmask

(LIT, CALL, BRANCH, BRANCH0, EXIT, DO, LOOP, PLUS_LOOP, PRIM, TO_R, FROM_R, R_FETCH, INDEX, OUTER_INDEX, LEAVE, UNLOOP,
 PRINT_STRING, DOES, EXECUTE, TRY) = range(20)


class ForthError(Exception):
    def __init__(self, message):
        self.message = message


class Throw(Exception):
    def __init__(self, code):
        self.code = code


class Word(object):
    """`code` grows while the word is compiled, then is frozen into a Code."""

    def __init__(self, name):
        self.name = name
        self.immediate = False
        self.hidden = False
        self.code = None
        self.primitive = None
        self.opcode = -1
        self.compiling = None
        self.number = 0


class Code(object):
    _immutable_fields_ = ["ops[*]", "args[*]", "name"]

    def __init__(self, name, ops, args):
        self.name = name
        self.ops = ops
        self.args = args


class Primitive(object):
    def run(self, vm):
        raise NotImplementedError


def get_location(pc, code):
    return "%s+%d" % (code.name, pc)


driver = jit.JitDriver(greens=["pc", "code"], reds=["vm"], get_printable_location=get_location)


class Frame(object):
    """Where a call goes back to, and the loops that are open in it."""
    _immutable_fields_ = ["code", "pc", "next"]

    def __init__(self, code, pc, next):
        self.code = code
        self.pc = pc
        self.next = next


class Loop(object):
    def __init__(self, index, limit, next):
        self.index = index
        self.limit = limit
        self.next = next


class VM(object):
    def __init__(self):
        self.stack = [0] * 256
        self.sp = 0
        self.rstack = [0] * 256
        self.rp = 0
        self.memory = [0] * 1024
        self.here = 0
        self.words = []
        self.names = {}
        self.codes = []
        self.strings = []
        self.out = []
        self.base = 10
        self.loops = None
        self.current = None
        self.ops = []
        self.args = []
        self.control = []
        self.leaves = []
        self.tokens = []
        self.position = 0
        self.prims = []
        for name, prim in PRIMITIVES:
            w = self.define(name)
            w.primitive = prim
            w.number = len(self.prims)
            self.prims.append(prim)
        for name, op in OPCODE_WORDS:
            w = self.define(name)
            w.opcode = op
        for name, f in COMPILE_WORDS:
            w = self.define(name)
            w.compiling = f
            w.immediate = True

    # ---- stacks

    def push(self, n):
        if self.sp >= len(self.stack):
            raise ForthError("stack overflow")
        self.stack[self.sp] = n
        self.sp += 1

    def pop(self):
        if self.sp <= 0:
            raise ForthError("stack underflow")
        self.sp -= 1
        return self.stack[self.sp]

    def peek(self, i):
        if self.sp - i <= 0:
            raise ForthError("stack underflow")
        return self.stack[self.sp - 1 - i]

    def fetch(self, addr):
        if not 0 <= addr < len(self.memory):
            raise ForthError("bad address %d" % addr)
        return self.memory[addr]

    def store(self, addr, n):
        if not 0 <= addr < len(self.memory):
            raise ForthError("bad address %d" % addr)
        self.memory[addr] = n

    # ---- dictionary

    def define(self, name):
        w = Word(name)
        self.words.append(w)
        self.names[name] = w
        return w

    def find(self, name):
        w = self.names.get(name, None)
        if w is not None and w.hidden:
            return None
        return w

    def add_code(self, w, ops, args):
        """ops and args are new lists."""
        code = Code(w.name, ops, args)
        w.code = code
        w.number = len(self.codes)
        self.codes.append(code)

    # ---- compiler

    def emit(self, op, arg=0):
        self.ops.append(op)
        self.args.append(arg)
        return len(self.ops) - 1

    def word(self):
        if self.position >= len(self.tokens):
            raise ForthError("a name is missing")
        self.position += 1
        return self.tokens[self.position - 1]

    def text_until(self, closing):
        parts = []
        while True:
            t = self.word()
            if t.endswith(closing):
                parts.append(t[:len(t) - len(closing)])
                return " ".join(parts)
            parts.append(t)

    def number(self, text):
        try:
            return int(text, self.base)
        except ValueError:
            raise ForthError(text + " ?")

    def compile(self, w):
        if w.primitive is not None:
            self.emit(PRIM, w.number)
        elif w.opcode >= 0:
            self.emit(w.opcode)
        else:
            self.emit(CALL, w.number)

    def push_control(self, kind, at):
        self.control.append((kind, at))

    def pop_control(self, kind):
        if not self.control or self.control[len(self.control) - 1][0] != kind:
            raise ForthError("unbalanced " + kind)
        return self.control.pop()[1]

    def interpret(self, text):
        try:
            for line in text.split("\n"):
                self.tokens = [t for t in line.split(" ") if t]
                self.position = 0
                while self.position < len(self.tokens):
                    self.token(self.word())
        except ForthError as e:
            self.reset("error: " + e.message)
        except Throw as t:
            self.reset("uncaught throw %d" % t.code)

    def reset(self, message):
        self.out.append(message + "\n")
        self.sp = 0
        self.rp = 0
        self.loops = None
        if self.current is not None:
            self.current.hidden = True
        self.current = None
        self.control = []
        self.base = 10

    def token(self, t):
        w = self.find(t)
        if w is None:
            n = self.number(t)
            if self.current is not None:
                self.emit(LIT, n)
            else:
                self.push(n)
        elif w.immediate and w.compiling is not None:
            w.compiling(self)
        elif self.current is not None and not w.immediate:
            self.compile(w)
        else:
            self.run_word(w)

    def run_word(self, w):
        if w.primitive is not None:
            w.primitive.run(self)
        elif w.code is not None:
            self.run(w.code)
        else:
            self.run(Code(w.name, [w.opcode, EXIT], [0, 0]))

    # ---- inner interpreter

    def run(self, code):
        vm = self
        pc = 0
        frame = None
        depth = 0
        while True:
            driver.jit_merge_point(pc=pc, code=code, vm=vm)
            op = code.ops[pc]
            arg = code.args[pc]
            pc += 1
            if op == LIT:
                vm.push(arg)
            elif op == PRIM:
                prim = vm.prims[arg]
                prim.run(vm)
            elif op == CALL:
                # Recursion of the host: the frames of the guest are those of the host.
                vm.call(vm.codes[arg])
            elif op == BRANCH:
                if arg < pc:
                    driver.can_enter_jit(pc=arg, code=code, vm=vm)
                pc = arg
            elif op == BRANCH0:
                if vm.pop() == 0:
                    pc = arg
            elif op == EXIT:
                return
            elif op == DO:
                start = vm.pop()
                vm.loops = Loop(start, vm.pop(), vm.loops)
            elif op == LOOP or op == PLUS_LOOP:
                step = 1 if op == LOOP else vm.pop()
                loop = vm.loops
                before = loop.index < loop.limit
                loop.index += step
                if (loop.index < loop.limit) == before:
                    driver.can_enter_jit(pc=arg, code=code, vm=vm)
                    pc = arg
                else:
                    vm.loops = loop.next
            elif op == LEAVE or op == UNLOOP:
                if vm.loops is None:
                    raise ForthError("no loop")
                vm.loops = vm.loops.next
                if op == LEAVE:
                    pc = arg
            elif op == INDEX:
                if vm.loops is None:
                    raise ForthError("no loop")
                vm.push(vm.loops.index)
            elif op == OUTER_INDEX:
                if vm.loops is None or vm.loops.next is None:
                    raise ForthError("no outer loop")
                vm.push(vm.loops.next.index)
            elif op == TO_R:
                vm.rstack[vm.rp] = vm.pop()
                vm.rp += 1
            elif op == FROM_R or op == R_FETCH:
                if vm.rp <= 0:
                    raise ForthError("return stack underflow")
                vm.push(vm.rstack[vm.rp - 1])
                if op == FROM_R:
                    vm.rp -= 1
            elif op == PRINT_STRING:
                vm.out.append(vm.strings[arg])
            elif op == EXECUTE:
                vm.execute(vm.pop())
            elif op == TRY:
                vm.try_(vm.pop())
            elif op == DOES:
                # The word defined last gets this code behind its address.
                last = vm.words[len(vm.words) - 1]
                address = last.code.args[0]
                tail_ops = [LIT, CALL, EXIT]
                tail_args = [address, arg, 0]
                vm.add_code(last, tail_ops, tail_args)
                return
            else:
                raise ForthError("bad opcode %d" % op)

    def call(self, code):
        loops = self.loops
        self.depth_check()
        self.nesting += 1
        self.run(code)
        self.nesting -= 1
        self.loops = loops

    nesting = 0

    def depth_check(self):
        if self.nesting > 150:
            self.nesting = 0
            raise ForthError("nested too deeply")

    def execute(self, token):
        if not 0 <= token < len(self.words):
            raise ForthError("bad execution token")
        self.run_word(self.words[token])

    def try_(self, token):
        sp, rp, loops, nesting = self.sp, self.rp, self.loops, self.nesting
        try:
            self.execute(token)
            self.push(0)
        except Throw as t:
            self.sp, self.rp, self.loops, self.nesting = sp, rp, loops, nesting
            self.push(t.code)
        except ForthError as e:
            self.sp, self.rp, self.loops, self.nesting = sp, rp, loops, nesting
            self.push(-1)


# ____________________________________________________________ primitives

PRIMITIVES = []


def primitive(name):
    """Makes a class of its own for each function."""
    def decorate(f):
        class FunctionPrimitive(Primitive):
            def run(self, vm):
                f(vm)
        FunctionPrimitive.__name__ = "Prim_" + f.__name__
        PRIMITIVES.append((name, FunctionPrimitive()))
        return f
    return decorate


def binary(name, compute):
    @primitive(name)
    def operation(vm):
        b = vm.pop()
        a = vm.pop()
        vm.push(compute(a, b))


def flag(b):
    return -1 if b else 0


def divide(a, b):
    if b == 0:
        raise Throw(-10)
    return a // b


def modulo(a, b):
    if b == 0:
        raise Throw(-10)
    return a % b


for _name, _f in [
    ("+", lambda a, b: a + b), ("-", lambda a, b: a - b), ("*", lambda a, b: a * b), ("/", divide), ("mod", modulo),
    ("and", lambda a, b: a & b), ("or", lambda a, b: a | b), ("xor", lambda a, b: a ^ b), ("max", lambda a, b: max(a, b)),
    ("min", lambda a, b: min(a, b)), ("=", lambda a, b: flag(a == b)), ("<>", lambda a, b: flag(a != b)),
    ("<", lambda a, b: flag(a < b)), (">", lambda a, b: flag(a > b)), ("<=", lambda a, b: flag(a <= b)),
    (">=", lambda a, b: flag(a >= b)), ("lshift", lambda a, b: intmask(a << (b & 63))),
    ("rshift", lambda a, b: a >> (b & 63)),
]:
    binary(_name, _f)


@primitive("dup")
def p_dup(vm):
    vm.push(vm.peek(0))


@primitive("?dup")
def p_qdup(vm):
    if vm.peek(0) != 0:
        vm.push(vm.peek(0))


@primitive("drop")
def p_drop(vm):
    vm.pop()


@primitive("swap")
def p_swap(vm):
    b = vm.pop()
    a = vm.pop()
    vm.push(b)
    vm.push(a)


@primitive("over")
def p_over(vm):
    vm.push(vm.peek(1))


@primitive("rot")
def p_rot(vm):
    c = vm.pop()
    b = vm.pop()
    a = vm.pop()
    vm.push(b)
    vm.push(c)
    vm.push(a)


@primitive("pick")
def p_pick(vm):
    n = vm.pop()
    vm.push(vm.peek(n))


@primitive("depth")
def p_depth(vm):
    vm.push(vm.sp)


@primitive("@")
def p_fetch(vm):
    vm.push(vm.fetch(vm.pop()))


@primitive("!")
def p_store(vm):
    addr = vm.pop()
    vm.store(addr, vm.pop())


@primitive("+!")
def p_plus_store(vm):
    addr = vm.pop()
    vm.store(addr, vm.fetch(addr) + vm.pop())


@primitive("allot")
def p_allot(vm):
    vm.here += vm.pop()


@primitive("here")
def p_here(vm):
    vm.push(vm.here)


@primitive(",")
def p_comma(vm):
    vm.store(vm.here, vm.pop())
    vm.here += 1


DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def in_base(n, base):
    if n < 0:
        return "-" + in_base(-n, base)
    if n < base:
        return DIGITS[n]
    return in_base(n // base, base) + DIGITS[n % base]


@primitive(".")
def p_dot(vm):
    vm.out.append(in_base(vm.pop(), vm.base) + " ")


@primitive(".s")
def p_dot_s(vm):
    vm.out.append("<%d> " % vm.sp)
    for i in range(vm.sp):
        vm.out.append(in_base(vm.stack[i], vm.base) + " ")


@primitive("emit")
def p_emit(vm):
    vm.out.append(chr(vm.pop() & 255))


@primitive("cr")
def p_cr(vm):
    vm.out.append("\n")


@primitive("spaces")
def p_spaces(vm):
    vm.out.append(" " * vm.pop())


@primitive("throw")
def p_throw(vm):
    n = vm.pop()
    if n != 0:
        raise Throw(n)


@primitive("hex")
def p_hex(vm):
    vm.base = 16


@primitive("decimal")
def p_decimal(vm):
    vm.base = 10


OPCODE_WORDS = [("exit", EXIT), (">r", TO_R), ("r>", FROM_R), ("r@", R_FETCH), ("i", INDEX), ("j", OUTER_INDEX),
                ("unloop", UNLOOP), ("execute", EXECUTE), ("catch", TRY)]

# ____________________________________________________________ words that run while compiling

COMPILE_WORDS = []


def compiling(name):
    def decorate(f):
        COMPILE_WORDS.append((name, f))
        return f
    return decorate


@compiling(":")
def c_colon(vm):
    vm.current = vm.define(vm.word())
    vm.current.hidden = True
    vm.ops = []
    vm.args = []


@compiling(";")
def c_semicolon(vm):
    if vm.current is None:
        raise ForthError("; without :")
    if vm.control:
        raise ForthError("unbalanced " + vm.control[len(vm.control) - 1][0])
    vm.emit(EXIT)
    vm.current.hidden = False
    vm.add_code(vm.current, vm.ops[:], vm.args[:])
    vm.current = None


@compiling("immediate")
def c_immediate(vm):
    vm.words[len(vm.words) - 1].immediate = True


@compiling("recurse")
def c_recurse(vm):
    # The code is not there yet: its number is.
    vm.emit(CALL, len(vm.codes))


@compiling("(")
def c_comment(vm):
    while vm.word() != ")":
        pass


@compiling("\\")
def c_line_comment(vm):
    vm.position = len(vm.tokens)


@compiling("if")
def c_if(vm):
    vm.push_control("if", vm.emit(BRANCH0))


@compiling("else")
def c_else(vm):
    at = vm.pop_control("if")
    vm.push_control("if", vm.emit(BRANCH))
    vm.args[at] = len(vm.ops)


@compiling("then")
def c_then(vm):
    vm.args[vm.pop_control("if")] = len(vm.ops)


@compiling("begin")
def c_begin(vm):
    vm.push_control("begin", len(vm.ops))


@compiling("until")
def c_until(vm):
    # A conditional jump backwards: out, or back by a jump of its own.
    at = vm.emit(BRANCH0)
    end = vm.emit(BRANCH)
    vm.args[at] = vm.emit(BRANCH, vm.pop_control("begin"))
    vm.args[end] = len(vm.ops)


@compiling("again")
def c_again(vm):
    vm.emit(BRANCH, vm.pop_control("begin"))


@compiling("while")
def c_while(vm):
    start = vm.pop_control("begin")
    vm.push_control("while", vm.emit(BRANCH0))
    vm.push_control("begin", start)


@compiling("repeat")
def c_repeat(vm):
    vm.emit(BRANCH, vm.pop_control("begin"))
    vm.args[vm.pop_control("while")] = len(vm.ops)


@compiling("do")
def c_do(vm):
    vm.emit(DO)
    vm.push_control("do", len(vm.ops))
    vm.leaves.append([0])


def end_loop(vm, op):
    vm.emit(op, vm.pop_control("do"))
    for at in vm.leaves.pop():
        if at > 0:
            vm.args[at] = len(vm.ops)


@compiling("loop")
def c_loop(vm):
    end_loop(vm, LOOP)


@compiling("+loop")
def c_plus_loop(vm):
    end_loop(vm, PLUS_LOOP)


@compiling("leave")
def c_leave(vm):
    if not vm.leaves:
        raise ForthError("leave without a loop")
    vm.leaves[len(vm.leaves) - 1].append(vm.emit(LEAVE))


@compiling('."')
def c_string(vm):
    text = vm.text_until('"')
    if vm.current is None:
        vm.out.append(text)
        return
    vm.strings.append(text)
    vm.emit(PRINT_STRING, len(vm.strings) - 1)


@compiling("variable")
def c_variable(vm):
    w = vm.define(vm.word())
    vm.add_code(w, [LIT, EXIT], [vm.here, 0])
    vm.here += 1


@compiling("constant")
def c_constant(vm):
    w = vm.define(vm.word())
    vm.add_code(w, [LIT, EXIT], [vm.pop(), 0])


class Create(Primitive):
    """Takes its name from the input when it runs."""

    def run(self, vm):
        w = vm.define(vm.word())
        vm.add_code(w, [LIT, EXIT], [vm.here, 0])


PRIMITIVES.append(("create", Create()))


@compiling("does>")
def c_does(vm):
    # What follows is a word of its own.
    name = vm.current.name
    vm.emit(DOES, len(vm.codes) + 1)
    vm.emit(EXIT)
    outer = vm.current
    outer.hidden = False
    vm.add_code(outer, vm.ops[:], vm.args[:])
    inner = Word(name + "-does")
    vm.current = inner
    vm.ops = []
    vm.args = []


@compiling("'")
def c_tick(vm):
    name = vm.word()
    for i in range(len(vm.words) - 1, -1, -1):
        if vm.words[i].name == name and not vm.words[i].hidden:
            if vm.current is not None:
                vm.emit(LIT, i)
            else:
                vm.push(i)
            return
    raise ForthError(name + " ?")


# ____________________________________________________________ programs

PROGRAM = r"""
: square dup * ; 7 square . cr
: cube ( n -- n^3 ) dup square * ; 3 cube . cr
: abs dup 0 < if 0 swap - then ; -5 abs . 5 abs . cr
: sign dup 0 > if drop 1 else 0 < if -1 else 0 then then ; 9 sign . -9 sign . 0 sign . cr
: fact dup 2 < if drop 1 else dup 1 - recurse * then ; 10 fact . 20 fact . cr
: fib dup 2 < if else dup 1 - recurse swap 2 - recurse + then ; 15 fib . cr
: countdown begin dup . 1 - dup 0 = until drop ; 5 countdown cr
: gcd begin dup while swap over mod repeat drop ; 84 36 gcd . cr
: table 4 1 do 4 1 do i j * . loop cr loop ; table
: evens 20 0 do i . 4 +loop ; evens cr
: down 0 10 do i . -3 +loop ; down cr
: find-square 100 0 do i i * 200 > if i . leave then loop ; find-square cr
: early 10 0 do i 3 = if unloop ." early" exit then loop ." late" ; early cr
variable counter  : tick 1 counter +! ;  tick tick tick counter @ . cr
42 constant answer answer . cr
: array create allot does> + ;  10 array data
: fill-data 10 0 do i square i data ! loop ; fill-data
: show-data 10 0 do i data @ . loop ; show-data cr
: const create , does> @ ; 7 const seven seven seven * . cr
1 2 3 .s rot .s drop drop drop cr
1 2 3 2 pick . .s drop drop drop cr
hex ff . decimal 255 hex . 1f decimal . cr
: apply-twice dup >r execute r> execute ; 3 ' square apply-twice . cr
: risky dup 0 = if 99 throw then 100 swap / ;
: safe ' risky catch dup if ." caught " . drop else drop . then ; 5 safe 0 safe cr
: div0 1 0 / ; ' div0 catch . cr
' drop catch . cr
1 0 /
: nested ' safe catch . ; 4 nested cr
drop
unknown-word
: broken if ;
: also-broken then ;
: forever recurse ; forever
." still alive" cr
: stars 0 do 42 emit loop ; 5 stars 3 spaces 2 stars cr
: pyramid 1 + 1 do i stars cr loop ; 3 pyramid
: isqrt dup begin 2 pick over / over + 2 / dup 2 pick < while swap drop repeat drop swap drop ; 144 isqrt . 1000 isqrt . cr
: prime? dup 2 < if drop 0 exit then dup 2 = if drop -1 exit then -1 over 2 do over i mod 0 = if drop 0 leave then i dup * 2 pick > if leave then loop swap drop ;
: primes 2 do i prime? if i . then loop ; 50 primes cr
: collatz 0 swap begin dup 1 > while dup 1 and if 3 * 1 + else 2 / then swap 1 + swap repeat drop ; 27 collatz . cr
: sum-loop 0 swap 0 do i + loop ; 10000 sum-loop . cr
: bits 0 begin over while over 1 and + swap 1 rshift swap repeat swap drop ; 255 bits . 1024 bits . cr
variable seed 12345 seed ! : random seed @ 1103515245 * 12345 + 2147483647 and dup seed ! 16 rshift ;
: dice 6 0 do random 6 mod 1 + . loop ; dice cr
: bubble 9 0 do 9 i - 0 do i data @ i 1 + data @ > if i data @ i 1 + data @ i data ! i 1 + data ! then loop loop ;
: shuffle 10 0 do random 100 mod i data ! loop ; shuffle bubble show-data cr
depth . cr
99 throw
"""


def entry_point(argv):
    vm = VM()
    for line in PROGRAM.split("\n"):
        vm.interpret(line)
    print("".join(vm.out))
    print("%d words, %d codes, %d cells" % (len(vm.words), len(vm.codes), vm.here))
    return 0


def target(driver, args):
    return entry_point
