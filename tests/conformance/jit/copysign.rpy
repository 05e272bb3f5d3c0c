# jit: yes
# Signs in a traced loop: copied, and those of float remainders that are 0.
import math

from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=["code"], reds=["n", "total", "zeros"])


def run(code, n):
    total = 0.0
    zeros = 0
    while n > 0:
        driver.jit_merge_point(code=code, n=n, total=total, zeros=zeros)
        if code == "both":
            r = math.copysign(float(n), float(n % 3 - 1))
        elif code == "constant":
            r = math.copysign(float(n - 50), -0.0)
        elif code == "size":
            r = math.copysign(2.5, float(n - 50))
        elif code == "same":
            x = float(n - 50)
            r = math.copysign(x, x)
        else:
            r = float(n) % -4.0
        if r == 0.0 and math.copysign(1.0, r) < 0.0:
            zeros += 1
        total += r
        n -= 1
    return total, zeros


def entry_point(argv):
    for code in ["both", "constant", "size", "same", "mod"]:
        total, zeros = run(code, 3000)
        print("%s %.1f %d" % (code, total, zeros))
    print(math.copysign(0.0, -1.0), math.copysign(-2.5, 0.0), -6.0 % 3.0, 6.0 % -3.0, -1.0 // 1e300)
    return 0


def target(driver, args):
    return entry_point, None
