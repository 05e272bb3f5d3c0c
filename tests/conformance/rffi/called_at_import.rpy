# Functions of C that are called when the program is imported.
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

eci = ExternalCompilationInfo(includes=['math.h', 'string.h', 'stdlib.h'], libraries=['m'], post_include_bits=["""
static inline char *described(int n, char *text)
{
    return n > 2 ? text : "few";
}
"""])


def external(name, args, result):
    return rffi.llexternal(name, args, result, compilation_info=eci)


LENGTH = external('strlen', [rffi.CCHARP], rffi.SIZE_T)("ab\"c\n")
ROOT = external('pow', [lltype.Float, lltype.Float], lltype.Float)(2.25, 0.5)
ABSOLUTE = external('abs', [rffi.INT], rffi.INT)(-5)
MISSING = external('getenv', [rffi.CCHARP], rffi.CCHARP)("TRACEWRIGHT_HAS_NO_SUCH_NAME")
DESCRIBED = rffi.charp2str(external('described', [rffi.INT, rffi.CCHARP], rffi.CCHARP)(3, "m\xe4ny"))
HAS = bool(MISSING)


def entry_point(argv):
    print(LENGTH + len(argv), ROOT, ABSOLUTE, HAS, len(DESCRIBED), DESCRIBED[0], ord(DESCRIBED[1]))
    return 0


def target(*args):
    return entry_point, None
