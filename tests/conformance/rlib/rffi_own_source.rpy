# skip-llinterp: calls functions of C
# A program with C source text of its own.
from rpython.rtyper.lltypesystem import rffi, lltype
from rpython.rlib.rarithmetic import intmask
from rpython.translator.tool.cbuild import ExternalCompilationInfo

header = '''
struct box { int w; double d; char tag; };
struct list { struct list *next; long v; };
long mix(long a, unsigned int b);
double half(struct box *b);
struct list *cons(long v, struct list *next);
const char *name_of(int n);
static inline int twice(int x) { return TWICE(x); }
'''
source = '''
#include <stdlib.h>
long mix(long a, unsigned int b) { return a * 10 + (b >> 28); }
double half(struct box *b) { b->w += 1; b->tag = 'T'; return b->d / 2 + WEIGHT; }
struct list *cons(long v, struct list *next)
{
    struct list *p = malloc(sizeof *p);
    p->v = v;
    p->next = next;
    return p;
}
const char *name_of(int n) { return n == 1 ? "one" : n == 2 ? "two" : 0; }
'''
eci = ExternalCompilationInfo(post_include_bits=['#define TWICE(x) (2 * (x))', header], separate_module_sources=[source],
                              compile_extra=['-DWEIGHT=100'], libraries=['m'])
plain = ExternalCompilationInfo(separate_module_sources=['int add3(int x) { return x + 3; }'])

BOX = rffi.CStruct('box', ('w', rffi.INT), ('d', rffi.DOUBLE), ('tag', lltype.Char))
LISTP = lltype.Ptr(lltype.ForwardReference())
LISTP.TO.become(rffi.CStruct('list', ('next', LISTP), ('v', rffi.LONG)))

mix = rffi.llexternal('mix', [rffi.LONG, rffi.UINT], rffi.LONG, compilation_info=eci)
half = rffi.llexternal('half', [lltype.Ptr(BOX)], rffi.DOUBLE, compilation_info=eci)
cons = rffi.llexternal('cons', [rffi.LONG, LISTP], LISTP, compilation_info=eci)
name_of = rffi.llexternal('name_of', [rffi.INT], rffi.CCHARP, compilation_info=eci)
twice = rffi.llexternal('twice', [rffi.INT], rffi.INT, compilation_info=eci)
add3 = rffi.llexternal('add3', [rffi.INT], rffi.INT, compilation_info=plain)


def entry_point(argv):
    print(mix(7, rffi.cast(rffi.UINT, -1)))
    with lltype.scoped_alloc(BOX) as b:
        b.c_w = rffi.cast(rffi.INT, 41)
        b.c_d = 9.0
        print(half(b), intmask(b.c_w), b.c_tag)
    l = lltype.nullptr(LISTP.TO)
    for i in range(5):
        l = cons(i * i, l)
    total = 0
    while l:
        total = total * 3 + l.c_v
        after = l.c_next
        lltype.free(l, flavor='raw')
        l = after
    print(total)
    for i in range(1, 4):
        p = name_of(i)
        print(rffi.charp2str(p) if p else "none")
    print(intmask(twice(21)), intmask(add3(4)))
    return 0


def target(driver, args):
    return entry_point, None
