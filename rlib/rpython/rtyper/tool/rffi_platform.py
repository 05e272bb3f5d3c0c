"""Questions to the C compiler at import time: constants, sizes, fields.

All questions of a configuration class but those that may fail to compile are one C program, which is compiled and run."""
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.platform import CompilationError, flags_of, header_of, run_c
from rpython.translator.tool.cbuild import ExternalCompilationInfo

_PRELUDE = '''#include <stdio.h>
#include <stddef.h>
#define NUMBER(key, x) do { if ((x) > 0) printf("%s %llu\\n", key, (unsigned long long)(x)); \\
    else printf("%s %lld\\n", key, (long long)(x)); } while (0)
'''


class CConfigEntry(object):
    """One question of a configuration class."""
    alone = False       # may fail to compile


class CConfigSingleEntry(CConfigEntry):
    """A question with one answer."""


def _ifdef(macro, lines):
    if macro is None:
        return lines
    return ['#ifdef %s' % macro] + lines + ['#endif']


_NUMBERS = {(1, True): rffi.SIGNEDCHAR, (1, False): rffi.UCHAR, (2, True): rffi.SHORT, (2, False): rffi.USHORT,
            (4, True): rffi.INT, (4, False): rffi.UINT, (8, True): rffi.LONG, (8, False): rffi.ULONG}
integer_class = [rffi.SIGNEDCHAR, rffi.UCHAR, rffi.SHORT, rffi.USHORT, rffi.INT, rffi.UINT, rffi.LONG, rffi.ULONG,
                 lltype.Char]
float_class = [rffi.DOUBLE, rffi.FLOAT]


def _number_type(size, signed):
    return _NUMBERS[size, bool(signed)]


class Struct(CConfigEntry):
    """A structure with the fields that interest."""

    def __init__(self, name, interesting_fields, ifdef=None, adtmeths={}):
        self.name = name
        self.interesting_fields = list(interesting_fields)
        self.ifdef = ifdef

    def code(self, key):
        lines = ['NUMBER("%s.size", sizeof(%s));' % (key, self.name)]
        for field, T in self.interesting_fields:
            at = '((%s *)0)->%s' % (self.name, field)
            lines.append('NUMBER("%s.at.%s", offsetof(%s, %s));' % (key, field, self.name, field))
            lines.append('NUMBER("%s.size.%s", sizeof(%s));' % (key, field, at))
            if T in integer_class:
                lines.append('NUMBER("%s.sign.%s", (__typeof__(%s))-1 < 0);' % (key, field, at))
        return _ifdef(self.ifdef, lines)

    def answer(self, key, values, eci):
        if key + '.size' not in values:
            return None
        fields = []
        for field, T in self.interesting_fields:
            at = values['%s.at.%s' % (key, field)]
            size = values['%s.size.%s' % (key, field)]
            fields.append((at, field, self._fit(T, field, size, values.get('%s.sign.%s' % (key, field)))))
        fields.sort(key=lambda f: f[0])
        name = self.name
        if name.startswith('struct '):
            name = name[7:]
        hints = {'fieldoffsets': tuple([f[0] for f in fields]), 'size': values[key + '.size'], 'c_name': name,
                 'external': 'C', 'eci': eci}
        return rffi.CStruct(name, *[(f[1], f[2]) for f in fields], hints=hints)

    def _fit(self, T, field, size, signed):
        if T in integer_class:
            # (a `char` of C is a number where it has a sign)
            if T is lltype.Char and size == 1 and not signed:
                return T
            return _number_type(size, signed)
        if T in float_class:
            return rffi.FLOAT if size == 4 else rffi.DOUBLE
        if isinstance(T, lltype.FixedSizeArray):
            return rffi.CFixedArray(T.OF, size // rffi.sizeof(T.OF))
        if rffi.sizeof(T) != size:
            raise TypeError("field %s of %s has %d bytes in C" % (field, self.name, size))
        return T


class SimpleType(CConfigEntry):
    """A number type."""

    def __init__(self, name, ctype_hint=rffi.INT, ifdef=None):
        self.name = name
        self.ctype_hint = ctype_hint
        self.ifdef = ifdef

    def code(self, key):
        lines = ['NUMBER("%s.size", sizeof(%s));' % (key, self.name)]
        if self.ctype_hint in integer_class:
            lines.append('NUMBER("%s.sign", (%s)-1 < 0);' % (key, self.name))
        return _ifdef(self.ifdef, lines)

    def answer(self, key, values, eci):
        if key + '.size' not in values:
            return None
        size = values[key + '.size']
        if self.ctype_hint in integer_class:
            return _number_type(size, values[key + '.sign'])
        if self.ctype_hint in float_class:
            return rffi.FLOAT if size == 4 else rffi.DOUBLE
        return self.ctype_hint


class ConstantInteger(CConfigEntry):
    """A constant."""

    def __init__(self, name):
        self.name = name

    def code(self, key):
        return ['NUMBER("%s", %s);' % (key, self.name)]

    def answer(self, key, values, eci):
        return values[key]


class IntegerFunctionResult(CConfigEntry):
    """What a C function gives for these arguments."""

    def __init__(self, name, args=None):
        self.name = name
        self.args = [str(a) for a in args or []]

    def code(self, key):
        return ['NUMBER("%s", %s(%s));' % (key, self.name, ', '.join(self.args))]

    def answer(self, key, values, eci):
        return values[key]


class DefinedConstantInteger(CConfigEntry):
    """A constant, or None."""

    def __init__(self, macro):
        self.name = self.macro = macro

    def code(self, key):
        return _ifdef(self.macro, ['NUMBER("%s", %s);' % (key, self.macro)])

    def answer(self, key, values, eci):
        return values.get(key)


class DefinedConstantDouble(CConfigEntry):
    """A float constant, or None."""

    def __init__(self, macro):
        self.name = self.macro = macro

    def code(self, key):
        return _ifdef(self.macro, ['printf("%s float %%.17g\\n", (double)(%s));' % (key, self.macro)])

    def answer(self, key, values, eci):
        return values.get(key)


class DefinedConstantString(CConfigEntry):
    """A string constant, or None."""

    def __init__(self, macro, name=None):
        self.macro = macro
        self.name = name or macro

    def code(self, key):
        lines = ['{ const char *p = %s; printf("%s text ");' % (self.name, key),
                 'while (*p) printf("%02x", (unsigned char)*p++); printf("\\n"); }']
        return _ifdef(self.macro, lines)

    def answer(self, key, values, eci):
        return values.get(key)


class Defined(CConfigEntry):
    """Whether a macro is defined."""

    def __init__(self, macro):
        self.name = self.macro = macro

    def code(self, key):
        return _ifdef(self.macro, ['NUMBER("%s", 1);' % key])

    def answer(self, key, values, eci):
        return key in values


class SizeOf(CConfigEntry):
    """The size of a type."""

    def __init__(self, name):
        self.name = name

    def code(self, key):
        return ['NUMBER("%s", sizeof(%s));' % (key, self.name)]

    def answer(self, key, values, eci):
        return values[key]


class Has(CConfigEntry):
    """Whether a name exists (and can be linked)."""
    alone = True

    def __init__(self, name):
        self.name = name

    def question(self):
        return '(void)%s;' % self.name

    def ask(self, eci):
        try:
            run_c('%s\nint main(void) { if (0) { %s } return 0; }\n' % (header_of(eci), self.question()), flags_of(eci))
        except CompilationError:
            return False
        return True


class Works(Has):
    """Whether a program with this ExternalCompilationInfo can be linked."""

    def __init__(self):
        Has.__init__(self, '')

    def question(self):
        return ''


def configure(CConfig, ignore_errors=False):
    """The answers to a configuration class, by name."""
    eci = CConfig._compilation_info_
    entries = {}
    for cls in reversed(CConfig.__mro__):
        for name, value in cls.__dict__.items():
            if isinstance(value, CConfigEntry):
                entries[name] = value
    for name in ['_includes_', '_libraries_', '_header_']:
        if hasattr(CConfig, name):
            raise NotImplementedError("rffi_platform.configure(): use _compilation_info_ instead of %s" % name)
    return _answers(entries, eci)


def configure_entries(entries, eci, ignore_errors=False):
    """The answers to a list of questions."""
    answers = _answers(dict([(str(i), e) for i, e in enumerate(entries)]), eci)
    return [answers[str(i)] for i in range(len(entries))]


def _answers(entries, eci):
    result = {}
    asked = []
    for name in entries:
        if entries[name].alone:
            result[name] = entries[name].ask(eci)
        else:
            asked.append((name, entries[name]))
    if asked:
        try:
            values = _run([e.code(name) for name, e in asked], eci)
        except CompilationError as e:
            raise CompilationError(_culprit(asked, eci) or str(e))
        for name, e in asked:
            result[name] = e.answer(name, values, eci)
    return result


def _culprit(asked, eci):
    """Which question the compiler refuses."""
    try:
        _run([], eci)
    except CompilationError:
        return None
    for name, e in asked:
        try:
            _run([e.code(name)], eci)
        except CompilationError:
            return "the C compiler refuses %s: %s('%s')" % (name, e.__class__.__name__, e.name)
    return None


def _run(questions, eci):
    lines = [_PRELUDE, header_of(eci), 'int main(void) {']
    for q in questions:
        lines.extend(q)
    lines.append('return 0; }\n')
    values = {}
    # what is defined in the program's own C sources is not needed: only headers are looked at
    for line in run_c('\n'.join(lines), flags_of(eci)).split('\n'):
        words = line.split(' ')
        if len(words) == 2:
            values[words[0]] = int(words[1])
        elif len(words) == 3 and words[1] == 'float':
            values[words[0]] = float(words[2])
        elif len(words) == 3:
            values[words[0]] = ''.join([chr(int(words[2][i:i + 2], 16)) for i in range(0, len(words[2]), 2)])
    return values


def _c_argument(T, x):
    """A value as C text; None: it has none at import time."""
    if x is None:
        return '0'
    if isinstance(x, bool):
        return str(int(x))
    if isinstance(x, float):
        return x.hex()
    if isinstance(x, str):
        if isinstance(T, lltype.Ptr):
            return '"%s"' % ''.join(['\\x%02x" "' % ord(c) for c in x])
        return str(ord(x))
    if isinstance(T, lltype.Ptr):
        return None
    return '(%s)%d' % (rffi._c_type(T), int(x))


def call(function, args):
    """What a function of C gives for numbers and texts, at import time: a C program calls it, once for each call. What it keeps in
    memory of its own is gone then."""
    T = function.restype
    texts = [_c_argument(A, x) for A, x in zip(function.argtypes, args)]
    if isinstance(T, lltype.Ptr) and T != rffi.CCHARP or None in texts or len(args) != len(function.argtypes):
        raise NotImplementedError("the C function %s can be called in the translated program and under CPython (rlib/run.py), and "
                                  "with numbers and texts at import time" % function.name)
    eci = function.compilation_info
    lines = [_PRELUDE]
    if eci is not None:
        lines.append(header_of(eci))
        lines.extend(eci.separate_module_sources)
    expression = '%s(%s)' % (function.name, ', '.join(texts))
    if T is lltype.Void:
        lines.append('int main(void) { %s; return 0; }' % expression)
    elif T is lltype.Float:
        lines.append('int main(void) { printf("%%.17g\\n", (double)%s); return 0; }' % expression)
    elif isinstance(T, lltype.Ptr):
        lines.append('int main(void) { const unsigned char *p = (const unsigned char *)%s; if (!p) return 0; printf("."); '
                     'for (; *p; p++) printf("%%02x", *p); return 0; }' % expression)
    else:
        lines.append('int main(void) { printf("%%ld\\n", (long)%s); return 0; }' % expression)
    out = run_c('\n'.join(lines) + '\n', flags_of(eci or ExternalCompilationInfo())).strip()
    if T is lltype.Void:
        return None
    if T is lltype.Float:
        return float(out)
    if isinstance(T, lltype.Ptr):
        if not out:
            return lltype.nullptr(T.TO)
        text = ''.join([chr(int(out[i:i + 2], 16)) for i in range(1, len(out), 2)])
        return rffi.str2charp(text)
    return rffi.cast(T, int(out))


def eci_from_header(c_header_source, include_dirs=None, libraries=None):
    """An ExternalCompilationInfo with this C text."""
    return ExternalCompilationInfo(post_include_bits=[c_header_source], include_dirs=include_dirs or [],
                                   libraries=libraries or [])


def _ask(entry, c_header_source, include_dirs=None, libraries=None, _eci=None):
    eci = _eci or eci_from_header(c_header_source, include_dirs, libraries)
    return _answers({'x': entry}, eci)['x']


def getstruct(name, c_header_source, interesting_fields):
    return _ask(Struct(name, interesting_fields), c_header_source)


def getsimpletype(name, c_header_source, ctype_hint=rffi.INT):
    return _ask(SimpleType(name, ctype_hint), c_header_source)


def getconstantinteger(name, c_header_source, _eci=None):
    return _ask(ConstantInteger(name), c_header_source, _eci=_eci)


def getdefined(macro, c_header_source):
    return _ask(Defined(macro), c_header_source)


def getdefineddouble(macro, c_header_source):
    return _ask(DefinedConstantDouble(macro), c_header_source)


def getdefinedinteger(macro, c_header_source, _eci=None):
    return _ask(DefinedConstantInteger(macro), c_header_source, _eci=_eci)


def getdefinedstring(macro, c_header_source):
    return _ask(DefinedConstantString(macro), c_header_source)


def getintegerfunctionresult(function, args=None, c_header_source='', includes=[]):
    eci = ExternalCompilationInfo(includes=list(includes), post_include_bits=[c_header_source])
    return _ask(IntegerFunctionResult(function, args), '', _eci=eci)


def has(name, c_header_source, include_dirs=None, libraries=None):
    return _ask(Has(name), c_header_source, include_dirs, libraries)


def checkcompiles(expression, c_header_source, include_dirs=None):
    """Whether the expression compiles."""
    return has(expression, c_header_source, include_dirs)


def verify_eci(eci):
    """CompilationError if nothing can be linked with this ExternalCompilationInfo."""
    if not Works().ask(eci):
        raise CompilationError('the compiler refuses an ExternalCompilationInfo')


def sizeof(name, eci, **kwds):
    return _ask(SizeOf(name), '', _eci=eci)


def memory_alignment():
    """What addresses of all types are multiples of."""
    return 8


def run_example_code(filepath, eci, ignore_errors=False):
    raise NotImplementedError("rffi_platform.run_example_code()")


def configure_external_library(name, eci, configurations, symbol=None, _cache={}):
    """The ExternalCompilationInfo with which the library can be linked."""
    for options in [{}] + list(configurations):
        kwds = dict([(k, v) for k, v in options.items() if k in ('include_dirs', 'library_dirs', 'libraries')])
        kwds.setdefault('libraries', [name])
        info = eci.merge(ExternalCompilationInfo(**kwds))
        if (Has(symbol) if symbol else Works()).ask(info):
            return info
    raise CompilationError("the library '%s' cannot be linked" % name)
