# jit: yes
# Square roots in a traced loop: of numbers that change, that stay, and of negative ones.
import math

from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=["code"], reds=["n", "total", "bad"])


def root(x):
    try:
        return math.sqrt(x)
    except ValueError:
        return -1.0


def run(code, n):
    total = 0.0
    bad = 0
    while n > 0:
        driver.jit_merge_point(code=code, n=n, total=total, bad=bad)
        if code == "all":
            r = root(float(n - 40))
        elif code == "same":
            r = root(2.0)
        else:
            r = math.sqrt(total * 0.5 + float(n))
        if r < 0.0:
            bad += 1
        else:
            total += r
        n -= 1
    return total, bad


def entry_point(argv):
    for code in ["all", "same", "sum"]:
        total, bad = run(code, 3000)
        print("%s %.6f %d" % (code, total, bad))
    inf = 1e308 * 10.0
    print(math.sqrt(inf), math.sqrt(inf - inf) != 0.0, root(-inf), math.sqrt(-0.0))
    return 0


def target(driver, args):
    return entry_point, None
