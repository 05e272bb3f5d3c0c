# oracle: stored
# A read that a signal interrupts raises OSError with EINTR, so that the program can do what the signal asks for.
import errno
import os
from rpython.rlib import rsignal


def pending():
    """The signals that have come."""
    found = []
    n = rsignal.pypysig_poll()
    while n >= 0:
        found.append(n)
        n = rsignal.pypysig_poll()
    return found


def entry_point(argv):
    rsignal.pypysig_setflag(rsignal.SIGALRM)
    from_pipe, to_pipe = os.pipe()
    rounds = 0
    rsignal.c_alarm(1)
    while True:
        try:
            text = os.read(from_pipe, 9)
            break
        except OSError as e:
            if e.errno != errno.EINTR:
                raise
            for n in pending():
                rounds += 1
                os.write(to_pipe, 'signal %d' % n)
    print(text, rounds)
    return 0


def target(driver, args):
    return entry_point, None
