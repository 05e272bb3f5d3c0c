"""The functions of math beyond the C library: gamma, lgamma, nextafter, hypot of many, and others."""
import math
import sys
import time
import struct
import random
import array
import string
import copy

def entry_point(argv):
    for x in [0.5, 1.0, 2.5, -0.7, 10.0]:
        print(repr(math.erf(x)), repr(math.erfc(x)), repr(math.gamma(x)), repr(math.lgamma(x)))
    print(math.hypot(3.0, 4.0), math.hypot(1, 2, 2), math.hypot(5.0), math.hypot(), math.dist([1.0, 2.0], [4.0, 6.0]))
    print(math.isclose(1.0, 1.0 + 1e-10), math.gcd(12, 18, 27), math.lcm(4, 6), math.comb(10, 3), math.perm(5, 2), math.isqrt(99))
    print(math.log(8, 2), math.log(100, 10), math.log2(8), math.log10(1000), math.log1p(0.5), math.fsum([0.1] * 10), math.prod([1, 2, 3]), math.prod([0.5, 2]))
    print(math.copysign(1.0, -0.0), math.nextafter(1.0, 2.0), math.nextafter(0.0, -1.0), math.ulp(1.0), math.ulp(0.0), math.ulp(1e300))
    print(math.exp2(3.0), math.cbrt(8.0), math.trunc(2.7), math.floor(-2.5), math.ceil(2.1), math.fabs(-2), math.fmod(7, 3), math.remainder(7, 4))
    print(math.degrees(math.pi), math.radians(180.0), math.pi, math.e, math.tau, math.inf, math.nan, math.modf(2.5), math.frexp(8.0), math.ldexp(0.5, 3))
    for f in [-1.0, 0.0]:
        try:
            print(math.gamma(f))
        except ValueError as e:
            print(str(e))
        try:
            print(math.lgamma(f))
        except ValueError as e:
            print(str(e))
        try:
            print(math.log(f))
        except ValueError as e:
            print(str(e))
        try:
            print(math.sqrt(f))
        except ValueError as e:
            print(str(e))
    try:
        print(math.gamma(200.0))
    except OverflowError as e:
        print(str(e))
    try:
        print(math.exp(1000.0))
    except OverflowError as e:
        print(str(e))
    for i in range(1, 12):
        print(math.gamma(i), math.gamma(i + 0.25), math.gamma(-i - 0.5), math.lgamma(i * 10.5), math.lgamma(-i - 0.25))
    return 0

def target(driver, args):
    return entry_point, None
