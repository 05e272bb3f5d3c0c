# jit: yes
"""A function of the guest program that only calls what it is given, hot by itself before it is called in a loop. The tests are those
of the functions that it calls."""
from rpython.rlib.jit import JitDriver, set_param


class Function(object):
    _immutable_fields_ = ["name", "code", "calls[*]"]

    def __init__(self, name, code, calls):
        self.name = name
        self.code = code
        self.calls = calls


class Call(object):
    """A function and what it is given."""
    _immutable_fields_ = ["function", "given"]

    def __init__(self, function, given):
        self.function = function
        self.given = given


def where(pc, function):
    return "%s at %d" % (function.name, pc)


driver = JitDriver(greens=["pc", "function"], reds=["n", "total", "given"], get_printable_location=where)


def run(function, given, total, n):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, function=function, n=n, total=total, given=given)
        op = function.code[pc]
        pc += 1
        if op == "+":
            total += ord(function.code[pc]) - ord("0")
            pc += 1
        elif op == "x":
            total = (total * 1103515245 + 12345) & 0x7FFFFFFF
        elif op == "?":
            # The next operation is left out seven times of eight.
            if total >> (ord(function.code[pc]) - ord("0")) & 7 != 0:
                pc += 2
            pc += 1
        elif op == "c":
            call = function.calls[ord(function.code[pc]) - ord("0")]
            pc += 1
            total = run(call.function, call.given, total, 1)
        elif op == "g":
            total = run(given, None, total, 1)
        elif op == "j":
            n -= 1
            if n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, function=function, n=n, total=total, given=given)
        else:
            return total


def main(argv):
    set_param(driver, "trace_eagerness", 40)
    give = Function("give", "gr", [])
    tests = Function("tests", "x?9+1?8+3?7+5?6+7?5+2r", [])
    total = 0
    for i in range(10000):
        total = run(give, tests, total, 1)
    print(total)
    small = Function("small", "+1r", [])
    loop = Function("loop", "x?9+1c0?8+3jr", [Call(give, small)])
    print(run(loop, None, 0, 12000))
    return 0


def target(driver, args):
    return main, None


if __name__ == "__main__":
    import sys
    main(sys.argv)
