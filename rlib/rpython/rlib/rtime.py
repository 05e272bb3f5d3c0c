"""Time."""

import time as _time

from rpython.rtyper.lltypesystem import lltype, rffi

time = _time.time
clock = getattr(_time, 'clock', getattr(_time, 'process_time', _time.time))
sleep = _time.sleep

TIMEVAL = rffi.CStruct('timeval', ('tv_sec', rffi.LONG), ('tv_usec', rffi.LONG))
TIMESPEC = rffi.CStruct('timespec', ('tv_sec', rffi.LONG), ('tv_nsec', rffi.LONG))
HAS_CLOCK_GETTIME = HAS_CLOCK_GETTIME_RUNTIME = True
# the clocks of Linux
CLOCK_REALTIME = 0
CLOCK_MONOTONIC = 1
CLOCK_PROCESS_CPUTIME_ID = 2
CLOCK_THREAD_CPUTIME_ID = 3
CLOCK_MONOTONIC_RAW = 4
CLOCK_REALTIME_COARSE = 5
CLOCK_MONOTONIC_COARSE = 6
CLOCK_BOOTTIME = 7
ALL_DEFINED_CLOCKS = ['CLOCK_REALTIME', 'CLOCK_REALTIME_COARSE', 'CLOCK_MONOTONIC', 'CLOCK_MONOTONIC_COARSE', 'CLOCK_MONOTONIC_RAW',
                      'CLOCK_BOOTTIME', 'CLOCK_PROCESS_CPUTIME_ID', 'CLOCK_THREAD_CPUTIME_ID']

c_clock_gettime = rffi.llexternal('clock_gettime', [lltype.Signed, lltype.Ptr(TIMESPEC)], rffi.INT, save_err=rffi.RFFI_SAVE_ERRNO)
c_clock_settime = rffi.llexternal('clock_settime', [lltype.Signed, lltype.Ptr(TIMESPEC)], rffi.INT, save_err=rffi.RFFI_SAVE_ERRNO)
c_clock_getres = rffi.llexternal('clock_getres', [lltype.Signed, lltype.Ptr(TIMESPEC)], rffi.INT, save_err=rffi.RFFI_SAVE_ERRNO)


def decode_timeval(t):
    """The seconds, of a TIMEVAL."""
    return float(rffi.getintfield(t, 'c_tv_sec')) + float(rffi.getintfield(t, 'c_tv_usec')) * 0.000001


def decode_timeval_ns(t):
    """The nanoseconds, of a TIMEVAL."""
    return rffi.getintfield(t, 'c_tv_sec') * 1000000000 + rffi.getintfield(t, 'c_tv_usec') * 1000
