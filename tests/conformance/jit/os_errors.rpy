# jit: yes
"""The number of an OSError tells its class. Where the JIT has made the error, handlers for subclasses take it as without a JIT."""
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['code'], reds=['n', 'found', 'denied', 'others'])


class Counter(object):
    def __init__(self, n):
        self.n = n


def fail(number):
    raise OSError(number, 'number')


def run(code, n):
    found = Counter(0)
    denied = 0
    others = 0
    while n > 0:
        driver.jit_merge_point(code=code, n=n, found=found, denied=denied, others=others)
        n -= 1
        digit = ord(code[n % len(code)]) - ord('0')
        try:
            if digit == 0:
                found = Counter(found.n + 1)
            else:
                fail(digit * 11 - 9)
        except FileNotFoundError as e:
            found = Counter(found.n + e.errno)
        except PermissionError as e:
            denied += e.errno
        except OSError as e:
            others += e.errno
    return found.n, denied, others


def kept(n):
    """Errors that outlive the handler."""
    last = None
    names = 0
    for i in range(n):
        try:
            fail(2 + 11 * (i % 3))
        except OSError as e:
            if last is not None and isinstance(last, PermissionError):
                names += 1
            last = e
    return names, isinstance(last, FileNotFoundError)


def entry_point(argv):
    found, denied, others = run('0112030112', 3000)
    print(found, denied, others)
    names, missing = kept(100)
    print(names, missing)
    return 0


def target(driver, args):
    return entry_point, None
