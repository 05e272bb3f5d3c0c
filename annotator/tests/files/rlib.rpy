# annotate: main(int, r_uint, float)
# jit
from rpython.rlib.jit import JitDriver, promote, elidable, we_are_jitted, hint
from rpython.rlib.objectmodel import specialize, we_are_translated, compute_hash, r_dict, instantiate
from rpython.rlib.rarithmetic import ovfcheck, intmask, r_uint
import math
import os


def location(pc):
    return 'at %d' % pc


driver = JitDriver(greens=['pc'], reds=['acc'], get_printable_location=location)


@specialize.arg(1)
def step(x, which):
    if which == 'inc':
        return x + 1
    return str(x)


@specialize.memo()
def size_of(cls):
    return len(cls.__name__)


class Ab(object):
    pass


class Abc(object):
    pass


@elidable
def mix(a):
    return a * 3


def loop(n):
    pc = 0
    acc = 1
    while pc < n:
        driver.jit_merge_point(pc=pc, acc=acc)
        acc = promote(acc) + mix(pc)
        pc += 1
        if we_are_jitted():
            driver.can_enter_jit(pc=pc, acc=acc)
    return acc


def key_eq(a, b):
    return a == b


def key_hash(a):
    return compute_hash(a)


def main(n, u, f):
    if we_are_translated():
        n += 1
    try:
        n = ovfcheck(n * n)
    except OverflowError:
        n = intmask(r_uint(n) * u)
    d = r_dict(key_eq, key_hash)
    d['x'] = n
    text = step(n, 'str')
    n = step(n, 'inc')
    if n > 5:
        cls = Ab
    else:
        cls = Abc
    n += size_of(cls)
    os.write(1, text)
    obj = instantiate(Ab)
    obj.value = math.sqrt(f)
    return loop(n) + d[text]
