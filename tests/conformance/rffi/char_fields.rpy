# oracle: stored
# skip-llinterp: address arithmetic on a structure of C
# A field of C's type `char` is a small number where that has a sign, and a character where it has none, as rffi_platform finds it.
from rpython.rlib import rlocale
from rpython.rlib.rarithmetic import widen
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.rtyper.tool import rffi_platform
from rpython.translator.tool.cbuild import ExternalCompilationInfo

_eci = ExternalCompilationInfo(post_include_bits=['struct card { signed char points; unsigned char suit; char marks[3]; };'])


class CConfig:
    _compilation_info_ = _eci
    card = rffi_platform.Struct('struct card', [('points', rffi.CHAR), ('suit', rffi.CHAR), ('marks', rffi.CFixedArray(rffi.CHAR, 3))])


card = rffi_platform.configure(CConfig)['card']


def entry_point(argv):
    c = lltype.malloc(card, flavor='raw', zero=True)
    c.c_points = rffi.cast(rffi.SIGNEDCHAR, -len(argv))
    c.c_suit = 'S'
    c.c_marks[1] = 'x'
    print(widen(c.c_points), c.c_suit, c.c_marks[1], ord(c.c_marks[2]))
    lltype.free(c, flavor='raw')
    print(widen(rlocale.localeconv().c_frac_digits))
    return 0


def target(driver, args):
    return entry_point, None
