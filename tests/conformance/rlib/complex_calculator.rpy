"""A reverse Polish calculator of complex numbers on rcomplex, with a table of unary and binary functions, errors and angles."""
from rpython.rlib import rcomplex
from rpython.rlib.rfloat import formatd, isfinite, DTSF_ADD_DOT_0
from rpython.rlib.rarithmetic import r_uint


def unary(f):
    return f


UNARY = {}
BINARY = {}
for _name in ["c_neg", "c_sqrt", "c_exp", "c_log", "c_sin", "c_cos", "c_tan", "c_asin", "c_acos", "c_atan", "c_sinh", "c_cosh", "c_tanh",
              "c_asinh", "c_acosh", "c_atanh", "c_log10"]:
    def _make(f):
        def apply(x):
            return f(x[0], x[1])
        return apply
    UNARY[_name[2:]] = _make(getattr(rcomplex, _name))
for _sign, _name in [("+", "c_add"), ("-", "c_sub"), ("*", "c_mul"), ("/", "c_div"), ("**", "c_pow")]:
    BINARY[_sign] = getattr(rcomplex, _name)


class CalcError(Exception):
    def __init__(self, text):
        self.text = text


def number(word):
    try:
        if word.endswith("j"):
            return 0.0, float(word[:-1]) if len(word) > 1 else 1.0
        return float(word), 0.0
    except ValueError:
        raise CalcError("no number: " + word)


def rounded(x):
    s = formatd(x, "f", 6)
    if s == "-0.000000":
        return "0.000000"
    return s


def show(z):
    re, im = z
    return rounded(re) + ("" if rounded(im).startswith("-") else "+") + rounded(im) + "j"


def evaluate(text):
    stack = []
    for word in text.split(" "):
        if word in BINARY:
            if len(stack) < 2:
                raise CalcError("two numbers for " + word)
            b = stack.pop()
            a = stack.pop()
            try:
                stack.append(BINARY[word](a, b))
            except ZeroDivisionError:
                raise CalcError("division by zero")
            except OverflowError:
                raise CalcError("too large")
        elif word in UNARY:
            if not stack:
                raise CalcError("a number for " + word)
            a = stack.pop()
            try:
                stack.append(UNARY[word](a))
            except ValueError:
                raise CalcError("out of the domain of " + word)
            except OverflowError:
                raise CalcError("too large")
        elif word == "polar":
            r, phi = rcomplex.c_polar(*stack.pop())
            stack.append((r, phi))
        elif word == "rect":
            r, phi = stack.pop()
            stack.append(rcomplex.c_rect(r, phi))
        elif word == "abs":
            re, im = stack.pop()
            stack.append((rcomplex.c_abs(re, im), 0.0))
        elif word == "dup":
            stack.append(stack[-1])
        else:
            stack.append(number(word))
    return " ".join([show(z) for z in stack])


def entry_point(argv):
    for text in ["1 2j +", "3 4j + abs", "1 1j + dup *", "1 1j + 2 -3j + /", "-1 sqrt", "2 0.5 **", "1j 1j **", "0 log", "1 0 /",
                 "1000 exp", "2 asin", "0.5 0.25j + sin", "0.5 0.25j + asinh", "3 atanh", "-2 acosh", "1j atan", "0.3 acos 0.3 asin +",
                 "100 log10", "1 1j + polar", "2 1.5707963267948966j + rect", "+", "x", "sqrt", "3j tanh", "0 5j + cosh", "1 2 3 *", "4 neg sqrt"]:
        try:
            print(text + " -> " + evaluate(text))
        except CalcError as e:
            print(text + " -> error: " + e.text)
    return 0


def target(driver, args):
    return entry_point, None
