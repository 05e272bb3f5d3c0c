# oracle: stored
# skip-llinterp: addresses inside of structures
# Types from declarations of C, read at import time.
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.tool.cparser import CTypeSpace, parse_source

cts = CTypeSpace(headers=["stdint.h"])
cts.parse_source("""
/* a table of counters */
#define SLOTS 3
#define TWICE (SLOTS * 2)
#define call(x) f(x)
#if 0
#endif
typedef unsigned int count_t;
typedef int (*compare_t)(const char *left, const char *right, void *);
enum shade { DARK, GREY = 0x10, LIGHT, LAST = GREY << 2 };
struct node;                    // defined later
typedef struct entry {
    char tag;
    count_t counts[SLOTS], *more;
    struct node *first;
    compare_t compare;
    enum shade shade;
} entry_t;
struct node {
    struct node *next;
    const entry_t *owner;
    unsigned long long big;
    short low;
    uint8_t bytes[TWICE];
};
long total(entry_t *e, size_t n, const char *const *names), *other;
""")

ENTRY = cts.gettype("entry_t")
NODE = cts.gettype("struct node")
total = cts.parse_func("long total(entry_t *e, size_t n)")
more = parse_source("struct pair { int x, y; };")

SIZES = [rffi.sizeof(ENTRY), rffi.sizeof(NODE), rffi.sizeof(cts.gettype("unsigned short")),
         rffi.sizeof(cts.gettype("char **")), rffi.sizeof(more.gettype("struct pair"))]
SAME = [cts.gettype("const char *") is rffi.CCHARP, cts.gettype("long long") is lltype.Signed,
        cts.gettype("void *") is rffi.VOIDP, total.get_llargs(cts)[1] is lltype.Unsigned,
        total.get_llresult(cts) is rffi.LONG, cts.count_t is rffi.UINT]
NUMBERS = [cts.SLOTS, cts.TWICE, cts.LAST, cts.LIGHT]
NAMES = [total.name] + sorted(cts.declarations.keys())


def entry_point(argv):
    print(SIZES)
    print(SAME)
    print(NUMBERS)
    print(NAMES)
    e = lltype.malloc(ENTRY, flavor="raw", zero=True)
    n = lltype.malloc(NODE, flavor="raw", zero=True)
    e.c_first = n
    n.c_owner = e
    e.c_counts[1] = rffi.cast(rffi.UINT, 40 + len(argv))
    n.c_bytes[5] = rffi.cast(rffi.UCHAR, 300)
    n.c_low = cts.cast("short", 70000)
    rffi.setintfield(e, "c_shade", cts.GREY)
    owner = e.c_first.c_owner
    print(rffi.cast(lltype.Signed, owner.c_counts[1]), rffi.cast(lltype.Signed, n.c_bytes[5]),
          rffi.cast(lltype.Signed, n.c_low), rffi.getintfield(owner, "c_shade"))
    lltype.free(n, flavor="raw")
    lltype.free(e, flavor="raw")
    return 0


def target(driver, args):
    return entry_point, None
