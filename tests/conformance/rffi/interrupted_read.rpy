# oracle: stored
# A read that a signal interrupts raises OSError with EINTR, so that the program can do what the signal asks for; a sleep ends. The
# errno of the exception is also the saved one.
import errno
import os
import time
from rpython.rlib import rposix, rsignal
from rpython.rtyper.lltypesystem import lltype


def soon():
    """A signal comes in a tenth of a second."""
    timer = lltype.malloc(rsignal.itimervalP.TO, 1, flavor='raw', zero=True)
    timer[0].c_it_value.c_tv_usec = 100000
    rsignal.c_setitimer(rsignal.ITIMER_REAL, timer, lltype.nullptr(rsignal.itimervalP.TO))
    lltype.free(timer, flavor='raw')


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
    soon()
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
    soon()
    time.sleep(20.0)
    print(time.time() - before < 10.0, len(pending()))
    # After siginterrupt a read goes on by itself, also when the handler was called before.
    rsignal.c_siginterrupt(rsignal.SIGALRM, 0)
    rsignal.pypysig_reinstall(rsignal.SIGALRM)
    if os.fork() == 0:
        time.sleep(0.4)
        os.write(to_pipe, 'late')
        os._exit(0)
    soon()
    print(os.read(from_pipe, 9), len(pending()))
    return 0


def target(driver, args):
    return entry_point, None
