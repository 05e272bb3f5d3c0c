# jit: yes
"""The hints that change what is traced: each in a loop of its own."""
from rpython.rlib import jit
from rpython.rlib.jit import JitDriver
from rpython.rtyper.lltypesystem import lltype, rffi


def location(kind):
    return 'hint %d' % kind


driver = JitDriver(greens=['kind'], reds=['n', 'acc', 'obj'], get_printable_location=location)


class Base(object):
    def get(self):
        return 1


class Derived(Base):
    def __init__(self, n):
        self.n = n
        self.cache = None
        self.log = 0

    def get(self):
        return self.n


class Text(object):
    def __init__(self, text):
        self.text = text


def note(obj, n):
    obj.log += n


def compute(n):
    return n * 3 + 1


def make(obj, n):
    obj.log += 1
    return Text('made')


@jit.loop_invariant
def invariant():
    return GLOBAL.n


@jit.elidable_promote('0')
def table(i, j):
    return i * 10 + j


@jit.look_inside_iff(lambda items, n: jit.loop_unrolling_heuristic(items, n, 4))
def total(items, n):
    t = 0
    for i in range(n):
        t += items[i]
    return t


@jit.not_in_trace
def seen(obj):
    obj.cache = obj.cache


GLOBAL = Derived(4)


class Holder(object):
    def __init__(self):
        self.item = None


def run(kind, n, obj):
    acc = 0
    while n > 0:
        driver.jit_merge_point(kind=kind, n=n, acc=acc, obj=obj)
        if kind == 0:
            jit.record_exact_class(obj, Derived)
            acc += obj.get()
        elif kind == 1:
            k = obj.n
            jit.record_exact_value(k, 4)
            acc += k * 5
        elif kind == 2:
            jit.conditional_call(n % 100 == 0, note, obj, n)
            acc += obj.log
        elif kind == 3:
            v = jit.conditional_call_elidable(n % 3, compute, n)
            acc += v
        elif kind == 4:
            acc += invariant()
        elif kind == 5:
            acc += table(obj.n, 2)
        elif kind == 6:
            items = [n, 2, 3]
            acc += total(items, len(items))
        elif kind == 7:
            jit.assert_green(kind)
            h = Holder()
            if jit.we_are_jitted() and jit.current_trace_length() >= 0:
                if not jit.isvirtual(h) or not jit.isconstant(kind) or jit.isconstant(n):
                    acc += 1000000
            h.item = obj
            acc += kind
        elif kind == 8:
            jit.jit_debug('remark', 3, n)
            seen(obj)
            acc += 1
        elif kind == 9:
            if obj.cache is None or n % 1000 == 0:
                obj.cache = Text('x')
            acc += len(obj.cache.text)
        else:
            p = BUFFER
            acc += p[n % 8]
            p[n % 8] = n & 0xff
        n -= 1
    return acc


BUFFER = lltype.malloc(rffi.CArray(lltype.Signed), 8, flavor='raw', immortal=True)


def main(argv):
    for i in range(8):
        BUFFER[i] = i
    for kind in range(11):
        obj = Derived(4)
        print('%d %d' % (kind, run(kind, 3000, obj)))
        if kind == 0:
            print(run(kind, 10, obj))
    jit.set_user_param(None, 'threshold=2000')
    jit.set_param(driver, 'trace_eagerness', 100)
    print(run(3, 5000, Derived(4)))
    return 0


def target(driver, args):
    return main, None
