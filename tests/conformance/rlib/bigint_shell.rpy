"""A calculator of big integers over rbigint: parsing with bases and signs, formats, powers with a modulus, bytes, floats, bit
operations, comparisons with machine integers, gcd and square roots by hand."""
from rpython.rlib.rbigint import rbigint, InvalidEndiannessError, InvalidSignednessError
from rpython.rlib.rstring import ParseStringError
from rpython.rlib.rarithmetic import r_uint, r_ulonglong, r_longlong, intmask

ZERO = rbigint.fromint(0)
ONE = rbigint.fromint(1)
BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class CalcError(Exception):
    def __init__(self, message):
        self.message = message


def gcd(a, b):
    while b.tobool():
        a, b = b, a.mod(b)
    return a.abs()


def isqrt(n):
    if not n.tobool():
        return n
    x = ONE.lshift((n.bit_length() + 1) // 2)
    while True:
        y = x.add(n.floordiv(x)).rshift(1)
        if y.ge(x):
            return x
        x = y


def factorial(n):
    r = ONE
    for i in range(2, n + 1):
        r = r.int_mul(i)
    return r


def probably_prime(n):
    for base in [2, 3, 5, 7, 11, 13]:
        b = rbigint.fromint(base)
        if n.eq(b):
            return True
        if not b.pow(n.int_sub(1), n).int_eq(1):
            return False
    return n.int_gt(1)


def binary(op, a, b):
    if op == "+":
        return a.add(b)
    elif op == "-":
        return a.sub(b)
    elif op == "*":
        return a.mul(b)
    elif op == "/":
        return a.floordiv(b)
    elif op == "%":
        return a.mod(b)
    elif op == "&":
        return a.and_(b)
    elif op == "|":
        return a.or_(b)
    elif op == "^":
        return a.xor(b)
    elif op == "**":
        return a.pow(b)
    elif op == "<<":
        return a.lshift(b.toint())
    elif op == ">>":
        return a.rshift(b.toint())
    elif op == "gcd":
        return gcd(a, b)
    raise CalcError("what is " + op)


def evaluate(text):
    stack = []
    for word in text.split(" "):
        c = word[0]
        if c.isdigit() or (len(word) > 1 and c == "-" and word[1].isdigit()):
            if word.find(":") > 0:
                at = word.find(":")
                assert at > 0
                stack.append(rbigint.fromstr(word[at + 1:], int(word[:at])))
            else:
                stack.append(rbigint.fromdecimalstr(word))
            continue
        if word == "!":
            stack.append(factorial(stack.pop().toint()))
        elif word == "neg":
            stack.append(stack.pop().neg())
        elif word == "inv":
            stack.append(stack.pop().invert())
        elif word == "sqrt":
            stack.append(isqrt(stack.pop()))
        elif word == "len":
            stack.append(rbigint.fromint(stack.pop().bit_length()))
        elif word == "mod":
            m, e, b = stack.pop(), stack.pop(), stack.pop()
            stack.append(b.pow(e, m))
        elif word == "divmod":
            b, a = stack.pop(), stack.pop()
            q, r = a.divmod(b)
            stack.append(q)
            stack.append(r)
        else:
            b, a = stack.pop(), stack.pop()
            stack.append(binary(word, a, b))
    return " ".join([n.str() for n in stack])


def hexa(s):
    return "".join(["%02x" % ord(c) for c in s])


def entry_point(argv):
    for text in ["1 2 +", "99999999999999999999 1 +", "-7 2 / -7 2 % -7 -2 divmod", "30 !", "2 200 ** 10 40 ** / 2 100 ** -", "16:-ff 36:zz *",
                 "-1 100 << -1 3 >> -12345678901234567890 70 >>", "-256 255 & -256 255 | -256 4095 ^ 5 inv", "3 1000 1000007 mod",
                 "2 5 -3 mod", "123456789 987654321 gcd 2 64 ** 2 40 ** gcd", "2 127 ** 1 - sqrt 10 60 ** sqrt", "2 500 ** len 0 len -1 len",
                 "1 0 /", "5 0 %", "5 3 0 mod", "1 -1 <<", "2 -1 **", "8:9", "100 ! 98 ! / 0 neg", "12 34 frob"]:
        try:
            print(text + " = " + evaluate(text))
        except CalcError as e:
            print(text + " = error " + e.message)
        except ZeroDivisionError:
            print(text + " = division by zero")
        except ParseStringError as e:
            print(text + " = " + e.msg)
        except ValueError:
            print(text + " = value error")
        except TypeError:
            print(text + " = type error")
    big = rbigint.fromdecimalstr("-1234567890123456789012345678901234567890")
    print(big.format("01"), big.format("0123456789abcdef", "0x", "L"), big.format(BASE62))
    print(big.hex(), big.oct(), big.repr(), big.str())
    print("%.12g" % big.tofloat(), rbigint.fromfloat(-1e25).str(), rbigint.fromfloat(0.99).str())
    for x in [1e308 * 10.0, float(argv[0] * 0 + "nan")]:
        try:
            print(rbigint.fromfloat(x).str())
        except OverflowError:
            print("infinite")
        except ValueError:
            print("not a number")
    try:
        print(factorial(200).tofloat())
    except OverflowError:
        print("too large for a float")
    print(hexa(big.tobytes(20, "big", True)), hexa(big.neg().tobytes(17, "little", False)))
    print(rbigint.frombytes("\xff\x00\x80", "big", True).str(), rbigint.frombytes("\xff\x00\x80", "little", False).str())
    for n, size, signed in [(300, 1, False), (-1, 4, False), (128, 1, True), (-128, 1, True)]:
        try:
            print(hexa(rbigint.fromint(n).tobytes(size, "big", signed)))
        except OverflowError:
            print("%d does not fit" % n)
        except InvalidSignednessError:
            print("%d has a sign" % n)
    try:
        big.tobytes(40, "middle", True)
    except InvalidEndiannessError:
        print("which end?")
    print(big.int_lt(0), big.int_ge(-5), ONE.int_eq(1), ONE.int_ne(1), ZERO.int_le(0), big.lt(ZERO), big.ne(big), big.sign, ZERO.sign)
    print(big.int_and_(0xffff).str(), big.int_or_(1).str(), big.int_xor(-1).str(), big.int_add(5).str(), big.int_mod(1000).str())
    print(rbigint.fromrarith_int(r_ulonglong(-1)).str(), rbigint.fromrarith_int(r_longlong(-5)).str(), rbigint.frombool(True).str())
    for n in [big, rbigint.fromint(-3), ONE.lshift(63), ONE.lshift(64)]:
        parts = []
        try:
            parts.append("int %d" % n.toint())
        except OverflowError:
            parts.append("no int")
        try:
            parts.append("uint %s" % rbigint.fromrarith_int(n.touint()).str())
        except OverflowError:
            parts.append("too large unsigned")
        except ValueError:
            parts.append("negative")
        parts.append("masked %d" % intmask(n.uintmask()))
        print(", ".join(parts))
    print([p for p in range(90, 130) if probably_prime(rbigint.fromint(p))], probably_prime(ONE.lshift(89).int_sub(1)))
    print(ONE.lshift(70).hash() == rbigint.fromdecimalstr("1180591620717411303424").hash(), big.abs().eq(big.neg()), rbigint.fromint(1 << 40).fits_int())
    return 0


def target(driver, args):
    return entry_point, None
