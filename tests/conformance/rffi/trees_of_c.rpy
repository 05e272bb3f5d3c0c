# skip-llinterp: functions of C
# A structure with a pointer to an array of the same structures, which is reached through the structure first.
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.rtyper.tool import rffi_platform
from rpython.translator.tool.cbuild import ExternalCompilationInfo

eci = ExternalCompilationInfo(includes=['stdlib.h'], post_include_bits=["""
struct tree { int leaves; struct tree *branches; char *name; };
static inline int count(struct tree *t)
{
    int n = 0, i;
    for (i = 0; i < t->leaves; i++)
        n += 1 + count(&t->branches[i]);
    return n;
}
static inline void visit(void (*f)(struct tree *, void *), void *data)
{
    struct tree twigs[2] = {{0, 0, "left"}, {0, 0, "right"}}, t = {2, twigs, "top"};
    f(&t, data);
}
"""])
BRANCHES = lltype.Ptr(lltype.ForwardReference())


class CConfigure:
    _compilation_info_ = eci
    tree = rffi_platform.Struct('struct tree', [('leaves', rffi.INT), ('branches', BRANCHES), ('name', rffi.CCHARP)])


TREE = rffi_platform.configure(CConfigure)['tree']
BRANCHES.TO.become(rffi.CArray(TREE))
TREE_P = lltype.Ptr(TREE)
count = rffi.llexternal('count', [TREE_P], rffi.INT, compilation_info=eci)
VISITOR = rffi.CCallback([TREE_P, rffi.VOIDP], lltype.Void)
visit = rffi.llexternal('visit', [VISITOR, rffi.VOIDP], lltype.Void, compilation_info=eci)


def shown(t):
    text = rffi.charp2str(t.c_name)
    for i in range(rffi.cast(lltype.Signed, t.c_leaves)):
        text += " " + rffi.charp2str(t.c_branches[i].c_name)
    return text


def visitor(t, data):
    print(shown(t), rffi.cast(lltype.Signed, count(t)))


def entry_point(argv):
    with lltype.scoped_alloc(TREE) as t:
        rffi.setintfield(t, 'c_leaves', 0)
        t.c_branches = lltype.nullptr(BRANCHES.TO)
        with rffi.scoped_str2charp("bare") as name:
            t.c_name = name
            print(shown(t), rffi.cast(lltype.Signed, count(t)))
    visit(visitor, lltype.nullptr(rffi.VOIDP.TO))
    return 0


def target(*args):
    return entry_point, None
