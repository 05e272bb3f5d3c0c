# jit: yes
"""Loops whose first iteration is not like the others: bridges that fit no label of theirs make further labels. Objects
keep their identity and classes, also where a label was made for others, and with all settings of this."""
from rpython.rlib import jit


class W_Root(object):
    def truth(self):
        return True


class W_Int(W_Root):
    _immutable_fields_ = ['n']

    def __init__(self, n):
        self.n = n

    def truth(self):
        return self.n != 0


class W_Float(W_Root):
    _immutable_fields_ = ['x']

    def __init__(self, x):
        self.x = x


class W_Pair(W_Root):
    def __init__(self, left, right):
        self.left = left
        self.right = right


ZERO = W_Int(0)


def plus(v, w):
    if isinstance(v, W_Int):
        if isinstance(w, W_Int):
            return W_Int(v.n + w.n)
        if isinstance(w, W_Float):
            return W_Float(v.n + w.x)
    if isinstance(v, W_Float):
        if isinstance(w, W_Int):
            return W_Float(v.x + w.n)
        if isinstance(w, W_Float):
            return W_Float(v.x + w.x)
    if isinstance(v, W_Pair):
        return plus(v.left, w)
    return W_Int(-1)


def text(w):
    if isinstance(w, W_Int):
        return 'i%d' % w.n
    if isinstance(w, W_Float):
        return 'f%d' % int(w.x * 8.0)
    if isinstance(w, W_Pair):
        return '(%s %s)' % (text(w.left), text(w.right))
    return '-'


class Frame(object):
    _virtualizable_ = ['regs[*]']

    def __init__(self, size):
        self = jit.hint(self, fresh_virtualizable=True, access_directly=True)
        self.regs = [ZERO] * size


driver = jit.JitDriver(greens=['pc', 'code'], reds=['frame'], virtualizables=['frame'])

# Instructions: a letter, then digits for registers and two for jumps.
#   + a b c   a = b + c         = a b   a = b         z a   a = the constant zero     f a b   a = b as a float
#   p a b c   a = pair(b, c)    l a b   a = b.left    ? a b mm   to mm if a < b       % a b mm   to mm if a % 3 == b's digit
#   i a b mm  to mm if a and b are one object         g mm   to mm       . a   the result


@jit.elidable
def digit(code, pc):
    return ord(code[pc]) - ord('0')


@jit.elidable
def place(code, pc):
    return 10 * digit(code, pc) + digit(code, pc + 1)


def less(v, w):
    x = y = 0
    if isinstance(v, W_Int):
        x = v.n
    elif isinstance(v, W_Float):
        x = int(v.x)
    if isinstance(w, W_Int):
        y = w.n
    return x < y


def third(v, k):
    if isinstance(v, W_Int):
        return v.n % 3 == k
    return k == 2


def interpret(code, frame):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = code[pc]
        regs = frame.regs
        target = -1
        if op == '+':
            w = plus(regs[digit(code, pc + 2)], regs[digit(code, pc + 3)])
            regs[digit(code, pc + 1)] = w
            pc += 4
        elif op == '=':
            regs[digit(code, pc + 1)] = regs[digit(code, pc + 2)]
            pc += 3
        elif op == 'z':
            regs[digit(code, pc + 1)] = ZERO
            pc += 2
        elif op == 'f':
            regs[digit(code, pc + 1)] = plus(regs[digit(code, pc + 2)], W_Float(0.25))
            pc += 3
        elif op == 'p':
            regs[digit(code, pc + 1)] = W_Pair(regs[digit(code, pc + 2)], regs[digit(code, pc + 3)])
            pc += 4
        elif op == 'l':
            w = regs[digit(code, pc + 2)]
            if isinstance(w, W_Pair):
                w = w.left
            regs[digit(code, pc + 1)] = w
            pc += 3
        elif op == '?':
            if less(regs[digit(code, pc + 1)], regs[digit(code, pc + 2)]):
                target = place(code, pc + 3)
            pc += 5
        elif op == '%':
            if third(regs[digit(code, pc + 1)], digit(code, pc + 2)):
                target = place(code, pc + 3)
            pc += 5
        elif op == 'i':
            if regs[digit(code, pc + 1)] is regs[digit(code, pc + 2)]:
                target = place(code, pc + 3)
            pc += 5
        elif op == 'g':
            target = place(code, pc + 1)
            pc += 3
        else:
            return regs[digit(code, pc + 1)]
        if target >= 0:
            if target < pc:
                pc = target
                driver.can_enter_jit(pc=pc, code=code, frame=frame)
            else:
                pc = target


def run(code, limit):
    frame = Frame(8)
    frame.regs[0] = W_Int(limit)
    frame.regs[1] = W_Int(1)
    return text(interpret(code, frame))


PROGRAMS = [
    # An inner loop with few rounds at first: registers hold constants then.
    'z2+221z3+331+443?3208?2002.4',
    # Three ways through the body, each leaves another kind of object in register 4.
    'z2+221%2022%2128=42g32f42g32p424+554?2002.5',
    # The constant zero and new objects alternate, and are asked for their identity.
    'z2+221%2018+321g20z3z6i3630=43+554?2002.5',
    # A shift register: what comes in from outside is virtual only after some rounds.
    'z2+221=54=43=32+665?2002.6',
    # A list that grows: no label can have all of it.
    'z2z3+221p323l43+554?2004.5',
]


def settings(name, value):
    jit.set_param(driver, name, value)
    jit.set_param(driver, 'threshold', 7)
    jit.set_param(driver, 'trace_eagerness', 3)
    for n in range(len(PROGRAMS)):
        print('%s=%d %d: %s' % (name, value, n, run(PROGRAMS[n], 90)))
    jit.set_param_to_default(driver, name)


def entry_point(argv):
    for name, value in [('retrace_limit', 5), ('retrace_limit', 0), ('retrace_limit', 1),
                        ('max_retrace_guards', 0), ('max_unroll_loops', 0),
                        ('max_unroll_loops', 3), ('disable_unrolling', 10)]:
        settings(name, value)
    jit.set_param_to_default(driver, 'threshold')
    jit.set_param_to_default(driver, 'trace_eagerness')
    for n in range(len(PROGRAMS)):
        print('%d: %s' % (n, run(PROGRAMS[n], 300 if n == 0 else 2500)))
    return 0


def target(driver, args):
    return entry_point, None
