"""The spectral norm of a matrix: floats in lists, small functions."""
import math


def element(i, j):
    return 1.0 / float((i + j) * (i + j + 1) // 2 + i + 1)


def times(v, out):
    n = len(v)
    for i in range(n):
        s = 0.0
        for j in range(n):
            s += element(i, j) * v[j]
        out[i] = s


def times_transposed(v, out):
    n = len(v)
    for i in range(n):
        s = 0.0
        for j in range(n):
            s += element(j, i) * v[j]
        out[i] = s


def entry_point(argv):
    n = 500
    if len(argv) > 1:
        n = int(argv[1])
    u = [1.0] * n
    v = [0.0] * n
    t = [0.0] * n
    for i in range(10):
        times(u, t)
        times_transposed(t, v)
        times(v, t)
        times_transposed(t, u)
    a = b = 0.0
    for i in range(n):
        a += u[i] * v[i]
        b += v[i] * v[i]
    print("%.9f" % math.sqrt(a / b))
    return 0


def target(driver, args):
    return entry_point, None
