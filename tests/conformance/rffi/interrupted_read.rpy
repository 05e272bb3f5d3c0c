# oracle: stored
# A read that a signal interrupts raises OSError with EINTR, so that the program can do what the signal asks for; a sleep ends. The
# errno of the exception is also the saved one.
import errno
import os
import time
from rpython.rlib import rposix, rsignal


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
            if e.errno != errno.EINTR or rposix.get_saved_errno() != e.errno:
                raise
            for n in pending():
                rounds += 1
                os.write(to_pipe, 'signal %d' % n)
    print(text, rounds)
    before = time.time()
    rsignal.c_alarm(1)
    time.sleep(20.0)
    print(time.time() - before < 10.0, len(pending()))
    return 0


def target(driver, args):
    return entry_point, None
