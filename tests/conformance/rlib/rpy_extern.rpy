# skip-llinterp: calls functions of C
# C sources that use RPython's names: RPY_EXTERN, Signed and so on; text in front of the headers; conversions of wide characters.
from rpython.rtyper.lltypesystem import rffi, lltype
from rpython.rtyper.tool import rffi_platform
from rpython.rlib.rarithmetic import intmask
from rpython.translator import cdir
from rpython.translator.tool.cbuild import ExternalCompilationInfo

first = ExternalCompilationInfo(
    pre_include_bits=['#define TW_TEST_WORD 40'],
    includes=['stdlib.h'],
    post_include_bits=['RPY_EXTERN Signed tw_test_sum(Signed *p, Unsigned n);'],
    include_dirs=[cdir],
    separate_module_sources=['''
#include "src/precommondefs.h"
RPY_EXTERN Signed tw_test_other(void);
Signed tw_test_sum(Signed *p, Unsigned n)
{
    Signed sum = TW_TEST_WORD + tw_test_other();
    for (Unsigned i = 0; i < n; i++)
        sum += p[i];
    return sum;
}
''', '''
#include "src/precommondefs.h"
RPY_EXTERN Signed tw_test_other(void);
Signed tw_test_other(void) { return 2; }
'''])
second = ExternalCompilationInfo(post_include_bits=['''
#ifndef TW_TEST_WORD
#define TW_TEST_WORD 40
#endif
RPY_UNUSED static Signed tw_test_word(void) { return TW_TEST_WORD; }
'''])


class CConfig:
    _compilation_info_ = ExternalCompilationInfo(includes=['src/precommondefs.h', 'limits.h'], include_dirs=[cdir])
    WORD = rffi_platform.SizeOf('Signed')
    LEAST = rffi_platform.ConstantInteger('SIGNED_MIN')


ANSWERS = rffi_platform.configure(CConfig)
sum_of = rffi.llexternal('tw_test_sum', [rffi.SIGNEDP, lltype.Unsigned], lltype.Signed, compilation_info=first)
word = rffi.llexternal('tw_test_word', [], lltype.Signed, compilation_info=second)
wcslen = rffi.llexternal('wcslen', [rffi.CWCHARP], rffi.SIZE_T, compilation_info=ExternalCompilationInfo(includes=['wchar.h']))
memcmp = rffi.llexternal('memcmp', [rffi.CONST_VOIDP, rffi.CONST_VOIDP, rffi.SIZE_T], rffi.INT)


def wide(text, n):
    with rffi.scoped_utf82wcharp(text, n) as p:
        back, m = rffi.wcharp2utf8(p)
        start, k = rffi.wcharp2utf8n(p, 2)
        print(intmask(wcslen(p)), m, back == text, k, len(start), len(rffi.wcharpsize2utf8(p, 3)))


def entry_point(argv):
    with lltype.scoped_alloc(rffi.SIGNEDP.TO, 3) as p:
        for i in range(3):
            p[i] = i * 100
        print(sum_of(p, 3), word(), ANSWERS['WORD'], ANSWERS['LEAST'] < 0)
        print(intmask(memcmp(rffi.cast(rffi.CONST_VOIDP, p), rffi.cast(rffi.CONST_VOIDP, p), 8)))
    wide('a\xc3\xa9\xf0\x9d\x84\x9e!', 4)
    print(rffi.sizeof(rffi.INT_LEAST8_T), rffi.sizeof(rffi.UINT_LEAST16_T), rffi.sizeof(rffi.INT_LEAST32_T), rffi.sizeof(rffi.UINT_LEAST64_T))
    return 0


def target(driver, args):
    return entry_point, None
