"""Low-level types from declarations of C: structures, enumerations, typedefs, functions.

The declarations are read as C reads them, by recursive descent over specifiers and declarators. Structures get the layout that a C
compiler gives them. `#define` of a number is known, other lines of the preprocessor are left out; there are no bit fields."""
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rfile import FILEP
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

_SIGNED = {1: rffi.SIGNEDCHAR, 2: rffi.SHORT, 4: rffi.INT, 8: rffi.LONG}
_UNSIGNED = {1: rffi.UCHAR, 2: rffi.USHORT, 4: rffi.UINT, 8: rffi.ULONG}

CNAME_TO_LLTYPE = {
    'char': rffi.CHAR, 'float': rffi.FLOAT, 'double': rffi.DOUBLE, 'long double': rffi.LONGDOUBLE, 'wchar_t': lltype.UniChar,
    '_Bool': lltype.Bool, 'bool': lltype.Bool, 'FILE': FILEP.TO, 'size_t': rffi.SIZE_T, 'ssize_t': rffi.SSIZE_T,
    'intptr_t': rffi.LONG, 'uintptr_t': rffi.ULONG, 'ptrdiff_t': rffi.LONG, 'intmax_t': rffi.LONG, 'uintmax_t': rffi.ULONG,
    'time_t': rffi.LONG, 'off_t': rffi.LONG, 'pid_t': rffi.INT, 'mode_t': rffi.UINT, 'uid_t': rffi.UINT, 'gid_t': rffi.UINT,
    'Signed': lltype.Signed, 'Unsigned': lltype.Unsigned}
for _size in _SIGNED:
    CNAME_TO_LLTYPE['int%d_t' % (_size * 8)] = _SIGNED[_size]
    CNAME_TO_LLTYPE['uint%d_t' % (_size * 8)] = _UNSIGNED[_size]

_WORDS = frozenset(['signed', 'unsigned', 'short', 'long', 'int', 'char', 'float', 'double', 'void', '_Bool'])
_IGNORED = frozenset(['const', 'volatile', 'static', 'extern', 'inline', 'register', 'restrict', '__restrict', '__extension__'])
_SIZES = {'char': 1, 'short': 2, 'int': 4, 'long': 8}


class CDefError(Exception):
    """A declaration that is not C, or not understood."""


class Enum(object):
    """An enumeration: its names are attributes of the class."""


def cname_to_lltype(name):
    """The type that C has under a name of its own."""
    return CNAME_TO_LLTYPE[name]


def _tokens(source):
    """The tokens of C text without comments; lines of the preprocessor are tokens that begin with `#`."""
    found = []
    i, n = 0, len(source)
    fresh = True                    # nothing but blanks so far in this line
    while i < n:
        c = source[i]
        if c == '\n':
            fresh = True
            i += 1
        elif c.isspace():
            i += 1
        elif source.startswith('//', i):
            while i < n and source[i] != '\n':
                i += 1
        elif source.startswith('/*', i):
            end = source.find('*/', i + 2)
            i = n if end < 0 else end + 2
        elif c == '#' and fresh:
            start = i
            while i < n and source[i] != '\n':
                i += 2 if source[i] == '\\' else 1
            found.append(source[start:i].replace('\\\n', ' '))
        else:
            start = i
            if c.isalnum() or c == '_':
                while i < n and (source[i].isalnum() or source[i] == '_'):
                    i += 1
            elif c in '"\'':
                i += 1
                while i < n and source[i] != c:
                    i += 2 if source[i] == '\\' else 1
                i += 1
            elif source.startswith('...', i):
                i += 3
            elif source[i:i + 2] in ('<<', '>>'):
                i += 2
            else:
                i += 1
            found.append(source[start:i])
            fresh = False
    return found


def _number(text):
    """An integer as C writes it, or None."""
    text = text.rstrip('uUlL')
    try:
        if text[:1] == '0' and text.isdigit():
            return int(text, 8)
        return int(text, 16 if text[:2] in ('0x', '0X') else 10)
    except ValueError:
        return None


class _Parser(object):
    """Reads the declarations of one text into a CTypeSpace. Types are low-level types; one of functions is a `_Function`."""

    def __init__(self, space, source):
        self.space = space
        self.tokens = _tokens(source)
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ''

    def take(self):
        token = self.peek()
        self.at += 1
        return token

    def accept(self, token):
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def expect(self, token):
        if not self.accept(token):
            raise CDefError("C declaration: '%s' expected before '%s'" % (token, ' '.join(self.tokens[self.at:self.at + 8])))

    def everything(self):
        """All declarations of the text."""
        while self.at < len(self.tokens):
            if self.peek().startswith('#'):
                self.macro(self.take())
            elif not self.accept(';'):
                self.declaration()

    def macro(self, line):
        words = line[1:].split(None, 2)
        if len(words) == 3 and words[0] == 'define' and '(' not in words[1]:
            value = self.value(_tokens(words[2]))
            if value is not None:
                self.space.add_macro(words[1], value)

    def value(self, tokens):
        """The value of a constant expression, or None."""
        given = []
        for t in tokens:
            known = self.space.constant(t)
            if t in ('(', ')', '+', '-', '*', '|', '&', '^', '~', '<<', '>>'):
                given.append(t)
            elif known is not None:
                given.append('(%d)' % known)
            elif _number(t) is not None:
                given.append(str(_number(t)))
            else:
                return None
        try:
            return eval(' '.join(given), {})
        except SyntaxError:
            return None

    def length(self):
        """The constant expression up to the closing bracket; None: there is none."""
        tokens = []
        while self.peek() not in (']', ''):
            tokens.append(self.take())
        self.expect(']')
        if not tokens:
            return None
        value = self.value(tokens)
        if value is None:
            raise CDefError("C declaration: the length '%s'" % ' '.join(tokens))
        return value

    def declaration(self):
        typedef = self.accept('typedef')
        base = self.specifiers()
        while not self.accept(';'):
            name, T = self.declarator(base)
            if typedef:
                self.space.add_typedef(name, T)
            elif name:
                self.space.declarations[name] = T
            if self.peek() == '{':
                raise CDefError("C declaration: the body of %s" % name)
            if not self.accept(','):
                self.expect(';')
                break

    def specifiers(self):
        """The type in front of declarators."""
        words = []
        found = None
        while True:
            token = self.peek()
            if token in _IGNORED:
                self.take()
            elif token in ('struct', 'union'):
                self.take()
                found = self.structure(token)
            elif token == 'enum':
                self.take()
                found = self.enumeration()
            elif token in _WORDS:
                words.append(self.take())
            elif found is None and not words and (token[:1].isalpha() or token[:1] == '_'):
                found = self.space.named(token)
                if found is None:
                    raise CDefError("C declaration: the type '%s' is not known" % token)
                self.take()
            else:
                break
        if words:
            return self.basic(words)
        if found is None:
            raise CDefError("C declaration: a type expected before '%s'" % ' '.join(self.tokens[self.at:self.at + 8]))
        return found

    def basic(self, words):
        if 'double' in words:
            return rffi.LONGDOUBLE if 'long' in words else rffi.DOUBLE
        for word, T in (('void', lltype.Void), ('float', rffi.FLOAT), ('_Bool', lltype.Bool)):
            if word in words:
                return T
        if words == ['char']:
            return rffi.CHAR
        size = min([_SIZES[w] for w in words if w in ('char', 'short')] or [_SIZES['long' if 'long' in words else 'int']])
        return (_UNSIGNED if 'unsigned' in words else _SIGNED)[size]

    def structure(self, kind):
        tag = self.take() if self.peek() != '{' else None
        T = self.space.structure(tag)
        if not self.accept('{'):
            return T
        if kind == 'union':
            raise CDefError("C declaration: unions have no low-level type (%s)" % tag)
        fields = []
        while not self.accept('}'):
            base = self.specifiers()
            while True:
                name, F = self.declarator(base)
                if self.peek() == ':':
                    raise CDefError("C declaration: the bit field %s" % name)
                fields.append((name, F))
                if not self.accept(','):
                    break
            self.expect(';')
        self.space.define(T, tag, fields)
        return T

    def enumeration(self):
        tag = self.take() if self.peek() != '{' else None
        if not self.accept('{'):
            return self.space.enums.get(tag, rffi.INT)
        made = type(tag or 'enum', (Enum,), {})
        value = -1
        while not self.accept('}'):
            name = self.take()
            value += 1
            if self.accept('='):
                tokens = []
                while self.peek() not in (',', '}', ''):
                    tokens.append(self.take())
                value = self.value(tokens)
                if value is None:
                    raise CDefError("C declaration: the value of %s" % name)
            setattr(made, name, value)
            self.space.enumerators[name] = value
            self.accept(',')
        self.space.enums[tag] = made
        return made

    def declarator(self, T):
        """The name (None without one) and the type of what is declared with the base type T."""
        while True:
            if self.accept('*'):
                T = _pointer_to(T)
            elif self.peek() in _IGNORED:
                self.take()
            else:
                break
        inner = None
        name = None
        if self.peek() == '(' and self.tokens[self.at + 1:self.at + 2] in (['*'], ['(']):
            # What is in the parentheses is declared with the type that is behind them.
            self.take()
            inner = self.at
            depth = 1
            while depth and self.peek():
                depth += {'(': 1, ')': -1}.get(self.take(), 0)
        elif self.peek()[:1].isalpha() or self.peek()[:1] == '_':
            name = self.take()
        T = self.suffixes(T)
        if inner is not None:
            end, self.at = self.at, inner
            name, T = self.declarator(T)
            self.expect(')')
            self.at = end
        return name, T

    def suffixes(self, T):
        if self.accept('('):
            return self.parameters(T)
        if self.accept('['):
            n = self.length()
            item = self.suffixes(T)
            return _pointer_to(item) if n is None else rffi.CFixedArray(item, n)
        return T

    def parameters(self, result):
        args = []
        while not self.accept(')'):
            if self.accept('...'):
                raise CDefError('C declaration: a function with `...`')
            T = self.declarator(self.specifiers())[1]
            if isinstance(T, lltype.FixedSizeArray):
                T = _pointer_to(T.OF)
            elif isinstance(T, _Function):
                T = _pointer_to(T)
            if T is not lltype.Void:
                args.append(_plain(T))
            self.accept(',')
        return _Function(args, _plain(result))


class _Function(object):
    """The type of a function, which only pointers lead to."""

    def __init__(self, args, result):
        self.args = args
        self.result = result


def _plain(T):
    """What values of an enumeration are is an int."""
    return rffi.INT if isinstance(T, type) and issubclass(T, Enum) else T


def _pointer_to(T):
    T = _plain(T)
    if isinstance(T, _Function):
        return lltype.Ptr(lltype.FuncType(T.args, T.result))
    if T is lltype.Void:
        return rffi.VOIDP
    if isinstance(T, (lltype.Struct, lltype.ForwardReference, lltype.OpaqueType, lltype.FixedSizeArray)):
        return lltype.Ptr(T)
    return rffi.CArrayPtr(T)


class FunctionDeclaration(object):
    """A function of C."""

    def __init__(self, name, tp):
        self.name = name
        self.tp = tp

    def get_llargs(self, cts):
        """The types of its parameters."""
        return self.tp.args

    def get_llresult(self, cts):
        """The type of its result."""
        return self.tp.result


class CTypeSpace(object):
    """What declarations of C say. Typedefs, macros and enumerators are attributes, too."""

    def __init__(self, parser=None, definitions=None, macros=None, headers=None, includes=None, include_dirs=None):
        self.definitions = definitions if definitions is not None else {}
        self.macros = macros if macros is not None else {}
        self.declarations = {}
        self.structs = {}
        self.enums = {}
        self.enumerators = {}
        self.headers = headers if headers is not None else ['sys/types.h']
        self.include_dirs = include_dirs
        self.includes = []
        self.sources = []
        self._types = {}
        for other in includes or ():
            self.include(other)

    def include(self, other):
        """Everything that another space knows."""
        self.includes.append(other)
        for mine, its in ((self.definitions, other.definitions), (self.macros, other.macros), (self.structs, other.structs),
                          (self.enums, other.enums), (self.enumerators, other.enumerators)):
            for name in its:
                mine.setdefault(name, its[name])

    def parse_source(self, source, configure=True):
        """Reads declarations."""
        self.sources.append(str(source))
        _Parser(self, str(source)).everything()
        for name, value in self.enumerators.items():
            self.definitions.setdefault(name, value)

    def parse_header(self, header_path, configure=True):
        """Reads the declarations of a file."""
        self.headers.append(str(header_path))
        with open(str(header_path)) as f:
            _Parser(self, f.read()).everything()

    def configure_types(self):
        """Nothing is left to do: layouts are computed when a structure is read."""

    def build_eci(self):
        """The headers, with the declarations behind them."""
        return ExternalCompilationInfo(post_include_bits=self.sources, includes=self.headers,
                                       include_dirs=self.include_dirs or [])

    def add_typedef(self, name, T):
        """Gives a type a name."""
        self.definitions[name] = T

    def add_macro(self, name, value):
        """Gives a number a name."""
        self.macros[name] = value
        self.definitions[name] = value

    def constant(self, name):
        """The number of that name, or None."""
        value = self.macros.get(name)
        return self.enumerators.get(name) if value is None else value

    def named(self, name):
        """The type of that name, or None."""
        T = self.definitions.get(name)
        return CNAME_TO_LLTYPE.get(name) if T is None or isinstance(T, int) else T

    def structure(self, tag):
        """The structure of that tag, which may be defined later."""
        if tag == '_IO_FILE':
            return FILEP.TO
        if tag is None:
            return lltype.ForwardReference()
        return self.structs.setdefault(tag, lltype.ForwardReference())

    def define(self, T, tag, fields):
        """Says what a structure consists of."""
        made = rffi.CStruct(tag or 'anonymous', *[(n, _plain(_defined(F))) for n, F in fields])
        T.become(made)
        if tag is not None:
            self.structs[tag] = made

    @specialize.memo()
    def gettype(self, cdecl):
        """The type that a text of C names, as `struct s`, `char *`."""
        if cdecl not in self._types:
            parser = _Parser(self, cdecl)
            T = parser.declarator(parser.specifiers())[1]
            self._types[cdecl] = _defined(T)
        return self._types[cdecl]

    @specialize.arg(1)
    def cast(self, cdecl, value):
        """A value as one of the type that a text of C names."""
        return rffi.cast(self.gettype(cdecl), value)

    def parse_func(self, cdecl):
        """The function that a text of C declares."""
        parser = _Parser(self, cdecl)
        name, T = parser.declarator(parser.specifiers())
        if not isinstance(T, _Function):
            raise CDefError('C declaration: %s is no function' % name)
        return FunctionDeclaration(name, T)

    def _freeze_(self):
        return True

    def __getattr__(self, name):
        if not name.startswith('__') and 'definitions' in self.__dict__ and name in self.definitions:
            return _defined(self.definitions[name])
        raise AttributeError(name)


def _defined(T):
    """A structure that was named before it was defined, as it is now."""
    found = getattr(T, '_target', None) if isinstance(T, lltype.ForwardReference) else None
    return T if found is None else found


def parse_source(source, includes=None, headers=None, configure_now=True):
    """What declarations say, in a space of their own."""
    cts = CTypeSpace(headers=headers, includes=includes)
    cts.parse_source(source)
    return cts
