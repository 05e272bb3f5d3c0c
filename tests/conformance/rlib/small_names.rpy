# oracle: stored
# skip-llinterp: functions of C
# Names and arguments of RPython's library that published programs use.
import os
import sys

sys.path.append(None)
from rpython.annotator.listdef import ListDef
from rpython.annotator.model import SomeInteger, SomeList, SomeTuple
from rpython.rlib import rurandom, types
from rpython.rlib.rbigint import rbigint
from rpython.rlib.rmmap import ACCESS_READ, MADV_SEQUENTIAL, mmap
from rpython.rlib.rsre import rsre_re
from rpython.rlib.signature import signature
from rpython.rtyper.lltypesystem import rffi
from rpython.tool.udir import udir
from rpython.translator import cdir
from rpython.translator.platform import host_factory
from rpython.translator.tool.cbuild import ExternalCompilationInfo

udir.join("of_this_test.h").write("RPY_EXTERN Signed three_times(Signed x);\n")
eci = ExternalCompilationInfo(includes=["of_this_test.h"], include_dirs=[str(udir), cdir], separate_module_sources=["""
#include <src/mem.h>
RPY_EXTERN Signed three_times(Signed x) { return 3 * x; }
"""])
three_times = rffi.llexternal("three_times", [rffi.SIGNED], rffi.SIGNED, compilation_info=eci)

FOUND = []
for ask, name in [(ExternalCompilationInfo.from_pkg_config, "there-is-no-such-package"),
                  (ExternalCompilationInfo.from_config_tool, "there-is-no-such-tool-config")]:
    try:
        ask(name)
        FOUND.append("there")
    except ImportError:
        FOUND.append("missing")
ANSWERS = " ".join(FOUND + [host_factory.name])

pair = SomeTuple((types.int(), SomeInteger()))


@signature(pair, returns=types.int())
def difference(p):
    return p[0] - p[1]


@signature(SomeList(ListDef(None, pair, mutated=False, resized=False)), returns=types.int())
def many(pairs):
    return len(pairs)


def entry_point(argv):
    n = len(argv)
    print(difference((n + 9, 4)), many([(n, n)] * 5), ANSWERS, three_times(n + 6))
    print(len(rurandom.urandom(15 + n)))
    number = rbigint.fromint(n + 6)
    number.setdigit(0, 5)
    print(number.str())
    groups = rsre_re.search(r"([a-z]+)-([0-9]+)", "..key-12").groups()
    print(len(groups), groups[0], groups[1])
    fd = os.open("mapped", os.O_RDWR | os.O_CREAT, 0o600)
    os.write(fd, "some text")
    m = mmap(fd, 0, access=ACCESS_READ)
    m.madvise(MADV_SEQUENTIAL, 0, m.size)
    print(m.getslice(5, 4))
    m.close()
    os.close(fd)
    os.unlink("mapped")
    return 0


def target(*args):
    return entry_point, None
