"""What programs import of the toolchain for side uses, most of them when they are imported."""
import linecache

from rpython.jit.codewriter.policy import JitPolicy, log
from rpython.jit.metainterp import warmspot
from rpython.memory.gc.hook import GcHooks
from rpython.rlib.debug import check_not_access_directly
from rpython.rlib.rfile import RFile, create_file
from rpython.rlib.rsre import rsre_core
from rpython.rlib.rsre.rsre_constants import OPCODE_LITERAL, OPCODE_MARK, OPCODE_SUCCESS, OPCODE_ANY
from rpython.rlib.rsre.rsre_core import AT_BEGINNING, AT_END, AT_NON_BOUNDARY, AT_END_STRING
from rpython.rlib.unicodedata import unicodedb_9_0_0, unicodedb_13_0_0
from rpython.rtyper.tool.rfficache import sizeof_c_type, signof_c_type
from rpython.tool.ansi_print import AnsiLogger, ansi_log
from rpython.tool.sourcetools import NiceCompile, PyCode, func_with_new_name, has_varargs, render_docstr
from rpython.translator.goal import unixcheckpoint
from rpython.translator.platform import host, host_factory, platform


def with_doc(x, *more):
    """Some text."""


namespace = {}
exec(NiceCompile('somewhere')('''
    def made(x):
        return x + 1
'''), namespace)
made = namespace['made']
linecache.cache['<made>'] = (3, None, ['one\n', 'two\n'], '<made>')
SIZES = [sizeof_c_type('unsigned int'), sizeof_c_type('double'), int(signof_c_type('int')), int(signof_c_type('unsigned int'))]
FACTS = [linecache.getline('<made>', 2), render_docstr(with_doc),
         PyCode(with_doc).name, str(has_varargs(with_doc)), str(has_varargs(made)), platform.so_ext, host_factory().name,
         ' '.join(list(host.cflags) + list(host.link_flags))]
unixcheckpoint.restartable_point(auto='run')
# a(.)b
CODE = [OPCODE_LITERAL, ord('a'), OPCODE_MARK, 0, OPCODE_ANY, OPCODE_MARK, 1, OPCODE_LITERAL, ord('b'), OPCODE_SUCCESS]


class Hooks(GcHooks):
    collections = 0

    def on_gc_collect(self, *args):
        self.collections += 1


hooks = Hooks()


def marks(code, text):
    ctx = rsre_core.match(rsre_core.CompiledPattern(code, 0), text)
    if ctx is None:
        return 'none'
    mark = ctx.match_marks
    found = []
    while mark is not None:
        found.append('%d at %d' % (mark.gid, mark.position))
        mark = mark.prev
    return ', '.join(found)


def entry_point(argv):
    for fact in FACTS:
        print(fact)
    print(SIZES, made(len(argv)), AT_BEGINNING, AT_END, AT_NON_BOUNDARY, AT_END_STRING)
    print(marks(CODE, 'axb'), marks(CODE, 'ab'))
    f = create_file('/dev/null', 'w')
    print(isinstance(f, RFile), hooks.collections)
    f.close()
    print(unicodedb_9_0_0.isupper(ord('A')), unicodedb_13_0_0.isupper(ord('a')))
    try:
        raise rsre_core.Error('wrong')
    except rsre_core.Error as e:
        print(e.msg)
    return 0


def target(driver, args):
    return entry_point, None
