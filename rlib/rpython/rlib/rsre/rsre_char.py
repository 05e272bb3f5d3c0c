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
    return unichr(code).isdecimal()


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


def category_has(category, c):
    """Is the character of one of sre's classes?"""
    if category == 0 or category == 1:
        found = is_digit(c)
    elif category == 2 or category == 3:
        found = is_space(c)
    elif category == 4 or category == 5 or category == 8 or category == 9:
        found = is_word(c)
    elif category == 6 or category == 7:
        found = is_linebreak(c)
    elif category == 10 or category == 11:
        found = is_uni_digit(c)
    elif category == 12 or category == 13:
        found = is_uni_space(c)
    elif category == 14 or category == 15:
        found = is_uni_word(c)
    else:
        found = is_uni_linebreak(c)
    return found != (category & 1 == 1)


def set_has(code, c, flags):
    """Is the character in the set that begins the code? See rsre_code for the operations."""
    i = 0
    found = False
    negated = False
    while True:
        op = code[i]
        if op == 0:                     # FAILURE
            return found != negated
        elif op == 26:                  # NEGATE
            negated = not negated
            i += 1
        elif op == 19:                  # LITERAL
            if c == code[i + 1]:
                found = True
            i += 2
        elif op == 27:                  # RANGE
            if code[i + 1] <= c <= code[i + 2]:
                found = True
            i += 3
        elif op == 32:                  # RANGE_IGNORE
            if code[i + 1] <= c <= code[i + 2] or code[i + 1] <= getupper(c, flags) <= code[i + 2]:
                found = True
            i += 3
        elif op == 9:                   # CATEGORY
            if category_has(code[i + 1], c):
                found = True
            i += 2
        elif op == 10:                  # CHARSET
            if c < 256 and code[i + 1 + (c >> 5)] >> (c & 31) & 1:
                found = True
            i += 9
        elif op == 11:                  # BIGCHARSET
            if c < 65536:
                block = code[i + 2 + (c >> 10)] >> ((c >> 8 & 3) * 8) & 255
                if code[i + 66 + 8 * block + (c >> 5 & 7)] >> (c & 31) & 1:
                    found = True
            i += 66 + 8 * code[i + 1]
        else:
            return False
