"""Exceptions in __init__, __exit__, __enter__, generators, property getters, __len__, __iter__, __call__, __str__, operators."""


class Thing(object):
    def __init__(self, n):
        self.n = n
        if n < 0:
            raise ValueError("negative %d" % n)
        self.done = True

    @property
    def half(self):
        if self.n % 2:
            raise ArithmeticError("odd %d" % self.n)
        return self.n // 2

    def __len__(self):
        if self.n > 100:
            raise OverflowError("long")
        return self.n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError("item %d" % i)
        return i * i

    def __call__(self, d):
        return self.n // d

    def __str__(self):
        if self.n == 13:
            raise RuntimeError("unlucky")
        return "T%d" % self.n

    def __add__(self, other):
        return Thing(self.n + other)

    def __contains__(self, x):
        return [1, 2, 3][x] >= 0

    def __iter__(self):
        for i in range(self.n):
            if i == 3:
                raise LookupError("three")
            yield i


class Ctx(object):
    def __init__(self, enter, leave, log):
        self.enter = enter
        self.leave = leave
        self.log = log

    def __enter__(self):
        self.log.append("enter")
        if self.enter:
            raise KeyError("in enter")
        return self

    def __exit__(self, t, v, tb):
        self.log.append("exit " + ("error" if v is not None else "clean"))
        if self.leave:
            raise ValueError("in exit")
        return False


class Sub(Thing):
    def __init__(self, n):
        try:
            Thing.__init__(self, n)
        except ValueError:
            self.done = False
            self.n = 0


def attempt(which, n):
    if which == 0:
        return str(Thing(n).n)
    if which == 1:
        return str(Thing(n).half)
    if which == 2:
        return str(len(Thing(n)))
    if which == 3:
        return str(Thing(n)[3])
    if which == 4:
        return str(Thing(n)(n - 13))
    if which == 5:
        return str(Thing(n))
    if which == 6:
        return "%s" % (Thing(n) + -20)
    if which == 7:
        return str(n in Thing(n))
    if which == 8:
        return str(sum(Thing(n)))
    if which == 9:
        return str(Sub(n).done)
    return str([Thing(i - 2) for i in range(n)][0].n)


def contexts(enter, leave, body):
    log = []
    try:
        with Ctx(enter, leave, log) as c:
            log.append("body")
            if body:
                raise IndexError("in body")
            c.log.append("done")
    except KeyError as e:
        log.append("K")
    except ValueError as e:
        log.append("V" + str(e))
    except IndexError as e:
        log.append("I" + str(e))
    finally:
        log.append("finally")
    return log


def entry_point(argv):
    for which in range(11):
        for n in [-1, 0, 1, 2, 3, 13, 200]:
            try:
                r = attempt(which, n)
            except (LookupError, ArithmeticError) as e:
                r = "<%s %s>" % (e.__class__.__name__, e)
            except Exception as e:
                r = "[%s %s]" % (type(e).__name__, e)
            print(which, n, r)
    for enter in [False, True]:
        for leave in [False, True]:
            for body in [False, True]:
                print(enter, leave, body, contexts(enter, leave, body))
    return 0


def target(driver, args):
    return entry_point
