"""The module math."""
import math


def show(name, values):
    print(name + ' ' + ' '.join(['%.12g' % v for v in values]))


def domain(name, x):
    try:
        if name == 'sqrt':
            y = math.sqrt(x)
        elif name == 'log':
            y = math.log(x)
        elif name == 'log2':
            y = math.log2(x)
        elif name == 'log10':
            y = math.log10(x)
        elif name == 'acos':
            y = math.acos(x)
        elif name == 'exp':
            y = math.exp(x)
        elif name == 'cosh':
            y = math.cosh(x)
        elif name == 'fmod':
            y = math.fmod(1.0, x)
        elif name == 'pow':
            y = math.pow(x, 0.5)
        else:
            y = math.log(8.0, x)
        print('%s(%r) %.12g' % (name, x, y))
    except ValueError:
        print('%s(%r) ValueError' % (name, x))
    except OverflowError:
        print('%s(%r) OverflowError' % (name, x))
    except ZeroDivisionError:
        print('%s(%r) ZeroDivisionError' % (name, x))


def entry_point(argv):
    xs = [0.1, 0.5, 0.9]
    show('sin', [math.sin(x) for x in xs])
    show('cos', [math.cos(x) for x in xs])
    show('tan', [math.tan(x) for x in xs])
    show('asin', [math.asin(x) for x in xs])
    show('acos', [math.acos(x) for x in xs])
    show('atan', [math.atan(x) for x in xs])
    show('sinh', [math.sinh(x) for x in xs])
    show('cosh', [math.cosh(x) for x in xs])
    show('tanh', [math.tanh(x) for x in xs])
    show('asinh', [math.asinh(x) for x in xs])
    show('acosh', [math.acosh(x + 1.0) for x in xs])
    show('atanh', [math.atanh(x) for x in xs])
    show('exp', [math.exp(x) for x in xs])
    show('expm1', [math.expm1(x) for x in xs])
    show('log', [math.log(x) for x in xs])
    show('log base', [math.log(x, 3.0) for x in xs] + [math.log(100, 10), math.log(8, 2)])
    show('log1p', [math.log1p(x) for x in xs])
    show('log2', [math.log2(x) for x in xs] + [math.log2(1 << k) for k in range(0, 60, 7)])
    show('log10', [math.log10(x) for x in xs] + [math.log10(1000)])
    show('sqrt', [math.sqrt(x) for x in xs] + [math.sqrt(16)])
    show('cbrt', [math.cbrt(x) for x in xs] + [math.cbrt(-27.0)])
    show('degrees', [math.degrees(x) for x in xs] + [math.radians(x) for x in xs])
    show('two', [math.pow(2.0, 0.5), math.atan2(1.0, -2.0), math.fmod(-7.5, 2.0), math.hypot(3.0, 4.0), math.copysign(3.0, -0.0), math.remainder(7.5, 2.0),
                 math.remainder(5.0, 2.0), math.remainder(3.0, 2.0), math.fabs(-3), math.ldexp(0.75, 5), math.ldexp(1.0, -1074), math.ldexp(3.0, -1075), math.ldexp(0.7, 1024)])
    for x in [0.0, -0.0, 1.0, -8.0, 0.1, 1e300, 5e-324, 3e-310, 123.456]:
        m, e = math.frexp(x)
        f, i = math.modf(x)
        print(repr(m) + ' ' + str(e) + ' ' + repr(f) + ' ' + repr(i) + ' ' + repr(math.ldexp(m, e)))
    inf = math.inf * len(argv)
    print(math.modf(-inf), math.frexp(inf), math.pi, math.e, math.tau, math.inf, math.isnan(math.nan))
    print(math.isinf(inf), math.isinf(-inf), math.isfinite(inf), math.isfinite(1.0), math.isfinite(math.nan), math.isnan(1.0), math.isfinite(3))
    for name in ['sqrt', 'log', 'log2', 'log10', 'acos', 'exp', 'cosh', 'fmod', 'pow', 'log base']:
        for x in [0.0, -1.0, 1.0, 2.0, 1000.0, inf, -inf]:
            domain(name, x)
    print(math.gcd(12, 18), math.gcd(-12, 18), math.gcd(0, 0), math.gcd(7), math.gcd(), math.gcd(24, 36, 60), math.gcd(1 << 40, 6 ** 20))
    print(math.lcm(4, 6), math.lcm(), math.lcm(3, 5, 7), math.lcm(0, 5), math.lcm(-4, 6))
    print([math.factorial(n) for n in range(21)])
    print([math.isqrt(n) for n in [0, 1, 2, 3, 4, 15, 16, 17, 10 ** 18, 10 ** 18 - 1, 9223372036854775807, 4503599761588224, 4503599761588223]])
    print([math.comb(n, k) for n in range(7) for k in range(8)], math.comb(60, 30), math.comb(62, 31))
    print([math.perm(n, k) for n in range(5) for k in range(6)], math.perm(20), math.perm(20, 5))
    print(math.prod([1, 2, 3, 4]), math.prod([0.5, 4.0]), math.prod([2, 3], start=10), math.prod([]), math.prod((1, 2.5)))
    print(math.fsum([0.1] * 10), sum([0.1] * 10), math.fsum([1e100, 1.0, -1e100]), math.fsum([]), math.fsum([1, 2]), math.fsum([1e308, 1.0, -1e308]),
          math.fsum([1e-16, 1.0, 1e16, -1e16, 1e-16]), math.fsum([2.0 ** 53, 1.0, 2.0 ** -100]), math.fsum([inf, 1.0]))
    print(math.isclose(1.0, 1.0 + 1e-10), math.isclose(1.0, 1.1), math.isclose(1.0, 1.1, rel_tol=0.2), math.isclose(0.0, 1e-10), math.isclose(0.0, 1e-10, abs_tol=1e-9),
          math.isclose(inf, inf), math.isclose(inf, 1.0))
    for what in range(5):
        try:
            if what == 0:
                print(math.factorial(-len(argv)))
            elif what == 1:
                print(math.isqrt(-len(argv)))
            elif what == 2:
                print(math.comb(-len(argv), 2))
            elif what == 3:
                print(math.fsum([inf, -inf]))
            else:
                print(math.ldexp(1.0, 5000 * len(argv)))
        except ValueError:
            print('ValueError')
        except OverflowError:
            print('OverflowError')
    return 0


def target(driver, args):
    return entry_point, None
