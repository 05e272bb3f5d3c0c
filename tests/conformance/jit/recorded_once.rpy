# jit: yes
"""What was computed or read is not recorded again: a sum that does not overflow, a quasi-immutable field; but it is where a call may
have changed the field."""
from rpython.rlib.jit import JitDriver, dont_look_inside
from rpython.rlib.rarithmetic import ovfcheck


class Config(object):
    _immutable_fields_ = ["step?", "mask?"]

    def __init__(self):
        self.step = 3
        self.mask = 1023


config = Config()

NEARLY = 0x7FFFFFFFFFFFFFFF - 2000

driver = JitDriver(greens=["code"], reds=["n", "ups", "downs"])


def plus(a, b):
    try:
        return ovfcheck(a + b)
    except OverflowError:
        return b


@dont_look_inside
def tick(n):
    if n % 700 == 0:
        config.step += 1


def run(code, n):
    ups = downs = 0
    while n > 0:
        driver.jit_merge_point(code=code, n=n, ups=ups, downs=downs)
        ups = (ups + plus(n, config.step)) & config.mask
        downs = (downs * 5 - plus(n, config.step)) & config.mask
        tick(n)
        ups ^= plus(n, config.step) & config.mask
        if code == 1:
            # (from some round on)
            downs += plus(NEARLY, n) - plus(NEARLY, n)
        n -= 1
    return ups * 1024 + downs


def main(argv):
    print(run(0, 3000))
    print(config.step)
    print(run(1, 3000))
    return 0


def target(driver, args):
    return main, None


if __name__ == "__main__":
    import sys
    main(sys.argv)
