# oracle: stored
# math.fma (Python 3.13) and int.is_integer (3.12), at run time and at import time.
import math

AT_IMPORT = math.fma(0.1, 10.0, -1.0)
WHOLE = (5).is_integer() and not (0.5).is_integer()


def fma(x, y, z):
    try:
        return "%.17g" % math.fma(x, y, z)
    except ValueError as e:
        return "ValueError"
    except OverflowError:
        return "OverflowError"


def entry_point(argv):
    one = float(len(argv))
    inf = one * 1e308 * 10.0
    print(fma(2.0 * one, 3.0, 4.0), fma(0.1 * one, 10.0, -1.0), 0.1 * one * 10.0 - 1.0)
    print("%.17g" % AT_IMPORT)
    print(fma(one * 1e308, 10.0, 0.0), fma(inf, 0.0, 1.0), fma(inf, 1.0, -inf), fma(inf, 2.0, 1.0))
    print(fma(inf - inf, 1.0, 1.0) == "nan" or fma(inf - inf, 1.0, 1.0) == "-nan", fma(one * 1e308, 10.0, -1e308))
    print(len(argv).is_integer(), (one / 2.0).is_integer(), WHOLE, True.is_integer())
    return 0


def target(driver, args):
    return entry_point, None
