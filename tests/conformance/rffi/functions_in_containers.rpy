# skip-llinterp: functions of C
# Functions of C as values of a dict and items of lists and tuples.
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

eci = ExternalCompilationInfo(post_include_bits=["""
long answer_one(long a);
long answer_two(long a);
char *name_of(long a);
"""], separate_module_sources=["""
long answer_one(long a) { return a + 1; }
long answer_two(long a) { return a * 2; }
char *name_of(long a) { return a > 5 ? "large" : "small"; }
"""])


def external(name, args, result):
    return rffi.llexternal(name, args, result, compilation_info=eci, sandboxsafe=True)


one = external('answer_one', [lltype.Signed], lltype.Signed)
two = external('answer_two', [lltype.Signed], lltype.Signed)
name = external('name_of', [lltype.Signed], rffi.CCHARP)
BY_NAME = {'one': one, 'two': two}
LIST = [two, one, two]
PAIRS = [('first', one), ('second', two)]
ALONE = [name]


def entry_point(argv):
    n = len(argv) * 3
    for key in ['one', 'two']:
        print(key, BY_NAME[key](n))
    total = 0
    for f in LIST:
        total += f(n)
    print(total)
    for text, f in PAIRS:
        print(text, f(n + 1))
    print(rffi.charp2str(ALONE[0](n * 2)), one(1))
    try:
        BY_NAME['three'](1)
    except KeyError:
        print("no third")
    return 0


def target(*args):
    return entry_point, None
