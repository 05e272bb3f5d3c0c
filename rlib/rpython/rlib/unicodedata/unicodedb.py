"""Properties of characters, by their codes. What strings know themselves (letters, digits, cases) is asked of them."""

from rpython.rlib.rstring import StringBuilder
from rpython.rlib.unicodedata import _tables
from rpython.rlib.unicodedata._names import name, lookup

try:
    unichr
except NameError:           # Python 3
    unichr = chr

version = _tables.VERSION


def _unpack_runs():
    starts, records = [], []
    at = 0
    for word in _tables.RUNS.split():
        step, record = word.split('.')
        at += int(step, 16)
        starts.append(at)
        records.append(int(record, 16))
    columns = [[], [], [], [], []]
    for word in _tables.RECORDS.split():
        for column, value in zip(columns, word.split(',')):
            column.append(value)
    return starts, records, columns


def _unpack_numbers():
    decimals, digits, numbers = {}, {}, {}
    for word in _tables.NUMBERS.split():
        code, value = word.split(':')
        code = int(code, 16)
        above, below = value[1:].split('/')
        numbers[code] = float(int(above)) / float(int(below))
        if value[0] != 'n':
            digits[code] = int(above)
        if value[0] == 'd':
            decimals[code] = int(above)
    return decimals, digits, numbers


def _unpack_decompositions():
    """The text of each, the codes of each, the codes of those that are canonical, the compositions."""
    texts, codes_of, canonical, pairs = {}, {}, {}, {}
    not_composed = set([int(word, 16) for word in _tables.NOT_COMPOSED.split()])
    for word in _tables.DECOMPOSITIONS.split():
        code, text = word.split(':')
        code = int(code, 16)
        parts = text.split(',')
        texts[code] = ' '.join(parts)
        codes = [int(c, 16) for c in parts if c[0] != '<']
        codes_of[code] = codes
        if parts[0][0] != '<':
            canonical[code] = codes
            if len(codes) == 2 and code not in not_composed:
                pairs[codes[0], codes[1]] = code
    return texts, codes_of, canonical, pairs


_starts, _records, _columns = _unpack_runs()
_categories, _directions, _widths = _columns[:3]
_directions = ['' if _d == '-' else _d for _d in _directions]
_classes = [int(_c) for _c in _columns[3]]
_mirrors = [_m == '1' for _m in _columns[4]]
_decimals, _digits, _numbers = _unpack_numbers()
_texts, _codes_of, _canonical, _pairs = _unpack_decompositions()


def _record(code):
    low = 0
    high = len(_starts)
    while high - low > 1:
        middle = (low + high) >> 1
        if _starts[middle] <= code:
            low = middle
        else:
            high = middle
    return _records[low]


_latin1 = [_record(_i) for _i in range(256)]


def _record_of(code):
    if 0 <= code < 256:
        return _latin1[code]
    return _record(code)


def category(code):
    """Two letters, as 'Lu'."""
    return _categories[_record_of(code)]


def bidirectional(code):
    return _directions[_record_of(code)]


def east_asian_width(code):
    return _widths[_record_of(code)]


def combining(code):
    """The combining class."""
    return _classes[_record_of(code)]


def mirrored(code):
    return _mirrors[_record_of(code)]


def isspace(code):
    return unichr(code).isspace()


def isalpha(code):
    return unichr(code).isalpha()


def islinebreak(code):
    return 10 <= code <= 13 or 28 <= code <= 30 or code == 0x85 or code == 0x2028 or code == 0x2029


def isnumeric(code):
    return unichr(code).isnumeric()


def isdigit(code):
    return unichr(code).isdigit()


def isdecimal(code):
    return unichr(code).isdecimal()


def isalnum(code):
    return unichr(code).isalnum()


def isupper(code):
    return unichr(code).isupper()


def istitle(code):
    return category(code) == 'Lt'


def islower(code):
    return unichr(code).islower()


def iscased(code):
    return isupper(code) or islower(code) or istitle(code)


def isxidstart(code):
    return unichr(code).isidentifier()


def isxidcontinue(code):
    return (u'a' + unichr(code)).isidentifier()


def isprintable(code):
    return unichr(code).isprintable()


def decimal(code):
    """The value of a decimal digit; KeyError."""
    return _decimals[code]


def digit(code):
    """The value of a digit; KeyError."""
    return _digits[code]


def numeric(code):
    """The value of a number, a float; KeyError."""
    return _numbers[code]


def _codes(text):
    return [ord(c) for c in text]


def toupper_full(code):
    """The codes of the capital letters."""
    return _codes(unichr(code).upper())


def tolower_full(code):
    return _codes(unichr(code).lower())


def totitle_full(code):
    return _codes(unichr(code).title())


def toupper(code):
    """The code of the capital letter where there is one character for it."""
    codes = toupper_full(code)
    return codes[0] if len(codes) == 1 else _with_iota(code)


def tolower(code):
    # (the one small letter of two characters: that of I with a dot)
    codes = tolower_full(code)
    return codes[0] if len(codes) == 1 or code == 0x130 else code


def totitle(code):
    codes = totitle_full(code)
    return codes[0] if len(codes) == 1 else _with_iota(code)


def _with_iota(code):
    """The Greek capital letter with an iota, of a small one; other characters whose capitals are several stay what they are."""
    if 0x1f80 <= code <= 0x1faf and code & 15 < 8:
        return code + 8
    if code == 0x1fb3 or code == 0x1fc3 or code == 0x1ff3:
        return code + 9
    return code


def casefold_lookup(code):
    """The codes of the folded case where it is not lower case, else None."""
    folded = unichr(code).casefold()
    if folded == unichr(code).lower():
        return None
    return _codes(folded)


def decomposition(code):
    """As in the database: '<compat> 0020 0301', or ''."""
    return _texts.get(code, '')


def _append_canonical(out, code):
    if code in _canonical:
        for c in _canonical[code]:
            _append_canonical(out, c)
    else:
        out.append(code)


def _append_compatible(out, code):
    if code in _codes_of:
        for c in _codes_of[code]:
            _append_compatible(out, c)
    else:
        out.append(code)


def canon_decomposition(code):
    """The codes of the full canonical decomposition, [] if there is none."""
    out = []
    if code in _canonical:
        _append_canonical(out, code)
    return out


def compat_decomposition(code):
    """The codes of the full decomposition, [] if there is none."""
    out = []
    if code in _codes_of:
        _append_compatible(out, code)
    return out


def composition(current, next):
    """The code of the character that two make; KeyError."""
    return _pairs[current, next]


_HANGUL_L = "G GG N D DD R M B BB S SS  J JJ C K T P H".split(' ')
_HANGUL_V = "A AE YA YAE EO E YEO YE O WA WAE OE YO U WEO WE WI YU EU YI I".split(' ')
_HANGUL_T = " G GG GS N NJ NH D L LG LM LB LS LT LP LH M B BS S SS NG J C K T P H".split(' ')


def _is_ideograph(code):
    """Of the blocks whose names tell nothing but the code."""
    return category(code) == 'Lo' and (0x3400 <= code < 0x4dc0 or 0x4e00 <= code < 0xa000 or 0x20000 <= code < 0x2f800 or
                                       0x30000 <= code < 0x31350)


def name_of_ideograph(code):
    """The names of Chinese characters and Korean syllables, which follow a rule; KeyError. (Other names are not in the tables.)"""
    if 0xac00 <= code < 0xd7a4:
        at = code - 0xac00
        return 'HANGUL SYLLABLE ' + _HANGUL_L[at // 588] + _HANGUL_V[at % 588 // 28] + _HANGUL_T[at % 28]
    if not _is_ideograph(code):
        raise KeyError
    b = StringBuilder()
    b.append('CJK UNIFIED IDEOGRAPH-')
    digits = 4 if code < 0x10000 else 5
    while digits > 0:
        digits -= 1
        b.append('0123456789ABCDEF'[(code >> (4 * digits)) & 15])
    return b.build()
