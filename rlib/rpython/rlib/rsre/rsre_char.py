"""Classes of characters, by their codes."""

try:
    unichr
except NameError:           # Python 3
    unichr = chr

MAXREPEAT = 2 ** 32 - 1
CODESIZE = 4
SRE_FLAG_TEMPLATE = 1
SRE_FLAG_IGNORECASE = 2
SRE_FLAG_LOCALE = 4
SRE_FLAG_MULTILINE = 8
SRE_FLAG_DOTALL = 16
SRE_FLAG_UNICODE = 32
SRE_FLAG_VERBOSE = 64
linebreak = 10
underline = 95
is_a_word = [chr(_i).isalnum() and _i < 128 or _i == underline for _i in range(256)]


def set_unicode_db(newunicodedb):
    """Accepted: the properties of characters are the language's own."""


def getlower(char_ord, flags):
    """The code of the small letter; beyond ASCII only with SRE_FLAG_UNICODE."""
    if char_ord < 128:
        if 65 <= char_ord <= 90:
            return char_ord + 32
    elif flags & SRE_FLAG_UNICODE and not flags & SRE_FLAG_LOCALE:
        small = unichr(char_ord).lower()
        if len(small) == 1:
            return ord(small)
    return char_ord


def getupper(char_ord, flags):
    """The code of the capital letter, see `getlower`."""
    if char_ord < 128:
        if 97 <= char_ord <= 122:
            return char_ord - 32
    elif flags & SRE_FLAG_UNICODE and not flags & SRE_FLAG_LOCALE:
        big = unichr(char_ord).upper()
        if len(big) == 1:
            return ord(big)
    return char_ord


def is_digit(code):
    return 48 <= code <= 57


def is_uni_digit(code):
    return unichr(code).isdigit()


def is_space(code):
    return code == 32 or 9 <= code <= 13


def is_uni_space(code):
    return unichr(code).isspace()


def is_word(code):
    return code < 256 and is_a_word[code]


def is_uni_word(code):
    return unichr(code).isalnum() or code == underline


is_loc_alnum = is_loc_word = is_word


def is_linebreak(code):
    return code == linebreak


def is_uni_linebreak(code):
    return code == linebreak or code == 13 or 28 <= code <= 30 or code == 0x85 or code == 0x2028 or code == 0x2029
