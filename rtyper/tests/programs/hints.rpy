from rpython.rlib.jit import JitDriver, elidable, promote, hint, unroll_safe, we_are_jitted
from rpython.rlib.objectmodel import we_are_translated, compute_hash, specialize, newlist_hint
from rpython.rlib.rarithmetic import r_uint, intmask
from rpython.rlib.unroll import unrolling_iterable

driver = JitDriver(greens=['pc', 'code'], reds='auto')

@elidable
def lookup(code, pc):
    return code[pc]

@specialize.argtype(0)
def double(x):
    return x + x

@specialize.arg(1)
def choose(x, flag):
    if flag:
        return x + 1
    return x - 1

NAMES = unrolling_iterable([("a", 1), ("b", 2)])

def by_name(s):
    for name, n in NAMES:
        if s == name:
            return n
    return -1

def loop(code):
    pc = 0
    acc = 0
    n = 5
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code)
        c = lookup(code, pc)
        if c == 'i':
            acc += 1
        elif c == 'd':
            acc = promote(acc) * 2
        elif c == 'j':
            n -= 1
            if n > 0:
                pc = 0
                continue
        pc += 1
    return acc

def entry_point(argv):
    print(loop("idij"))
    print(double(4), double("xy"), double(1.5))
    print(choose(5, True), choose(5, False))
    print(by_name("b"), by_name("zz"))
    l = newlist_hint(4)
    l.append(3)
    print(len(l), we_are_jitted())
    x = intmask(r_uint(3) + r_uint(len(argv)))
    print(x)
    return 0
