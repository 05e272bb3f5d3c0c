"""Text of floats of all sizes, and back."""
from rpython.rlib.longlong2float import longlong2float, float2longlong
from rpython.rlib.rarithmetic import intmask


def next_bits(x):
    return intmask(x * 6364136223846793005 + 1442695040888963407)


def entry_point(argv):
    x = 88172645463325252
    for i in range(1500):
        x = next_bits(x)
        f = longlong2float(x)
        if f != f or f - f != 0.0:
            continue
        s = str(f)
        print(s)
        if float(s) != f:
            print("not the same")
    for i in range(600):
        x = next_bits(x)
        f = float(x >> 11) / float(1 << (i % 60))
        print(f)
        print("%f %.3f %.0f" % (f, f, f))
        print("%e %g" % (f, f))
        if float(str(f)) != f:
            print("not the same")
    for i in range(-20, 20):
        f = 1.0
        for j in range(abs(i)):
            if i < 0:
                f /= 10.0
            else:
                f *= 10.0
        print(f)
        if i < 19:
            print(int(f))
        print(f * 123.456)
    for s in ["1", "1.5", "-0.0", "1e5", "1E-5", ".5", "5.", "inf", "-inf", "nan", "1e400", "  2.5  ", "x", "", "1.5x", "--1"]:
        try:
            print(float(s))
        except ValueError:
            print("ValueError " + s)
    return 0


def target(driver, args):
    return entry_point, None
