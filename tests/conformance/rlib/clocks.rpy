# time.sleep, the clocks of module time, and rtime's clock_gettime.
import time

from rpython.rlib import rtime
from rpython.rtyper.lltypesystem import lltype, rffi


def gettime(clock):
    with lltype.scoped_alloc(rtime.TIMESPEC) as t:
        res = rtime.c_clock_gettime(clock, t)
        assert rffi.cast(lltype.Signed, res) == 0
        return float(rffi.getintfield(t, 'c_tv_sec')) + float(rffi.getintfield(t, 'c_tv_nsec')) * 0.000000001


def resolution(clock):
    with lltype.scoped_alloc(rtime.TIMESPEC) as t:
        assert rffi.cast(lltype.Signed, rtime.c_clock_getres(clock, t)) == 0
        return rffi.getintfield(t, 'c_tv_sec') * 1000000000 + rffi.getintfield(t, 'c_tv_nsec')


def entry_point(argv):
    wall, ticks, cpu = time.time(), time.monotonic(), time.process_time()
    precise = gettime(rtime.CLOCK_MONOTONIC)
    time.sleep(0.05)
    rtime.sleep(0)
    print(0.045 < time.time() - wall < 5.0, 0.049 < time.monotonic() - ticks < 5.0, time.process_time() - cpu < 0.045)
    print(0.049 < gettime(rtime.CLOCK_MONOTONIC) - precise < 5.0)
    print(abs(gettime(rtime.CLOCK_REALTIME) - rtime.time()) < 1.0, abs(time.monotonic() - gettime(rtime.CLOCK_MONOTONIC)) < 1.0)
    print(0 < resolution(rtime.CLOCK_MONOTONIC) < 1000000000, rtime.HAS_CLOCK_GETTIME)
    values = [gettime(rtime.CLOCK_MONOTONIC) for i in range(30)]
    print(values == sorted(values), time.perf_counter() <= time.perf_counter())
    try:
        time.sleep(-0.5)
    except ValueError as e:
        print(e)
    return 0


def target(driver, args):
    return entry_point, None
