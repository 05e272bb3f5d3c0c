"""Sizes and signs of C types, by their names."""
from rpython.translator.platform import header_of, run_c
from rpython.translator.tool.cbuild import ExternalCompilationInfo

_known = {}


def ask_gcc(question, add_source='', ignore_errors=False):
    """The number that a C expression (or what prints it) gives."""
    eci = ExternalCompilationInfo(includes=['stdio.h', 'stddef.h', 'stdint.h', 'sys/types.h'])
    source = '%s%s\nint main(void) { %s; return 0; }\n' % (header_of(eci), add_source, question)
    return run_c(source)


def _number(expression, add_source=''):
    key = expression, add_source
    if key not in _known:
        _known[key] = int(ask_gcc('printf("%%ld\\n", (long)(%s))' % expression, add_source))
    return _known[key]


def sizeof_c_type(c_typename, **kwds):
    """Bytes of a value of the type."""
    return _number('sizeof(%s)' % c_typename, kwds.get('add_source', ''))


sizeof_c_types = lambda names, **kwds: [sizeof_c_type(name, **kwds) for name in names]


def signof_c_type(c_typename, **kwds):
    """Whether values of the type can be negative."""
    return _number('((%s)-1) < 0' % c_typename, kwds.get('add_source', '')) != 0
