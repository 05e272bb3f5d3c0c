# oracle: stored
# skip-llinterp: calls functions of C
"""The counter of signals is asked for at import time, too, and counts for itself at run time. Timers."""
from rpython.rlib.rsignal import (
    ITIMER_REAL, c_getitimer, c_setitimer, c_strsignal, itimervalP, pypysig_get_wakeup_fd_write_errno,
    pypysig_getaddr_occurred, pypysig_getaddr_occurred_fullstruct)
from rpython.rtyper.lltypesystem import lltype, rffi


class Ticker(object):
    def get(self):
        return pypysig_getaddr_occurred().c_value

    def tick(self, by):
        p = pypysig_getaddr_occurred()
        p.c_value -= by
        return p.c_value < 0


ticker = Ticker()
before = ticker.get()
pypysig_getaddr_occurred().c_value = 100
ticker.tick(30)
AT_IMPORT = ticker.get()


def entry_point(argv):
    print(before, AT_IMPORT, ticker.get())
    with lltype.scoped_alloc(itimervalP.TO, 2) as timers:
        timers[0].c_it_value.c_tv_sec = 5000
        timers[0].c_it_value.c_tv_usec = 0
        timers[0].c_it_interval.c_tv_sec = 7
        timers[0].c_it_interval.c_tv_usec = 500000
        done = rffi.cast(lltype.Signed, c_setitimer(ITIMER_REAL, timers, lltype.nullptr(itimervalP.TO)))
        c_getitimer(ITIMER_REAL, timers)
        value = timers[0].c_it_value
        print(done, rffi.cast(lltype.Signed, value.c_tv_sec) > 4000, timers[0].c_it_interval.c_tv_usec)
    print(rffi.cast(lltype.Signed, pypysig_get_wakeup_fd_write_errno()))
    print(pypysig_getaddr_occurred_fullstruct().c_debugger_pending_call, rffi.charp2str(c_strsignal(1)))
    pypysig_getaddr_occurred().c_value = 1
    print(ticker.tick(len(argv)), ticker.tick(1), ticker.get())
    return 0


def target(driver, args):
    return entry_point, None
