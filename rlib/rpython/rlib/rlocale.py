"""The locale "C": classes of characters, by code, and what C's library tells of it."""

from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo


def isdigit(c):
    return 48 <= c <= 57


def islower(c):
    return 97 <= c <= 122


def isupper(c):
    return 65 <= c <= 90


def isalpha(c):
    return 65 <= c <= 90 or 97 <= c <= 122


def isalnum(c):
    return 48 <= c <= 57 or 65 <= c <= 90 or 97 <= c <= 122


def isspace(c):
    return c == 32 or 9 <= c <= 13


def tolower(c):
    if 65 <= c <= 90:
        return c + 32
    return c


def toupper(c):
    if 97 <= c <= 122:
        return c - 32
    return c


LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = range(7)


class LocaleError(Exception):
    def __init__(self, message):
        self.message = message


class cConfig(object):
    """The categories, and what else the C compiler would be asked for."""
    LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = range(7)
    CHAR_MAX = 127
    HAVE_BIND_TEXTDOMAIN_CODESET = True


HAVE_BIND_TEXTDOMAIN_CODESET = True


def setlocale(category, locale):
    """Only "C" is there."""
    if locale is None or locale == "" or locale == "C" or locale == "POSIX":
        return "C"
    raise LocaleError("unsupported locale setting")


def numeric_formatting():
    """The decimal point, what is between groups of digits, and how long they are."""
    return '.', '', ''


_eci = ExternalCompilationInfo(includes=['locale.h', 'limits.h', 'ctype.h', 'wchar.h', 'langinfo.h', 'libintl.h', 'string.h'])
_TEXTS = ['decimal_point', 'thousands_sep', 'grouping', 'int_curr_symbol', 'currency_symbol', 'mon_decimal_point',
          'mon_thousands_sep', 'mon_grouping', 'positive_sign', 'negative_sign']
_NUMBERS = ['int_frac_digits', 'frac_digits', 'p_cs_precedes', 'p_sep_by_space', 'n_cs_precedes', 'n_sep_by_space',
            'p_sign_posn', 'n_sign_posn']
lconv = rffi.CStruct('lconv', *([(name, rffi.CCHARP) for name in _TEXTS] + [(name, rffi.SIGNEDCHAR) for name in _NUMBERS]))
HAVE_LANGINFO = HAVE_LIBINTL = True


def external(name, args, result, calling_conv='c', **kwds):
    """A C function whose header is one of locales."""
    return rffi.llexternal(name, args, result, compilation_info=_eci, **kwds)


localeconv = external('localeconv', [], lltype.Ptr(lconv))
_nl_langinfo = external('nl_langinfo', [rffi.INT], rffi.CCHARP)
# glibc's numbers, which langinfo.h makes of category and position
_ITEMS = [(LC_CTYPE, 14, 'CODESET'), (LC_NUMERIC, 0, 'RADIXCHAR'), (LC_NUMERIC, 1, 'THOUSEP'),
          (LC_MESSAGES, 0, 'YESEXPR'), (LC_MESSAGES, 1, 'NOEXPR'), (LC_MONETARY, 15, 'CRNCYSTR'),
          (LC_TIME, 38, 'AM_STR'), (LC_TIME, 39, 'PM_STR'), (LC_TIME, 40, 'D_T_FMT'),
          (LC_TIME, 41, 'D_FMT'), (LC_TIME, 42, 'T_FMT'), (LC_TIME, 43, 'T_FMT_AMPM'),
          (LC_TIME, 44, 'ERA'), (LC_TIME, 46, 'ERA_D_FMT'), (LC_TIME, 47, 'ALT_DIGITS'),
          (LC_TIME, 48, 'ERA_D_T_FMT'), (LC_TIME, 49, 'ERA_T_FMT')]
_ITEMS += [(LC_TIME, i, 'ABDAY_%d' % (i + 1)) for i in range(7)]
_ITEMS += [(LC_TIME, 7 + i, 'DAY_%d' % (i + 1)) for i in range(7)]
_ITEMS += [(LC_TIME, 14 + i, 'ABMON_%d' % (i + 1)) for i in range(12)]
_ITEMS += [(LC_TIME, 26 + i, 'MON_%d' % (i + 1)) for i in range(12)]
# What programs make constants of: categories, and the names of `nl_langinfo`.
constants = {'LC_CTYPE': LC_CTYPE, 'LC_NUMERIC': LC_NUMERIC, 'LC_TIME': LC_TIME, 'LC_COLLATE': LC_COLLATE,
             'LC_MONETARY': LC_MONETARY, 'LC_MESSAGES': LC_MESSAGES, 'LC_ALL': LC_ALL, 'CHAR_MAX': 127}
langinfo_names = [name for category, at, name in _ITEMS]
for _category, _at, _name in _ITEMS:
    globals()[_name] = constants[_name] = (_category << 16) + _at


def nl_langinfo(item):
    """The text of an item: `CODESET`, `DAY_1`, …; ValueError if there is no such item."""
    if item in _known_items:
        return rffi.charp2str(_nl_langinfo(item))
    raise ValueError('unsupported langinfo constant')


_known_items = dict([((category << 16) + at, True) for category, at, name in _ITEMS])
