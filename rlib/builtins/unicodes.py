"""Methods of unicode strings that depend on the properties of characters."""

from rpython.rlib.objectmodel import specialize
from rpython.rlib.rstring import StringBuilder, UnicodeBuilder
from rpython_builtins import unicode_tables
from rpython_builtins.strings import MAXINT, append_ascii, append_hex, as_unicode, tab_size

ALPHA, DECIMAL, DIGIT, NUMERIC, SPACE, UPPER, LOWER, TITLE, PRINTABLE, START, CONTINUE, CASED, IGNORABLE = [1 << i for i in range(13)]


def unpack():
    """The tables as lists: start of each run, its record; the columns of the records; the special cases."""
    starts, records = [], []
    at = 0
    for word in unicode_tables.RUNS.split():
        step, record = word.split('.')
        at += int(step, 16)
        starts.append(at)
        records.append(int(record, 16))
    columns = [[], [], [], []]
    for word in unicode_tables.RECORDS.split():
        parts = word.split(',')
        columns[0].append(int(parts[0], 16))
        for i in range(1, 4):
            columns[i].append(int(parts[i]))
    special = {'u': {}, 'l': {}, 't': {}, 'f': {}}
    for word in unicode_tables.SPECIAL.split():
        code, codes = word[1:].split(':')
        text = u''
        for c in codes.split(','):
            text = text + unichr(int(c, 16))
        special[word[0]][int(code, 16)] = text
    return starts, records, columns, special


STARTS, RUN_RECORDS, COLUMNS, SPECIAL = unpack()
FLAGS, TO_UPPER, TO_LOWER, TO_TITLE = COLUMNS
SPECIAL_UPPER = SPECIAL['u']
SPECIAL_LOWER = SPECIAL['l']
SPECIAL_TITLE = SPECIAL['t']
FOLDED = SPECIAL['f']
# the records of Latin-1, directly
LATIN1 = [RUN_RECORDS[max([k for k in range(500) if STARTS[k] <= i])] for i in range(256)]


def record_of(code):
    if 0 <= code < 256:
        return LATIN1[code]
    low = 0
    high = len(STARTS)
    while high - low > 1:
        middle = (low + high) >> 1
        if STARTS[middle] <= code:
            low = middle
        else:
            high = middle
    return RUN_RECORDS[low]


def flags_of(code):
    return FLAGS[record_of(code)]


def all_have(u, flag):
    for c in u:
        if not flags_of(ord(c)) & flag:
            return False
    return len(u) > 0


def isalpha(u):
    return all_have(u, ALPHA)


def isdecimal(u):
    return all_have(u, DECIMAL)


def isdigit(u):
    return all_have(u, DIGIT)


def isnumeric(u):
    return all_have(u, NUMERIC)


def isalnum(u):
    return all_have(u, ALPHA | DECIMAL | DIGIT | NUMERIC)


def isspace(u):
    return all_have(u, SPACE)


def isprintable(u):
    return len(u) == 0 or all_have(u, PRINTABLE)


def isidentifier(u):
    return len(u) > 0 and flags_of(ord(u[0])) & START != 0 and all_have(u, CONTINUE)


def isupper(u):
    cased = False
    for c in u:
        f = flags_of(ord(c))
        if f & (LOWER | TITLE):
            return False
        if f & UPPER:
            cased = True
    return cased


def islower(u):
    cased = False
    for c in u:
        f = flags_of(ord(c))
        if f & (UPPER | TITLE):
            return False
        if f & LOWER:
            cased = True
    return cased


def istitle(u):
    cased = False
    inside = False
    for c in u:
        f = flags_of(ord(c))
        if f & (UPPER | TITLE):
            if inside:
                return False
            inside = True
            cased = True
        elif f & LOWER:
            if not inside:
                return False
            cased = True
        else:
            inside = False
    return cased


# ---- case

def append_upper(out, code):
    if code >= 128 and code in SPECIAL_UPPER:
        out.append(SPECIAL_UPPER[code])
    else:
        out.append(unichr(code + TO_UPPER[record_of(code)]))


def append_title(out, code):
    if code >= 128 and code in SPECIAL_TITLE:
        out.append(SPECIAL_TITLE[code])
    else:
        out.append(unichr(code + TO_TITLE[record_of(code)]))


def append_lower(out, u, i):
    code = ord(u[i])
    if code == 0x3A3 and is_final(u, i):
        out.append(u'\u03c2')
    elif code >= 128 and code in SPECIAL_LOWER:
        out.append(SPECIAL_LOWER[code])
    else:
        out.append(unichr(code + TO_LOWER[record_of(code)]))


def is_final(u, i):
    """Whether a sigma ends a word: a letter before it and none behind it, but for what is ignored."""
    j = i - 1
    while j >= 0 and flags_of(ord(u[j])) & IGNORABLE:
        j -= 1
    if j < 0 or not flags_of(ord(u[j])) & CASED:
        return False
    j = i + 1
    while j < len(u) and flags_of(ord(u[j])) & IGNORABLE:
        j += 1
    return j >= len(u) or not flags_of(ord(u[j])) & CASED


def upper(u):
    out = UnicodeBuilder(len(u))
    for c in u:
        append_upper(out, ord(c))
    return out.build()


def lower(u):
    out = UnicodeBuilder(len(u))
    for i in range(len(u)):
        append_lower(out, u, i)
    return out.build()


def casefold(u):
    out = UnicodeBuilder(len(u))
    for c in u:
        code = ord(c)
        if code >= 128 and code in FOLDED:
            out.append(FOLDED[code])
        elif code >= 128 and code in SPECIAL_LOWER:
            out.append(SPECIAL_LOWER[code])
        else:
            out.append(unichr(code + TO_LOWER[record_of(code)]))
    return out.build()


def swapcase(u):
    out = UnicodeBuilder(len(u))
    for i in range(len(u)):
        f = flags_of(ord(u[i]))
        if f & UPPER:
            append_lower(out, u, i)
        elif f & LOWER:
            append_upper(out, ord(u[i]))
        else:
            out.append(u[i])
    return out.build()


def capitalize(u):
    out = UnicodeBuilder(len(u))
    for i in range(len(u)):
        if i == 0:
            append_title(out, ord(u[0]))
        else:
            append_lower(out, u, i)
    return out.build()


def title(u):
    out = UnicodeBuilder(len(u))
    inside = False
    for i in range(len(u)):
        if inside:
            append_lower(out, u, i)
        else:
            append_title(out, ord(u[i]))
        inside = flags_of(ord(u[i])) & CASED != 0
    return out.build()


# ---- blanks

def space_at(u, i):
    return flags_of(ord(u[i])) & SPACE != 0


def first_text(u):
    i = 0
    while i < len(u) and space_at(u, i):
        i += 1
    return i


def end_of_text(u, start):
    j = len(u)
    while j > start and space_at(u, j - 1):
        j -= 1
    return j


def strip_space(u, chars=None):
    i = first_text(u)
    return u[i:end_of_text(u, i)]


def lstrip_space(u, chars=None):
    return u[first_text(u):]


def rstrip_space(u, chars=None):
    return u[:end_of_text(u, 0)]


def split_space(u, sep=None, maxsplit=-1):
    out = []
    i = 0
    n = len(u)
    while True:
        while i < n and space_at(u, i):
            i += 1
        if i >= n:
            return out
        if maxsplit == 0:
            out.append(u[i:])
            return out
        maxsplit -= 1
        j = i
        while j < n and not space_at(u, j):
            j += 1
        out.append(u[i:j])
        i = j


def rsplit_space(u, sep=None, maxsplit=-1):
    out = []
    j = len(u)
    while True:
        while j > 0 and space_at(u, j - 1):
            j -= 1
        if j <= 0:
            break
        if maxsplit == 0:
            out.append(u[:j])
            break
        maxsplit -= 1
        i = j
        while i > 0 and not space_at(u, i - 1):
            i -= 1
        out.append(u[i:j])
        j = i
    out.reverse()
    return out


def is_line_end(code):
    return 10 <= code <= 13 or 28 <= code <= 30 or code == 0x85 or code == 0x2028 or code == 0x2029


def splitlines(u, keepends=False):
    out = []
    start = 0
    i = 0
    n = len(u)
    while i < n:
        if not is_line_end(ord(u[i])):
            i += 1
            continue
        end = i
        if u[i] == u'\r' and i + 1 < n and u[i + 1] == u'\n':
            i += 1
        i += 1
        if keepends:
            end = i
        out.append(u[start:end])
        start = i
    if start < n:
        out.append(u[start:])
    return out


def expandtabs(u, tabsize=8):
    tabsize = tab_size(tabsize)
    out = UnicodeBuilder(len(u))
    column = 0
    for c in u:
        if c == u'\t':
            if tabsize > 0:
                n = tabsize - column % tabsize
                out.append_multiple_char(u' ', n)
                column += n
        else:
            column += 1
            if c == u'\n' or c == u'\r':
                column = 0
            out.append(c)
    return out.build()


@specialize.call_location()
def translate(u, table):
    """A dict from codes to codes, unicode strings or None, or a string."""
    out = UnicodeBuilder(len(u))
    if isinstance(table, unicode):
        for c in u:
            code = ord(c)
            if code < len(table):
                out.append(table[code])
            else:
                out.append(c)
    else:
        for c in u:
            code = ord(c)
            if code in table:
                append_translated(out, table[code])
            else:
                out.append(c)
    return out.build()


@specialize.argtype(1)
def append_translated(out, x):
    if isinstance(x, int):
        if x >= 0:
            out.append(unichr(x))
    elif x is not None:
        out.append(x)


# ---- repr

def quoted(u):
    """`repr(u)`, in UTF-8."""
    quote = quote_of(u"'" in u, u'"' in u)
    out = StringBuilder(len(u) + 2)
    out.append(chr(quote))
    for c in u:
        append_quoted(out, ord(c), quote)
    out.append(chr(quote))
    return out.build()


def quote_of(single, double):
    """Code of the quotes around a text in which these occur."""
    if single and not double:
        return 34
    return 39


def append_quoted(out, code, quote):
    if code == quote or code == 92:
        out.append('\\')
        out.append(chr(code))
    elif code == 10:
        out.append('\\n')
    elif code == 13:
        out.append('\\r')
    elif code == 9:
        out.append('\\t')
    elif 32 <= code < 127:
        out.append(chr(code))
    elif code >= 127 and flags_of(code) & PRINTABLE:
        out.append(unichr(code).encode('utf-8'))
    elif code < 256:
        out.append('\\x')
        append_hex(out, code, 2)
    else:
        append_ascii(out, code)


# ---- methods with byte strings among their arguments, which must be ASCII

@specialize.argtype(1)
def strip_bytes(s, chars):
    return s.strip(as_unicode(chars))


@specialize.argtype(1)
def lstrip_bytes(s, chars):
    return s.lstrip(as_unicode(chars))


@specialize.argtype(1)
def rstrip_bytes(s, chars):
    return s.rstrip(as_unicode(chars))


@specialize.argtype(1)
def startswith_bytes(s, prefix, start=0, end=MAXINT):
    return s.startswith(as_unicode(prefix), start, end)


@specialize.argtype(1)
def endswith_bytes(s, suffix, start=0, end=MAXINT):
    return s.endswith(as_unicode(suffix), start, end)


@specialize.argtype(1)
def find_bytes(s, sub, start=0, end=MAXINT):
    return s.find(as_unicode(sub), start, end)


@specialize.argtype(1)
def rfind_bytes(s, sub, start=0, end=MAXINT):
    return s.rfind(as_unicode(sub), start, end)


@specialize.argtype(1)
def count_bytes(s, sub, start=0, end=MAXINT):
    return s.count(as_unicode(sub), start, end)


@specialize.argtype(1)
def split_bytes(s, sep, maxsplit=-1):
    return s.split(as_unicode(sep), maxsplit)


@specialize.argtype(1)
def rsplit_bytes(s, sep, maxsplit=-1):
    return s.rsplit(as_unicode(sep), maxsplit)


@specialize.argtype(1, 2)
def replace_bytes(s, old, new, count=-1):
    return s.replace(as_unicode(old), as_unicode(new), count)


@specialize.argtype(1)
def partition_bytes(s, sep):
    return s.partition(as_unicode(sep))


@specialize.argtype(1)
def rpartition_bytes(s, sep):
    return s.rpartition(as_unicode(sep))


def join_bytes(s, parts):
    return s.join([p.decode('ascii') for p in parts])


def contains_bytes(s, sub):
    return as_unicode(sub) in s
