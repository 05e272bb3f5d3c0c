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


class Platform(object):
    """C's integer types by RPython's names (`types['SHORT']`), and the classes of numbers of low-level types."""

    def __init__(self):
        self.types = {}
        self.numbertype_to_rclass = {}

    def inttype(self, name, c_name, signed, **kwds):
        """The low-level type of a C type, which is asked for if it is not known."""
        if name not in self.types:
            from rpython.rlib import rarithmetic
            from rpython.rtyper.lltypesystem import lltype
            rclass = rarithmetic.build_int('r_' + name, signed, 8 * sizeof_c_type(c_name, **kwds))
            self.types[name] = lltype.build_number(name, rclass)
            self.numbertype_to_rclass.setdefault(self.types[name], rclass)
        return self.types[name]

    def populate_inttypes(self, list, **kwds):
        """The same for several: (name, C type, signed)."""
        for name, c_name, signed in list:
            self.inttype(name, c_name, signed, **kwds)


platform = Platform()
