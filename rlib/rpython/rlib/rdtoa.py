"""Floats to text and back (see `rfloat`)."""

from rpython.rlib.rarithmetic import ParseStringError
from rpython.rlib.rfloat import DIST_FINITE, DIST_INFINITY, DIST_NAN, DTSF_SIGN, formatd, isfinite, isnan, string_to_float
from rpython.rtyper.lltypesystem import rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

_eci = ExternalCompilationInfo(includes=['locale.h', 'stdlib.h'], post_include_bits=["""
static inline double tw_dg_strtod(const char *text, char **end)
{
    static locale_t plain;
    if (!plain)
        plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return strtod_l(text, end, plain);
}
"""])
# The number that a text for C begins with, and where it ends; with a point, whatever the locale is.
dg_strtod = rffi.llexternal('tw_dg_strtod', [rffi.CONST_CCHARP, rffi.CCHARPP], rffi.DOUBLE, compilation_info=_eci)

lower_special_strings = ['inf', '+inf', '-inf', 'nan']
upper_special_strings = ['INF', '+INF', '-INF', 'NAN']


def strtod(input):
    """The float that the text denotes, without blanks around it; ValueError."""
    if input == '' or input != input.strip():
        raise ValueError("invalid input at position 0")
    try:
        return string_to_float(input)
    except ParseStringError:
        raise ValueError("invalid input")


def dtoa(value, code='r', mode=0, precision=0, flags=0, special_strings=lower_special_strings, upper=False):
    """The text of the float; `mode` goes without saying with the code."""
    if isnan(value):
        return special_strings[3]
    if not isfinite(value):
        if value < 0.0:
            return special_strings[2]
        return special_strings[1 if flags & DTSF_SIGN else 0]
    s = formatd(value, code, precision, flags)
    if upper:
        s = s.upper()
    return s


def dtoa_formatd(value, code, precision, flags):
    """The text, and what kind of number it is."""
    kind = DIST_FINITE
    if isnan(value):
        kind = DIST_NAN
    elif not isfinite(value):
        kind = DIST_INFINITY
    upper = False
    if code == 'E' or code == 'F' or code == 'G':
        code = code.lower()
        upper = True
    strings = upper_special_strings if upper else lower_special_strings
    return dtoa(value, code, precision=precision, flags=flags, special_strings=strings, upper=upper), kind
