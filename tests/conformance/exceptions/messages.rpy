# each: index setindex pop popempty popindex delindex key keyint keytuple keyfloat popkey popitem value noargs two three int intbase float zero modzero fzero shift nan inf strindex substring separator range_ assert_ assert_plain oserror oserror3 exit_ exit0 exit_text exit_none sysexit sysexit_text sysexit_none user user_int user_init user_base user_super user_none dictsize stop char_ boolarg floatarg
"""The last line of a traceback: class and arguments."""
import os
import sys


class Mine(Exception):
    pass


class Own(Exception):
    def __init__(self, msg, line):
        self.msg = msg
        self.line = line


class Base(Exception):
    def __init__(self, msg, extra):
        Exception.__init__(self, msg)
        self.extra = extra


class Derived(Base):
    def __init__(self, msg):
        super(Derived, self).__init__("derived " + msg, [1])


class Quiet(Exception):
    def __init__(self, msg):
        Exception.__init__(self)
        self.msg = msg


def deep(n):
    if n < 0:
        return 0
    return deep(n + 1) + 1


def lookup(d, k):
    return d[k]


def run(what, n):
    l = [1, 2, 3]
    if what == 'index':
        return l[n + 5]
    if what == 'setindex':
        l[n + 5] = 1
    if what == 'pop':
        l.pop(n + 5)
    if what == 'popempty':
        e = [n]
        e.pop()
        e.pop()
    if what == 'popindex':
        l.pop(-n - 6)
    if what == 'delindex':
        del l[n + 9]
    if what == 'key':
        return lookup({'a': 1}, what)
    if what == 'keyint':
        d = {1: 2}
        return d[n + 11]
    if what == 'keytuple':
        raise KeyError("it's", n)
    if what == 'keyfloat':
        d2 = {1.5: 2}
        return d2[n + 0.25]
    if what == 'popkey':
        d3 = {'x': n}
        d3.pop('y')
    if what == 'popitem':
        d4 = {'x': n}
        d4.popitem()
        d4.popitem()
    if what == 'value':
        raise ValueError("bad thing: " + what)
    if what == 'noargs':
        raise ValueError
    if what == 'two':
        raise TypeError("expected", n)
    if what == 'three':
        raise RuntimeError("a", n, 2.5)
    if what == 'int':
        return int(what)
    if what == 'intbase':
        return int("12z", 16)
    if what == 'float':
        return int(float(what))
    if what == 'zero':
        return 10 // (n - 1)
    if what == 'modzero':
        return 10 % (n - 1)
    if what == 'fzero':
        return int(1.0 / (n - 1.0))
    if what == 'shift':
        return 1 << (n - 2)
    if what == 'nan':
        return int(float('nan') * n)
    if what == 'inf':
        return int(1e308 * 10.0 * n)
    if what == 'strindex':
        return ord(what[n + 20])
    if what == 'substring':
        return what.index('q')
    if what == 'separator':
        return len(what.split(what[n:n]))
    if what == 'range_':
        return len(range(0, 10, n - 1))
    if what == 'assert_':
        assert n > 100, "n is too small"
    if what == 'assert_plain':
        assert n > 100
    if what == 'oserror':
        raise OSError(77, "went wrong")
    if what == 'oserror3':
        raise OSError(77, "went wrong", "file.txt")
    if what == 'exit_':
        raise SystemExit(n + 6)
    if what == 'exit0':
        raise SystemExit
    if what == 'exit_text':
        raise SystemExit("stopped: " + what)
    if what == 'exit_none':
        raise SystemExit(None)
    if what == 'sysexit':
        sys.exit(n + 4)
    if what == 'sysexit_text':
        sys.exit("bye " + what)
    if what == 'sysexit_none':
        sys.exit()
    if what == 'user':
        raise Mine("mine")
    if what == 'user_int':
        raise Mine(n + 5)
    if what == 'user_init':
        raise Own("text", n + 5)
    if what == 'user_base':
        raise Base("based on " + what, [n])
    if what == 'user_super':
        raise Derived(what)
    if what == 'user_none':
        raise Quiet(what)
    if what == 'dictsize':
        d5 = {1: 1, 2: 2}
        for k in d5:
            d5[k + 10] = 1
    if what == 'recursion':
        return deep(n) // 0
    if what == 'stop':
        it = iter(l)
        while True:
            next(it)
    if what == 'char_':
        raise ValueError(what[n])
    if what == 'boolarg':
        raise ValueError(n > 0)
    if what == 'floatarg':
        raise ValueError(n / 4.0)
    return 0


def entry_point(argv):
    print(run(argv[1], len(argv) - 1))
    return 0


def target(driver, args):
    return entry_point, None
