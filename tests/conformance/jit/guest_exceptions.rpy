# jit: yes
"""A bytecode machine with a block stack: guest try, except, finally and loops; guest exceptions unwind blocks inside of a trace, leave
functions, are raised by host errors; the block chain is immutable and the frame is a virtualizable."""
from rpython.rlib.jit import JitDriver, hint, promote, unroll_safe, elidable
from rpython.rlib.rarithmetic import ovfcheck

(CONST, LOAD, STORE, ADD, SUB, MUL, MOD, LESS, JUMP, JUMP_IF, SETUP_EXCEPT, SETUP_FINALLY, SETUP_LOOP, POP_BLOCK, END_FINALLY, RAISE, BREAK,
 CALL, RETURN, PRINT, MATCH, POP, DUP) = range(23)
NAMES = ("const load store add sub mul mod less jump jump_if setup_except setup_finally setup_loop pop_block end_finally raise break call "
         "return print match pop dup").split(" ")
JUMPS = (JUMP, JUMP_IF, SETUP_EXCEPT, SETUP_FINALLY, SETUP_LOOP)
EXCEPT, FINALLY, LOOP = range(3)


class Code(object):
    _immutable_fields_ = ["name", "ops[*]", "args[*]", "nlocals", "functions"]

    def __init__(self, name, ops, args, nlocals, functions):
        self.name = name
        self.ops = ops
        self.args = args
        self.nlocals = nlocals
        self.functions = functions


class Functions(object):
    _immutable_fields_ = ["codes[*]"]


class Block(object):
    _immutable_fields_ = ["kind", "handler", "sp", "previous"]

    def __init__(self, kind, handler, sp, previous):
        self.kind = kind
        self.handler = handler
        self.sp = sp
        self.previous = previous


class GuestError(Exception):
    def __init__(self, value):
        self.value = value


class Signal(object):
    """What `end_finally` goes on with."""


class Raising(Signal):
    def __init__(self, value):
        self.value = value


class Returning(Signal):
    def __init__(self, value):
        self.value = value


class Breaking(Signal):
    pass


class Frame(object):
    _virtualizable_ = ["stack[*]", "sp", "block", "signal"]

    def __init__(self, code):
        self = hint(self, access_directly=True, fresh_virtualizable=True)
        self.stack = [0] * (code.nlocals + 12)
        self.sp = code.nlocals
        self.block = None
        self.signal = None

    def push(self, n):
        self.stack[self.sp] = n
        self.sp += 1

    def pop(self):
        sp = self.sp - 1
        assert sp >= 0
        self.sp = sp
        return self.stack[sp]

    @unroll_safe
    def unwind(self, signal):
        """The place where the signal is handled, or -1."""
        while self.block is not None:
            block = self.block
            self.block = block.previous
            self.sp = block.sp
            if block.kind == LOOP and isinstance(signal, Breaking):
                return block.handler
            if block.kind == EXCEPT and isinstance(signal, Raising):
                self.push(signal.value)
                return block.handler
            if block.kind == FINALLY:
                self.signal = signal
                return block.handler
        return -1


class Output(object):
    def __init__(self):
        self.items = []


out = Output()


def location(pc, code):
    return "%s %d %s" % (code.name, pc, NAMES[code.ops[pc]])


driver = JitDriver(greens=["pc", "code"], reds=["frame"], virtualizables=["frame"], get_printable_location=location)


def binary(op, a, b):
    if op == ADD:
        return ovfcheck(a + b)
    elif op == SUB:
        return ovfcheck(a - b)
    elif op == MUL:
        return ovfcheck(a * b)
    elif op == MOD:
        return a % b
    return int(a < b)


def run(code, argument):
    frame = Frame(code)
    frame.stack[0] = argument
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = code.ops[pc]
        arg = code.args[pc]
        pc += 1
        signal = None
        if op == CONST:
            frame.push(arg)
        elif op == LOAD:
            frame.push(frame.stack[arg])
        elif op == STORE:
            frame.stack[arg] = frame.pop()
        elif op <= LESS:
            b = frame.pop()
            a = frame.pop()
            try:
                frame.push(binary(op, a, b))
            except OverflowError:
                signal = Raising(900)
            except ZeroDivisionError:
                signal = Raising(901)
        elif op == JUMP or op == JUMP_IF:
            if op == JUMP or frame.pop() != 0:
                back = arg < pc
                pc = arg
                if back:
                    driver.can_enter_jit(pc=pc, code=code, frame=frame)
        elif op == SETUP_EXCEPT:
            frame.block = Block(EXCEPT, arg, frame.sp, frame.block)
        elif op == SETUP_FINALLY:
            frame.block = Block(FINALLY, arg, frame.sp, frame.block)
        elif op == SETUP_LOOP:
            frame.block = Block(LOOP, arg, frame.sp, frame.block)
        elif op == POP_BLOCK:
            block = frame.block
            frame.block = block.previous
            if block.kind == FINALLY:
                frame.signal = None
        elif op == END_FINALLY:
            signal = frame.signal
            frame.signal = None
        elif op == RAISE:
            signal = Raising(frame.pop())
        elif op == BREAK:
            signal = Breaking()
        elif op == CALL:
            try:
                frame.push(run(code.functions.codes[arg], frame.pop()))
            except GuestError as e:
                signal = Raising(e.value)
        elif op == RETURN:
            signal = Returning(frame.pop())
        elif op == PRINT:
            out.items.append(str(frame.pop()))
        elif op == MATCH:
            # keeps the exception, tells whether it is the one
            value = frame.pop()
            frame.push(value)
            frame.push(int(value == arg))
        elif op == POP:
            frame.pop()
        elif op == DUP:
            value = frame.pop()
            frame.push(value)
            frame.push(value)
        if signal is not None:
            to = frame.unwind(signal)
            if to >= 0:
                pc = to
            elif isinstance(signal, Raising):
                raise GuestError(signal.value)
            elif isinstance(signal, Returning):
                return signal.value
            else:
                return -1


def assemble(functions, name, text):
    ops = []
    args = []
    labels = {}
    for word in text.split(" "):
        if word.endswith(":"):
            labels[word[:-1]] = len(ops)
        elif not (word[0].isdigit() or word[0] in "-@"):
            ops.append(word)
    nlocals = 1
    codes = []
    pending = False
    for word in text.split(" "):
        if word.endswith(":"):
            continue
        if word[0] == "@":
            args[len(args) - 1] = labels[word[1:]]
        elif word[0].isdigit() or word[0] == "-":
            n = int(word)
            args[len(args) - 1] = n
            if codes[len(codes) - 1] in (LOAD, STORE) and n >= nlocals:
                nlocals = n + 1
        else:
            codes.append(NAMES_TO_CODES[word])
            args.append(0)
    return Code(name, codes[:], args[:], nlocals, functions)


NAMES_TO_CODES = dict([(name, i) for i, name in enumerate(NAMES)])

PROGRAMS = [
    # counts down, an exception for each multiple of 7 is caught in the loop
    "loop: load 0 const 1 less jump_if @end setup_except @handler load 0 const 7 mod jump_if @fine const 7 raise fine: load 1 const 1 add "
    "store 1 pop_block jump @next handler: pop load 2 const 1 add store 2 next: load 0 const 1 sub store 0 jump @loop "
    "end: load 1 const 1000 mul load 2 add return",
    # the exception of a function that is called
    "loop: load 0 const 1 less jump_if @end setup_except @handler load 0 call 2 load 1 add store 1 pop_block jump @next handler: match 3 "
    "jump_if @three raise three: pop load 1 const 1000 add store 1 next: load 0 const 1 sub store 0 jump @loop end: load 1 return",
    "load 0 const 3 mod jump_if @fine const 3 raise fine: load 0 return",
    # finally with return, break and an exception in it
    "setup_loop @out loop: setup_finally @final load 0 const 5 less jump_if @leave load 0 const 1 sub store 0 pop_block jump @final leave: break "
    "final: load 1 const 1 add store 1 end_finally jump @loop out: load 1 const 100 mul load 0 add return",
    "setup_finally @final load 0 const 1 less jump_if @error const 11 return error: const 5 raise final: const 77 print end_finally",
    "setup_except @handler const 3 load 0 loop: load 0 const 1 less jump_if @zero load 1 const 2 add store 1 load 0 const 1 sub store 0 jump @loop "
    "zero: load 1 const 0 mod handler: dup print return",
    "const 3 store 1 setup_except @handler loop: load 1 load 1 mul store 1 jump @loop handler: print load 1 return",
    "load 0 raise", "setup_finally @final load 0 raise final: const 1 print const 42 return"]


def entry_point(argv):
    functions = Functions()
    codes = []
    for i in range(len(PROGRAMS)):
        codes.append(assemble(functions, "f%d" % i, PROGRAMS[i]))
    functions.codes = codes[:]
    for n in (300, 0):
        for code in functions.codes:
            out.items = []
            try:
                result = "returns %d" % run(code, n)
            except GuestError as e:
                result = "raises %d" % e.value
            print("%s(%d) %s %s" % (code.name, n, result, " ".join(out.items)))
    return 0


def target(driver, args):
    return entry_point, None
