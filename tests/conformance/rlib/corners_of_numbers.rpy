# oracle: stored
"""Corner cases of texts to numbers and back in which RPython decides otherwise than Python: one line for each rule."""
from rpython.rlib import rfloat, rutf8
from rpython.rlib.rarithmetic import string_to_int
from rpython.rlib.rbigint import rbigint, MaxIntError
from rpython.rlib.rfloat import (double_to_string, round_away, rstring_to_float, string_to_float, DTSF_ADD_DOT_0, DTSF_ALT, DTSF_CUT_EXP_0,
                                 DTSF_SIGN)
from rpython.rlib.rstring import NumberStringParser, MaxDigitsError, ParseStringError, ParseStringOverflowError


def whole(text, base, implicit, blanks, limit):
    try:
        return str(string_to_int(text, base, True, not implicit, limit, not blanks))
    except MaxDigitsError as e:
        return '%d digits' % e.digits
    except ParseStringError:
        return 'none'
    except ParseStringOverflowError as e:
        e.parser.rewind()
        return 'long %s' % rbigint._from_numberstring_parser(e.parser).str()


def middle(text, start, end):
    """The number in a part of the text."""
    try:
        parser = NumberStringParser(text, text, 10, 'int', start=start, end=end)
        return rbigint._from_numberstring_parser(parser).str()
    except ParseStringError as e:
        return e.msg


def real(text, strict):
    try:
        value = rstring_to_float(text) if strict else string_to_float(text)
    except ValueError:
        return 'ValueError'
    except ParseStringError:
        return 'ParseStringError'
    return rfloat.formatd(value, 'r', 0)


def digits(number, limit):
    try:
        return number.str(limit)
    except MaxIntError:
        return 'more than %d' % limit


def raised(base, exponent, modulus):
    try:
        return rbigint.fromint(base).pow(rbigint.fromint(exponent), modulus).str()
    except TypeError:
        return 'TypeError'
    except ValueError:
        return 'ValueError'


def entry_point(argv):
    for text in ['-  7', '+\t7', ' 7\n', '0x1f', '0o17', '017', '00', '0', '0b_11', '1__0', '_1', '1_', '9223372036854775808', '', '-']:
        print(text.strip() + ':', whole(text, 0, True, True, 0), whole(text, 0, False, True, 0), whole(text, 0, True, False, 3))
    print(middle('price: 42 euros', 6, 9), middle('a-5', 1, 3), middle('none', 1, 2))
    for text in ['1.5', ' 2', '3\t', 'nan', '-inf', '1e400', '1_0', '.5e-3']:
        print(text.strip() + ':', real(text, True), real(text, False))
    for value in [0.0, 2.5, -3.0, 1e11, 123456789012.0, 1e12, 0.99, 0.0001, 1e-5, 1e22, float('inf'), -float('nan')]:
        line = []
        for code, precision in [('g', 12), ('g', 0), ('G', 3), ('f', 0), ('F', 1), ('e', 2), ('r', 0)]:
            for flags in [0, DTSF_ADD_DOT_0, DTSF_ALT, DTSF_ADD_DOT_0 | DTSF_ALT | DTSF_SIGN, DTSF_CUT_EXP_0]:
                line.append(double_to_string(value, code, precision, flags)[0])
        print(' '.join(line))
    print(round_away(float('inf')), round_away(-2.5))
    large = rbigint.fromint(10).pow(rbigint.fromint(30))
    print(digits(large, 31), digits(large, 30), digits(large.neg(), 31), digits(rbigint.fromint(12345), 3))
    print(rbigint.fromint(0).format('ab'), rbigint.fromint(0).format('abc', '<', '>'), rbigint.fromint(5).format('abc', '<', '>'))
    modulus = rbigint.fromint(7)
    print(raised(2, -1, None), raised(2, -1, modulus), raised(2, 10, modulus))
    print(rbigint.fromint(0).truediv(rbigint.fromint(-3)), rbigint.fromint(0).truediv(rbigint.fromint(3)))
    for number in [large, large.neg(), rbigint.fromint(-1).lshift(64), rbigint.fromint(2).pow(rbigint.fromint(64)).int_sub(1)]:
        print(number.hash(), number.rqshift(3).str(), number.int_add(1).rqshift(1).str())
    for text in ['plain', 'a\xed\xa0\x80', 'a\xed\xb0\x80b', '\xed\x9f\xbf', '']:
        print(rutf8.surrogate_in_utf8(text), rutf8.has_surrogates(text))
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    sys.exit(entry_point(sys.argv))
