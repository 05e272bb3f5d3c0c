# skip-llinterp: calls functions of C
# oracle: stored
"""A header of the program that includes nothing: it has the words that RPython gives to all C text."""
import os
import tempfile
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

HEADER = """
RPY_EXTERN Signed words_sum(const Signed *, Signed);
RPY_EXTERN Unsigned words_bits(Signed);
#define WORDS_TWICE(n) (2 * (Signed)(n))
"""
SOURCE = """
#include "src/precommondefs.h"
#include "own_words.h"

Signed words_sum(const Signed *words, Signed n)
{
    Signed sum = 0;
    for (; n > 0; n--)
        sum += *words++;
    return sum;
}

Unsigned words_bits(Signed word)
{
    return (Unsigned)word >> 60;
}
"""
folder = tempfile.mkdtemp()
for name, text in [("own_words.h", HEADER), ("own_words.c", SOURCE)]:
    with open(os.path.join(folder, name), "w") as f:
        f.write(text)

eci = ExternalCompilationInfo(
    includes=["own_words.h"], include_dirs=[folder], separate_module_files=[os.path.join(folder, "own_words.c")])
WORDS = rffi.CArrayPtr(lltype.Signed)
words_sum = rffi.llexternal("words_sum", [WORDS, lltype.Signed], lltype.Signed, compilation_info=eci)
words_bits = rffi.llexternal("words_bits", [lltype.Signed], lltype.Unsigned, compilation_info=eci)
words_twice = rffi.llexternal("WORDS_TWICE", [lltype.Signed], lltype.Signed, compilation_info=eci, macro=True)


def entry_point(argv):
    with lltype.scoped_alloc(WORDS.TO, 4) as words:
        for i in range(4):
            words[i] = i * 10 + len(argv)
        print(words_sum(words, 4))
    print(rffi.cast(lltype.Signed, words_bits(-len(argv))))
    print(words_twice(20 + len(argv)))
    return 0


def target(driver, args):
    return entry_point, None
