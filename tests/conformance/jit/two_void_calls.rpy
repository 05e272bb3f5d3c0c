# jit: yes
"""Calls without a result that follow each other: a guard in the second one must not run the first one again."""
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['mode'], reds=['n', 'log', 'counts'])


class Log(object):
    def __init__(self):
        self.first = 0
        self.second = 0
        self.raised = 0
        self.third = 0


class Stop(Exception):
    pass


def first(log, counts):
    log.first += counts[0]


def second(log, n):
    if n % 3 == 0:
        log.second += 1


def third(log, n):
    if n % 5 == 0:
        raise Stop
    log.third += 1


def fourth(log, n):
    if n % 7 == 0:
        log.raised += 1


def nested(log, counts, n):
    first(log, counts)
    second(log, n)
    try:
        first(log, counts)
        third(log, n)
    except Stop:
        fourth(log, n)
        second(log, n + 1)
    first(log, counts)
    fourth(log, n + 2)


def run(mode, n):
    log = Log()
    counts = [1]
    while n > 0:
        driver.jit_merge_point(mode=mode, n=n, log=log, counts=counts)
        if mode == 0:
            first(log, counts)
            second(log, n)
        elif mode == 1:
            try:
                first(log, counts)
                third(log, n)
            except Stop:
                second(log, n)
                fourth(log, n)
        else:
            nested(log, counts, n)
        n -= 1
    return log


def entry_point(argv):
    for size in [50, 4000]:
        for mode in range(3):
            log = run(mode, size)
            print("%d %d: %d %d %d %d" % (size, mode, log.first, log.second, log.raised, log.third))
    return 0


def target(driver, args):
    return entry_point
