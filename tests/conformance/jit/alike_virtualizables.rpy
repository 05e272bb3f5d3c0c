# jit: yes
# Two virtualizables of one class, which may be one object, or none: two registers' worth of machine state that a program exchanges, copies
# and drops.
from rpython.rlib.jit import JitDriver, dont_look_inside, unroll_safe

ADD, COPY, SWAP, SAME, DROP, NEW, TOTAL, LOOP, END, GIVE, LESS = range(11)


class Regs(object):
    _virtualizable_ = ["a", "b", "list[*]"]

    @unroll_safe
    def __init__(self, a, b):
        self.a = a
        self.b = b
        self.list = [a, b, 0]

    def sum(self):
        return self.a * 3 + self.b * 5 + self.list[0] * 7 + self.list[1] * 11 + self.list[2] * 13


class Sub(Regs):
    pass


def where(pc, text):
    return "%s at %d" % (text, pc)


driver = JitDriver(greens=["pc", "text"], reds=["n", "total", "x", "y"], virtualizables=["x", "y"], get_printable_location=where)


class Kept(object):
    pass


kept = Kept()
kept.regs = None


@dont_look_inside
def give(x, y):
    # Changes what it is given, and what is kept.
    if x is not None:
        x.a += 1
        x.list[2] += 2
    if y is not None:
        y.b += 1
    if kept.regs is not None:
        kept.regs.b += 1
    kept.regs = y


def interpret(text, n, x, y):
    pc = 0
    total = 0
    while True:
        driver.jit_merge_point(pc=pc, text=text, n=n, total=total, x=x, y=y)
        op = text[pc]
        pc += 1
        if op == "+":
            # Writes to one, and reads from the other.
            if x is not None:
                x.a += 1
                x.list[1] = (x.list[1] * 3 + x.a) % 1009
            if y is not None:
                total = (total + y.a + y.list[1] * 2) % 1000003
                y.b += 2
                y.list[0] = y.b
            if x is not None:
                total = (total + x.b * 3 + x.list[0]) % 1000003
        elif op == "s":
            x, y = y, x
        elif op == "=":
            y = x
        elif op == "0":
            y = None
        elif op == "1":
            x = None
        elif op == "n":
            y = Regs(n, 1)
        elif op == "m":
            x = Sub(2, n)
        elif op == "g":
            give(x, y)
        elif op == "k":
            if kept.regs is not None:
                total = (total + kept.regs.sum()) % 1000003
        elif op == "e":
            # Every third round
            if n % 3 == 0:
                y = x
            elif n % 3 == 1:
                y = Regs(n, n)
        elif op == ".":
            n -= 1
            if n <= 0:
                if x is not None:
                    total += x.sum()
                if y is not None:
                    total += y.sum()
                return total
            pc = 0
            driver.can_enter_jit(pc=pc, text=text, n=n, total=total, x=x, y=y)


def entry_point(argv):
    for text in ["+.", "s+.", "=+.", "+0+.", "n+s+.", "+s+=+.", "m+n+=s+.", "e+.", "e+s.", "+g.", "+gk+.", "=+g+.", "sg+k.",
                 "e+gk.", "1+sn.", "0.", "1.", "10n+.", "+0s+n.", "e0s+."]:
        for n in [2, 700]:
            kept.regs = None
            print("%s %d: %d" % (text, n, interpret(text, n, Regs(1, 2), Regs(3, 4))))
            same = Regs(5, 6)
            print("  the same: %d" % interpret(text, n, same, same))
            print("  none: %d" % interpret(text, n, None, same))
            print("  %d %d" % (interpret(text, n, same, None), same.sum()))
    return 0


def target(driver, args):
    return entry_point, None
