"""math"""
import math
import time

from rpython.rlib import jit
from rpython.rlib.rarithmetic import intmask, r_uint

from lua import numbers
from lua.arith import less_than, to_integer
from lua.lib import Library, any_arg, arg, float_arg, given, int_arg, number_arg, pair
from lua.objects import ArgumentError, W_Float, W_Integer, W_String, error, intern, w_nil, w_none, wrap_bool

library = Library()


def float_function(name, fn):
    def wrapped(args):
        return W_Float(fn(float_arg(args, 0)))
    wrapped.__name__ = "math_" + name
    library.function(name)(wrapped)


def lua_sqrt(x):
    if x < 0.0 or x != x:
        return -numbers.NAN
    return math.sqrt(x)


def guarded(fn):
    """A function that gives nan where Python has an error."""
    def wrapped(x):
        try:
            return fn(x)
        except ValueError:
            return -numbers.NAN
        except OverflowError:
            return numbers.INF
    return wrapped


float_function("sqrt", lua_sqrt)
float_function("sin", guarded(math.sin))
float_function("cos", guarded(math.cos))
float_function("tan", guarded(math.tan))
float_function("asin", guarded(math.asin))
float_function("acos", guarded(math.acos))
float_function("exp", guarded(math.exp))
float_function("deg", lambda x: x * (180.0 / math.pi))
float_function("rad", lambda x: x * (math.pi / 180.0))


@library.function("atan")
def lua_atan(args):
    y = float_arg(args, 0)
    x = 1.0
    if given(args, 1):
        x = float_arg(args, 1)
    return W_Float(math.atan2(y, x))


@library.function("log")
def lua_log(args):
    x = float_arg(args, 0)
    if not given(args, 1):
        return W_Float(safe_log(x))
    radix = float_arg(args, 1)
    if radix == 10.0 and x > 0.0:
        return W_Float(math.log10(x))
    if radix == 2.0 and x > 0.0:
        return W_Float(log2(x))
    return W_Float(numbers.float_div(safe_log(x), safe_log(radix)))


def safe_log(x):
    if x > 0.0:
        return math.log(x)
    if x == 0.0:
        return -numbers.INF
    return -numbers.NAN


def log2(x):
    m, e = math.frexp(x)
    if m == 0.5:
        return float(e - 1)
    return math.log(x) / math.log(2.0)


def whole(x):
    """A float without a fraction: an integer, if it fits."""
    if x >= -numbers.TWO63 and x < numbers.TWO63:
        return W_Integer(int(x))
    return W_Float(x)


@library.function("floor")
def lua_floor(args):
    w_num = arg(args, 0)
    if isinstance(w_num, W_Integer):
        return w_num
    return whole(numbers.float_floor(float_arg(args, 0)))


@library.function("ceil")
def lua_ceil(args):
    w_num = arg(args, 0)
    if isinstance(w_num, W_Integer):
        return w_num
    return whole(-numbers.float_floor(-float_arg(args, 0)))


@library.function("abs")
def lua_abs(args):
    w_num = number_arg(args, 0)
    if isinstance(w_num, W_Integer):
        if w_num.intval < 0:
            return W_Integer(intmask(-w_num.intval))
        return w_num
    return W_Float(abs(numbers.as_float(w_num)))


@library.function("fmod")
def lua_fmod(args):
    w_a = number_arg(args, 0)
    w_b = number_arg(args, 1)
    if isinstance(w_a, W_Integer) and isinstance(w_b, W_Integer):
        a = w_a.intval
        b = w_b.intval
        if b == 0:
            raise ArgumentError(1, "zero")
        r = numbers.modulo(a, b)
        if r != 0 and (r < 0) != (a < 0):
            r -= b
        return W_Integer(r)
    a = numbers.as_float(w_a)
    b = numbers.as_float(w_b)
    try:
        return W_Float(math.fmod(a, b))
    except ValueError:
        return W_Float(-numbers.NAN)


@library.function("modf")
def lua_modf(args):
    w_num = arg(args, 0)
    if isinstance(w_num, W_Integer):
        return pair(w_num, W_Float(0.0))
    x = float_arg(args, 0)
    n = numbers.float_floor(x) if x >= 0.0 else -numbers.float_floor(-x)
    fraction = 0.0
    if n != x:
        fraction = x - n
    return pair(whole(n), W_Float(fraction))


@library.function("tointeger")
def lua_tointeger(args):
    w_int = to_integer(any_arg(args, 0))
    if w_int is None:
        return w_nil
    return w_int


@library.function("type")
def lua_math_type(args):
    w_value = any_arg(args, 0)
    if isinstance(w_value, W_Integer):
        return intern("integer")
    if isinstance(w_value, W_Float):
        return intern("float")
    return w_nil


@library.function("max")
@jit.unroll_safe
def lua_max(args):
    w_best = number_arg(args, 0)
    i = 1
    while i < len(args):
        w_num = number_arg(args, i)
        if less_than(w_best, w_num):
            w_best = w_num
        i += 1
    return w_best


@library.function("min")
@jit.unroll_safe
def lua_min(args):
    w_best = number_arg(args, 0)
    i = 1
    while i < len(args):
        w_num = number_arg(args, i)
        if less_than(w_num, w_best):
            w_best = w_num
        i += 1
    return w_best


@library.function("ult")
def lua_ult(args):
    return wrap_bool(r_uint(int_arg(args, 0)) < r_uint(int_arg(args, 1)))


class Random(object):
    """xoshiro256**"""

    def __init__(self):
        self.seed(0, 0)

    def seed(self, a, b):
        self.s0 = r_uint(a)
        self.s1 = r_uint(0xff)
        self.s2 = r_uint(b)
        self.s3 = r_uint(0)
        for i in range(16):
            self.next()

    def next(self):
        s0, s1, s2, s3 = self.s0, self.s1, self.s2 ^ self.s0, self.s3 ^ self.s1
        n = s1 * r_uint(5)
        result = ((n << 7) | (n >> 57)) * r_uint(9)
        self.s1 = s1 ^ s2
        self.s0 = s0 ^ s3
        self.s2 = s2 ^ (s1 << 17)
        self.s3 = (s3 << 45) | (s3 >> 19)
        return result

    def below(self, n):
        """A number from 0 to n, n included."""
        if n & (n + r_uint(1)) == r_uint(0):
            return self.next() & n
        mask = n
        shift = 1
        while shift < 64:
            mask = mask | (mask >> shift)
            shift *= 2
        while True:
            r = self.next() & mask
            if r <= n:
                return r


random = Random()


@library.function("random")
@jit.dont_look_inside
def lua_random(args):
    if len(args) == 0:
        return W_Float(float(intmask(random.next() >> 11)) * (0.5 / 4503599627370496.0))
    low = 1
    high = int_arg(args, 0)
    if len(args) > 2:
        raise error("wrong number of arguments")
    if len(args) > 1:
        low = high
        high = int_arg(args, 1)
    elif high == 0:
        return W_Integer(intmask(random.next()))
    if low > high:
        raise ArgumentError(0, "interval is empty")
    return W_Integer(intmask(r_uint(low) + random.below(r_uint(high) - r_uint(low))))


@library.function("randomseed")
@jit.dont_look_inside
def lua_randomseed(args):
    if len(args) == 0:
        seed_by_time()
    else:
        w_int = to_integer(args[0])
        if w_int is not None:
            random.seed(w_int.intval, 0)
        else:
            random.seed(int(float_arg(args, 0) * 1000.0), 0)
    return w_none


def seed_by_time():
    random.seed(int(time.time() * 1000.0), 0)


def open_library(w_table):
    library.open_into(w_table)
    w_table.set_name("pi", W_Float(math.pi))
    w_table.set_name("huge", W_Float(numbers.INF))
    w_table.set_name("maxinteger", W_Integer(numbers.MAXINT))
    w_table.set_name("mininteger", W_Integer(numbers.MININT))
    seed_by_time()
