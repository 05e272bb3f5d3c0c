# jit: yes
"""Functions of the guest program that call what they are given: each is reached from within itself, and none calls itself."""
from rpython.rlib.jit import JitDriver


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
        elif op == "%":
            total &= 0xFFFF
        elif op == "c":
            call = function.calls[ord(function.code[pc]) - ord("0")]
            pc += 1
            total = run(call.function, call.given, total, 1)
        elif op == "g":
            if given is not None:
                total = run(given, None, total, 1)
        elif op == "d":
            # With itself, less far down.
            if n > 1:
                total = run(function, given, total, n - 1)
        elif op == "j":
            n -= 1
            if n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, function=function, n=n, total=total, given=given)
        else:
            return total


def program():
    when = Function("when", "gr", [])
    twice = Function("twice", "ggr", [])
    innermost = Function("innermost", "+1r", [])
    inner = Function("inner", "+2c0r", [Call(when, innermost)])
    middle = Function("middle", "c0%r", [Call(twice, inner)])
    outer = Function("outer", "+3c0c1r", [Call(when, middle), Call(twice, innermost)])
    down = Function("down", "+1dr", [])
    return [
        Function("nested", "c0jr", [Call(when, outer)]),
        Function("down", "+1dr", []),
        Function("both", "c0c1jr", [Call(when, down), Call(twice, middle)]),
    ]


def main(argv):
    nested, down, both = program()
    print(run(nested, None, 0, 4000))
    total = 0
    for i in range(2000):
        total = run(down, None, total, i % 7 + 1) & 0xFFFFFF
    print(total)
    print(run(both, None, 0, 4000))
    return 0


def target(driver, args):
    return main, None


if __name__ == "__main__":
    import sys
    main(sys.argv)
