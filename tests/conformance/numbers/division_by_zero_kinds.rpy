"""Division by zero of all kinds: ints, floats, mixed, modulo, divmod, pow, augmented, in conditions, comprehensions and arguments."""
from __future__ import division


def kind(which, a, b):
    fa = a * 1.0
    fb = b * 1.0
    if which == 0:
        return str(a // b)
    if which == 1:
        return str(a % b)
    if which == 2:
        return str(a / b)
    if which == 3:
        return str(fa / fb)
    if which == 4:
        return str(fa // b)
    if which == 5:
        return str(a % fb)
    if which == 6:
        q, r = divmod(a, b)
        return "%d %d" % (q, r)
    if which == 7:
        q2, r2 = divmod(fa, fb)
        return "%r %r" % (q2, r2)
    if which == 8:
        return str(fb ** -1)
    if which == 9:
        return str(a ** 3 % b)
    if which == 10:
        a //= b
        return str(a)
    if which == 11:
        fa /= b
        return str(fa)
    if which == 12:
        a %= b
        return str(a)
    if which == 13:
        return str([a // x for x in [1, b, 2]])
    if which == 14:
        return "%d" % sum(a // (b - x) for x in [1, 0])
    if which == 15:
        return "yes" if a and a // b > 0 else "no"
    if which == 16:
        return str(max(a // b, a))
    if which == 17:
        return str(0 * (a % b))
    if which == 18:
        return str({a // b: a}[a // b])
    if which == 19:
        return ["x", "y"][a // b % 2]
    if which == 20:
        return "%.3f" % (a / fb)
    return f"{a // b}"


def guarded(which, a, b):
    try:
        return kind(which, a, b)
    except ZeroDivisionError:
        return "zero"


def unused(a, b):
    try:
        a // b
        a % b
    except ZeroDivisionError:
        return "noticed"
    return "fine"


def in_loop(l):
    ok = 0
    bad = 0
    for x in l:
        try:
            ok += 100 // x
        except ZeroDivisionError:
            bad += 1
            continue
        finally:
            ok += 1
    return ok, bad


def safe(a, b, default=-1):
    return a // b if b else default


def entry_point(argv):
    for which in range(22):
        print(which, guarded(which, 7, 0), guarded(which, 7, 2), guarded(which, -7, 2), guarded(which, 0, 0), guarded(which, 6, -3))
    print(unused(1, 0), unused(1, 1), in_loop([1, 0, 5, 0, 0, 3]), safe(1, 0), safe(9, 4), safe(5, 0, 7))
    print(-7 // 2, -7 % 2, 7 // -2, 7 % -2, -7.5 // 2, -7.5 % 2, 7 / 2, 6 / 3, 1 / 3, -1 // 10, divmod(-1, 10), divmod(7.5, -2), 0 // 5, 0.0 / 5)
    return 0


def target(driver, args):
    return entry_point
