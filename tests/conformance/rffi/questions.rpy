# skip-llinterp: calls functions of C
# Questions to the C compiler at import time: constants, types, structures with their real layout.
from rpython.rtyper.lltypesystem import rffi, lltype
from rpython.rtyper.tool import rffi_platform
from rpython.rlib.rarithmetic import intmask
from rpython.translator.tool.cbuild import ExternalCompilationInfo

eci = ExternalCompilationInfo(includes=['errno.h', 'fcntl.h', 'sys/stat.h', 'time.h', 'stdlib.h', 'math.h', 'limits.h'], post_include_bits=['''
#define MY_TEXT "a \\"quoted\\" text\\n"
#define MY_BIG 18446744073709551615ULL
#define MY_NEGATIVE (-77)
struct odd { char c; long double big; short s; unsigned char bytes[5]; float f; int last; };
static inline void odd_fill(struct odd *p, int n)
{
    p->c = 'c'; p->s = -3; p->f = 1.5f; p->last = n;
    for (int i = 0; i < 5; i++) p->bytes[i] = 250 + 2 * i;
}
'''])


class CConfig:
    _compilation_info_ = eci
    ENOENT = rffi_platform.ConstantInteger('ENOENT')
    O_CREAT = rffi_platform.DefinedConstantInteger('O_CREAT')
    O_NO_SUCH = rffi_platform.DefinedConstantInteger('O_NO_SUCH')
    INT_MIN = rffi_platform.ConstantInteger('INT_MIN')
    BIG = rffi_platform.ConstantInteger('MY_BIG')
    NEGATIVE = rffi_platform.DefinedConstantInteger('MY_NEGATIVE')
    TEXT = rffi_platform.DefinedConstantString('MY_TEXT')
    NO_TEXT = rffi_platform.DefinedConstantString('MY_NO_TEXT')
    PI = rffi_platform.DefinedConstantDouble('M_PI')
    HAS_ERRNO = rffi_platform.Defined('EINTR')
    HAS_NOTHING = rffi_platform.Defined('E_NO_SUCH_ERROR')
    time_t = rffi_platform.SimpleType('time_t', rffi.INT)
    mode_t = rffi_platform.SimpleType('mode_t', rffi.INT)
    bool_t = rffi_platform.SimpleType('_Bool', rffi.INT)
    div_t = rffi_platform.Struct('div_t', [('rem', rffi.INT), ('quot', rffi.INT)])
    odd = rffi_platform.Struct('struct odd', [('c', lltype.Char), ('s', rffi.INT), ('bytes', rffi.CFixedArray(rffi.UCHAR, 1)),
                                              ('f', rffi.DOUBLE), ('last', rffi.LONG)])
    missing = rffi_platform.Struct('struct missing', [('c', lltype.Char)], ifdef='MISSING')
    tm = rffi_platform.Struct('struct tm', [('tm_year', rffi.INT), ('tm_mon', rffi.INT), ('tm_mday', rffi.INT),
                                            ('tm_hour', rffi.INT)])
    tm_size = rffi_platform.SizeOf('struct tm')
    has_strtol = rffi_platform.Has('strtol')
    has_nonsense = rffi_platform.Has('no_such_function_at_all')


class Globals:
    pass


for k, v in rffi_platform.configure(CConfig).items():
    setattr(Globals, k, v)
config = rffi_platform.configure(CConfig)
TM = config['tm']
ODD = config['odd']
time_t = config['time_t']
mode_t = config['mode_t']
div_t = config['div_t']
ENOENT = config['ENOENT']

gmtime = rffi.llexternal('gmtime', [rffi.CArrayPtr(time_t)], lltype.Ptr(TM), compilation_info=eci)
odd_fill = rffi.llexternal('odd_fill', [lltype.Ptr(ODD), rffi.INT], lltype.Void, compilation_info=eci)
print_later = [config['has_strtol'], config['has_nonsense'], config['HAS_ERRNO'], config['HAS_NOTHING']]


def date(seconds):
    p = lltype.malloc(rffi.CArray(time_t), 1, flavor='raw')
    p[0] = rffi.cast(time_t, seconds)
    tm = gmtime(p)
    lltype.free(p, flavor='raw')
    return "%d-%d-%d %d" % (intmask(tm.c_tm_year) + 1900, intmask(tm.c_tm_mon) + 1, intmask(tm.c_tm_mday), intmask(tm.c_tm_hour))


def entry_point(argv):
    print(ENOENT, Globals.O_CREAT, Globals.O_NO_SUCH is None, Globals.INT_MIN, Globals.NEGATIVE)
    print(intmask(Globals.BIG), Globals.TEXT, Globals.NO_TEXT is None, Globals.PI)
    for b in print_later:
        print(b)
    print(rffi.sizeof(time_t), rffi.sizeof(mode_t), rffi.sizeof(Globals.bool_t))
    print(rffi.sizeof(div_t), rffi.sizeof(ODD), rffi.sizeof(TM) == Globals.tm_size)
    print(rffi.offsetof(ODD, 'c_s'), rffi.offsetof(ODD, 'c_bytes'), rffi.offsetof(ODD, 'c_last'))
    print(Globals.missing is None)
    odds = lltype.malloc(rffi.CArray(ODD), 3, flavor='raw', zero=True)
    for i in range(3):
        odd_fill(odds[i], rffi.cast(rffi.INT, i * 1000))
    odd = odds[2]
    print(odd.c_c, intmask(odd.c_s), rffi.cast(lltype.Float, odd.c_f), intmask(odd.c_last))
    total = 0
    for i in range(len(odd.c_bytes)):
        total = total * 2 + intmask(odd.c_bytes[i])
    print(total, intmask(odds[1].c_last))
    lltype.free(odds, flavor='raw')
    print(date(0), date(1000000000), date(4102444800))
    return 0


def target(driver, args):
    return entry_point, None
