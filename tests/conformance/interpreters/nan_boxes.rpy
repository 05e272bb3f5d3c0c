# origin: after published programs
# jit: yes
"""A stack machine whose values are NaN-boxed 64-bit words: floats by longlong2float, small ints and references by tags."""
import math
from rpython.rlib.jit import JitDriver, promote
from rpython.rlib.longlong2float import float2longlong, longlong2float
from rpython.rlib.rarithmetic import r_ulonglong, r_uint, intmask, r_longlong, LONG_BIT
from rpython.rlib.rfloat import NAN, INFINITY, isnan
from rpython.rlib.objectmodel import always_inline

TAG_SHIFT = 48
TAG_MASK = r_ulonglong(0xffff) << TAG_SHIFT
TAG_INT = r_ulonglong(0xfff9) << TAG_SHIFT
TAG_REF = r_ulonglong(0xfffa) << TAG_SHIFT
TAG_NONE = r_ulonglong(0xfffb) << TAG_SHIFT
CANONICAL = r_ulonglong(0x7ff8) << TAG_SHIFT


class Heap(object):
    def __init__(self):
        self.texts = []

    def put(self, s):
        self.texts.append(s)
        return TAG_REF | r_ulonglong(len(self.texts) - 1)

    def get(self, box):
        return self.texts[intmask(box & 0xffffffff)]


@always_inline
def is_int(box):
    return (box & TAG_MASK) == TAG_INT


@always_inline
def is_ref(box):
    return (box & TAG_MASK) == TAG_REF


@always_inline
def is_float(box):
    return (box & TAG_MASK) < TAG_INT


def box_float(x):
    if isnan(x):
        return CANONICAL
    return r_ulonglong(float2longlong(x))


def box_int(n):
    if -0x80000000 <= n <= 0x7fffffff:
        return TAG_INT | (r_ulonglong(n) & r_ulonglong(0xffffffff))
    return box_float(float(n))


def unbox_int(box):
    n = intmask(box & r_ulonglong(0xffffffff))
    if n & 0x80000000:
        n -= 1 << 32
    return n


def as_float(box):
    if is_int(box):
        return float(unbox_int(box))
    return longlong2float(r_longlong(intmask(box)))


def text_of(heap, box):
    if is_int(box):
        return "int %d" % unbox_int(box)
    if is_ref(box):
        return "ref " + heap.get(box)
    if box == TAG_NONE:
        return "none"
    x = as_float(box)
    if isnan(x):
        return "nan"
    return "float %f" % x


PUSH, ADD, SUB, MUL, DIV, LESS, JUMP_IF, DUP, SWAP, OVER, PRINT, HALT, CONCAT, SQRT = range(14)


def location(pc, code):
    return str(pc)


driver = JitDriver(greens=["pc", "code"], reds=["sp", "stack", "heap", "out", "consts"], get_printable_location=location)


def arithmetic(op, a, b):
    if is_int(a) and is_int(b):
        x = unbox_int(a)
        y = unbox_int(b)
        if op == ADD:
            return box_int(x + y)
        if op == SUB:
            return box_int(x - y)
        if op == MUL:
            return box_int(x * y)
        if y != 0 and x % y == 0:
            return box_int(x // y)
    x = as_float(a)
    y = as_float(b)
    if op == ADD:
        return box_float(x + y)
    if op == SUB:
        return box_float(x - y)
    if op == MUL:
        return box_float(x * y)
    if y == 0.0:
        if x == 0.0 or isnan(x):
            return box_float(NAN)
        return box_float(math.copysign(INFINITY, x * math.copysign(1.0, y)))
    return box_float(x / y)


def interpret(code, consts, heap):
    pc = 0
    sp = 0
    stack = [TAG_NONE] * 16
    out = []
    while True:
        driver.jit_merge_point(pc=pc, code=code, sp=sp, stack=stack, heap=heap, out=out, consts=consts)
        op = code[pc]
        pc += 1
        if op == PUSH:
            stack[sp] = consts[code[pc]]
            pc += 1
            sp += 1
        elif op <= DIV:
            sp -= 1
            stack[sp - 1] = arithmetic(op, stack[sp - 1], stack[sp])
        elif op == LESS:
            sp -= 1
            stack[sp - 1] = box_int(int(as_float(stack[sp - 1]) < as_float(stack[sp])))
        elif op == JUMP_IF:
            to = code[pc]
            pc += 1
            sp -= 1
            if unbox_int(stack[sp]) != 0:
                if to < pc:
                    driver.can_enter_jit(pc=to, code=code, sp=sp, stack=stack, heap=heap, out=out, consts=consts)
                pc = to
        elif op == DUP:
            stack[sp] = stack[sp - 1]
            sp += 1
        elif op == OVER:
            stack[sp] = stack[sp - 2]
            sp += 1
        elif op == SWAP:
            stack[sp - 1], stack[sp - 2] = stack[sp - 2], stack[sp - 1]
        elif op == CONCAT:
            sp -= 1
            a = text_of(heap, stack[sp - 1])
            b = text_of(heap, stack[sp])
            stack[sp - 1] = heap.put(a + "," + b)
        elif op == SQRT:
            stack[sp - 1] = box_float(math.sqrt(as_float(stack[sp - 1])))
        elif op == PRINT:
            sp -= 1
            out.append(text_of(heap, stack[sp]))
        else:
            return "; ".join(out)


def entry_point(argv):
    heap = Heap()
    consts = [box_int(0), box_int(1), box_int(400), box_float(0.5), box_int(0x7fffffff), box_int(-3), box_float(-0.0), heap.put("text"),
              TAG_NONE, box_float(1e300)]
    for c in consts:
        print(text_of(heap, c), is_float(c))
    # sum of i * 0.5 while i < 400: stack is sum, i
    loop = [PUSH, 0, PUSH, 0,
            DUP, PUSH, 3, MUL, SWAP, PUSH, 1, ADD, SWAP, OVER, PRINT, PRINT, DUP, PUSH, 5, LESS, JUMP_IF, 4, PRINT, PRINT, HALT]
    print(interpret(loop, consts, heap))
    count = [PUSH, 0, PUSH, 0, PUSH, 1, ADD, DUP, PUSH, 3, MUL, SQRT, PUSH, 1, ADD, OVER, SWAP, DIV, PRINT,
             DUP, PUSH, 2, LESS, JUMP_IF, 4, PRINT, HALT]
    text = interpret(count, consts, heap)
    print(len(text), text[-60:])
    big = [PUSH, 4, PUSH, 1, ADD, PRINT, PUSH, 4, DUP, MUL, PRINT, PUSH, 5, PUSH, 6, DIV, PRINT, PUSH, 0, PUSH, 0, DIV, DUP, PRINT,
           PUSH, 1, ADD, PRINT, PUSH, 9, DUP, MUL, PUSH, 9, DUP, MUL, SUB, PRINT, PUSH, 7, PUSH, 5, CONCAT, PRINT,
           PUSH, 8, PUSH, 7, CONCAT, PRINT, PUSH, 2, PUSH, 5, DIV, PRINT, PUSH, 2, PUSH, 1, DIV, PRINT, HALT]
    print(interpret(big, consts, heap))
    print(len(heap.texts))
    print(text_of(heap, box_float(NAN)), box_float(NAN) == CANONICAL, intmask(box_int(-1)) == intmask(TAG_INT | r_ulonglong(0xffffffff)))
    return 0


def target(driver, args):
    return entry_point, None
