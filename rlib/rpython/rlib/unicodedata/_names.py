"""Names of characters.

A name is a row of words; the words are numbered, and each character has the numbers of its words, two bytes each. Ideographs and
Hangul syllables have names by rules (the Unicode standard, 4.8).
"""

from rpython.rlib.objectmodel import specialize

CJK = 'CJK UNIFIED IDEOGRAPH-'
HANGUL = 'HANGUL SYLLABLE '
FIRST_SYLLABLE, SYLLABLES = 0xac00, 11172
INITIALS = 'G GG N D DD R M B BB S SS  J JJ C K T P H'.split(' ')
VOWELS = 'A AE YA YAE EO E YEO YE O WA WAE OE YO U WEO WE WI YU EU YI I'.split(' ')
FINALS = ' G GG GS N NJ NH D L LG LM LB LS LT LP LH M B BS S SS NG J C K T P H'.split(' ')


def _all_names():
    """Pairs of code and name, of the characters whose names follow no rule."""
    try:
        from _host import character_names
    except ImportError:
        import sys
        import unicodedata
        every = [(code, unicodedata.name(chr(code), '')) for code in range(sys.maxunicode + 1)]
        every = [(code, name) for code, name in every if name and not name.startswith((CJK, HANGUL))]
    else:
        every = character_names()
    # The names may be newer than the other tables.
    from rpython.rlib.unicodedata.unicodedb import category
    return [(code, name) for code, name in every if category(code) != 'Cn']


class _Names(object):
    """The table: `codes` in order, and of each one where its numbers begin."""
    _immutable_ = True
    _immutable_fields_ = ['words[*]', 'codes[*]', 'starts[*]', 'by_name[*]']

    def __init__(self, names):
        number_of = {}
        self.words = []
        self.codes = []
        self.starts = [0]
        packed = []
        for code, name in names:
            words = name.split(' ')
            for word in words:
                if word not in number_of:
                    number_of[word] = len(self.words)
                    self.words.append(word)
                number = number_of[word]
                packed.append(chr(number >> 8) + chr(number & 255))
            self.codes.append(code)
            self.starts.append(self.starts[-1] + len(words))
        self.numbers = ''.join(packed)
        in_order = sorted([(name, i) for i, (code, name) in enumerate(names)])
        self.by_name = [i for name, i in in_order]

    def name(self, i):
        """Of the character with this number."""
        words = []
        for at in range(self.starts[i], self.starts[i + 1]):
            words.append(self.words[(ord(self.numbers[2 * at]) << 8) | ord(self.numbers[2 * at + 1])])
        return ' '.join(words)

    def find(self, code):
        """The number of a character, or -1."""
        low, high = 0, len(self.codes)
        while low < high:
            middle = (low + high) >> 1
            if self.codes[middle] < code:
                low = middle + 1
            else:
                high = middle
        if low < len(self.codes) and self.codes[low] == code:
            return low
        return -1

    def lookup(self, name):
        """The code of the character with this name, or -1."""
        low, high = 0, len(self.by_name)
        while low < high:
            middle = (low + high) >> 1
            if self.name(self.by_name[middle]) < name:
                low = middle + 1
            else:
                high = middle
        if low < len(self.by_name) and self.name(self.by_name[low]) == name:
            return self.codes[self.by_name[low]]
        return -1


_tables = {}


@specialize.memo()
def _names(of):
    """Made when a program asks for names."""
    if of not in _tables:
        _tables[of] = _Names(_all_names())
    return _tables[of]


def _is_ideograph(code):
    return 0x3400 <= code <= 0x4dbf or 0x4e00 <= code <= 0x9fff or 0x20000 <= code <= 0x2a6df or \
        0x2a700 <= code <= 0x2b738 or 0x2b740 <= code <= 0x2b81d or 0x2b820 <= code <= 0x2cea1 or \
        0x2ceb0 <= code <= 0x2ebe0 or 0x30000 <= code <= 0x3134a


def _digits_of(code):
    text = ''
    while code:
        text = '0123456789ABCDEF'[code & 15] + text
        code >>= 4
    return text


def name(code):
    """The name of a character; KeyError."""
    if _is_ideograph(code):
        return CJK + _digits_of(code)
    if FIRST_SYLLABLE <= code < FIRST_SYLLABLE + SYLLABLES:
        n = code - FIRST_SYLLABLE
        return HANGUL + INITIALS[n // 588] + VOWELS[n // 28 % 21] + FINALS[n % 28]
    names = _names(None)
    i = names.find(code)
    if i < 0:
        raise KeyError(code)
    return names.name(i)


def _ideograph(digits):
    if len(digits) != 4 and len(digits) != 5:
        return -1
    code = 0
    for c in digits:
        if '0' <= c <= '9':
            code = code * 16 + ord(c) - ord('0')
        elif 'A' <= c <= 'F':
            code = code * 16 + ord(c) - ord('A') + 10
        else:
            return -1
    return code if _is_ideograph(code) else -1


def _longest(table, text, start):
    """The number of the longest text of a table that stands there, or -1."""
    found, length = -1, -1
    for i in range(len(table)):
        n = len(table[i])
        if n > length and text[start:start + n] == table[i]:
            found, length = i, n
    return found


def _syllable(text):
    first = _longest(INITIALS, text, 0)
    at = len(INITIALS[first])
    vowel = _longest(VOWELS, text, at)
    if vowel < 0:
        return -1
    at += len(VOWELS[vowel])
    last = _longest(FINALS, text, at)
    if at + len(FINALS[last]) != len(text):
        return -1
    return FIRST_SYLLABLE + (first * 21 + vowel) * 28 + last


def lookup(name, with_named_sequence=False, with_alias=False):
    """The code of a character by its name, which is in capital letters; KeyError. (There are no names of sequences, and no further
    names.)"""
    if name.startswith(CJK):
        code = _ideograph(name[len(CJK):])
    elif name.startswith(HANGUL):
        code = _syllable(name[len(HANGUL):])
    else:
        code = _names(None).lookup(name)
    if code < 0:
        raise KeyError(name)
    return code
