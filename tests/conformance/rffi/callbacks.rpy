# skip-llinterp: calls functions of C
# Functions of the program as callbacks of C code: qsort, callbacks in structures, errors in them, garbage collection.
from rpython.rtyper.lltypesystem import rffi, lltype
from rpython.rtyper.annlowlevel import llhelper
from rpython.rlib.rarithmetic import intmask
from rpython.translator.tool.cbuild import ExternalCompilationInfo

COMPARE = lltype.Ptr(lltype.FuncType([rffi.VOIDP, rffi.VOIDP], rffi.INT))
VISIT = rffi.CCallback([rffi.LONG, rffi.CCHARP], rffi.LONG)
NOTIFY = rffi.CCallback([rffi.SHORT, rffi.DOUBLE], lltype.Void)
HANDLERS = rffi.CStruct('handlers', ('visit', VISIT), ('notify', NOTIFY), ('count', rffi.INT))

eci = ExternalCompilationInfo(post_include_bits=['''
typedef long (*visit_t)(long, char *);
struct handlers { visit_t visit; void (*notify)(short, double); int count; };
long walk(long n, visit_t f);
long run(struct handlers *h, long n);
visit_t pick(visit_t a, visit_t b, int which);
'''], separate_module_sources=['''
#include <stdio.h>
long walk(long n, visit_t f)
{
    long total = 0;
    char text[40];
    for (long i = 0; i < n; i++) {
        sprintf(text, "number %ld", i);
        total += f(i, text);
    }
    return total;
}
long run(struct handlers *h, long n)
{
    long total = walk(n, h->visit);
    h->notify((short)(total + 70000), total / 4.0);
    h->count += 1;
    return total;
}
visit_t pick(visit_t a, visit_t b, int which) { return which ? a : b; }
'''])

qsort = rffi.llexternal('qsort', [rffi.VOIDP, rffi.SIZE_T, rffi.SIZE_T, COMPARE], lltype.Void)
bsearch = rffi.llexternal('bsearch', [rffi.VOIDP, rffi.VOIDP, rffi.SIZE_T, rffi.SIZE_T, COMPARE], rffi.VOIDP)
walk = rffi.llexternal('walk', [rffi.LONG, VISIT], rffi.LONG, compilation_info=eci)
run = rffi.llexternal('run', [lltype.Ptr(HANDLERS), rffi.LONG], rffi.LONG, compilation_info=eci)
pick = rffi.llexternal('pick', [VISIT, VISIT, rffi.INT], VISIT, compilation_info=eci)


class State(object):
    def __init__(self):
        self.calls = 0
        self.seen = []
        self.notes = []


state = State()


def compare(a, b):
    state.calls += 1
    x = rffi.cast(rffi.LONGP, a)[0]
    y = rffi.cast(rffi.LONGP, b)[0]
    if x < y:
        return rffi.cast(rffi.INT, -1)
    if x > y:
        return rffi.cast(rffi.INT, 1)
    return rffi.cast(rffi.INT, 0)


def compare_down(a, b):
    return rffi.cast(rffi.INT, -intmask(compare(a, b)))


def remember(n, text):
    state.seen.append(rffi.charp2str(text) + "!" * n)       # allocates: the collector may run
    return n * len(state.seen)


def careful(n, text):
    if n == 3:
        raise KeyError("three")
    return 1 + 10 // (n - 5)                                # ZeroDivisionError for 5


careful._llhelper_error_value_ = -1000


def note(n, x):
    state.notes.append("%d %s" % (intmask(n), str(x)))


def nested(n, text):
    if n == 0:
        return 1
    return walk(n, nested_helper) + 1


def make_nested():
    return llhelper(VISIT, nested)


nested_helper = make_nested()


def sort(numbers, down):
    n = len(numbers)
    p = lltype.malloc(rffi.LONGP.TO, n, flavor='raw')
    for i in range(n):
        p[i] = numbers[i]
    if down:
        qsort(rffi.cast(rffi.VOIDP, p), n, rffi.sizeof(lltype.Signed), llhelper(COMPARE, compare_down))
    else:
        qsort(rffi.cast(rffi.VOIDP, p), n, rffi.sizeof(lltype.Signed), compare)
    out = [p[i] for i in range(n)]
    lltype.free(p, flavor='raw')
    return out


def find(numbers, wanted):
    n = len(numbers)
    p = lltype.malloc(rffi.LONGP.TO, n + 1, flavor='raw')
    for i in range(n):
        p[i] = numbers[i]
    p[n] = wanted
    key = rffi.cast(rffi.VOIDP, rffi.ptradd(p, n))
    found = bsearch(key, rffi.cast(rffi.VOIDP, p), n, 8, compare)
    result = -1
    if found:
        result = (rffi.cast(lltype.Signed, found) - rffi.cast(lltype.Signed, p)) // 8
    lltype.free(p, flavor='raw')
    return result


def entry_point(argv):
    numbers = [(i * 7919) % 101 - 50 for i in range(40)]
    up = sort(numbers, False)
    print(up)
    print(sort(numbers, True) == up[::-1], state.calls > 40)
    print(find(up, numbers[7]) == up.index(numbers[7]), find(up, 1000))
    words = ["kept %d" % i for i in range(10)]
    print(walk(6, remember))
    print(', '.join(state.seen))
    print(walk(8, careful), ' '.join(words))
    h = lltype.malloc(HANDLERS, flavor='raw', zero=True)
    h.c_visit = llhelper(VISIT, remember)
    h.c_notify = llhelper(NOTIFY, note)
    print(run(h, 3), run(h, 2), intmask(h.c_count), len(state.seen))
    print(state.notes)
    f = h.c_visit
    with rffi.scoped_str2charp("direct") as p:
        print(f(2, p), state.seen[-1])
    lltype.free(h, flavor='raw')
    print(walk(7, nested))
    a, b = llhelper(VISIT, careful), llhelper(VISIT, remember)
    chosen = pick(a, b, len(argv) - 1)
    print(chosen == b, chosen == a, bool(chosen), walk(2, chosen))
    return 0


def target(driver, args):
    return entry_point, None
