"""Further parts of `time`. The time zone is UTC."""

import time as _time

timezone = altzone = daylight = 0
tzname = ('UTC', 'UTC')


class struct_time(tuple):
    tm_year = property(lambda self: self[0])
    tm_mon = property(lambda self: self[1])
    tm_mday = property(lambda self: self[2])
    tm_hour = property(lambda self: self[3])
    tm_min = property(lambda self: self[4])
    tm_sec = property(lambda self: self[5])
    tm_wday = property(lambda self: self[6])
    tm_yday = property(lambda self: self[7])
    tm_isdst = property(lambda self: self[8])

    def __repr__(self):
        names = ('year', 'mon', 'mday', 'hour', 'min', 'sec', 'wday', 'yday', 'isdst')
        return 'time.struct_time(%s)' % ', '.join(['tm_%s=%d' % pair for pair in zip(names, self)])


def _datetime(fields):
    from datetime import datetime
    return datetime(*list(fields)[:6])


def gmtime(secs=None):
    from datetime import datetime
    secs = int(_time.time() if secs is None else secs)
    return struct_time(datetime.fromtimestamp(secs).timetuple()[:8] + (0,))


localtime = gmtime


def mktime(t):
    return _datetime(t).timestamp()


def strftime(format, t=None):
    return _datetime(gmtime() if t is None else t).strftime(format)


def asctime(t=None):
    d = _datetime(gmtime() if t is None else t)
    return '%s %2d %s' % (d.strftime('%a %b'), d.day, d.strftime('%H:%M:%S %Y'))


def ctime(secs=None):
    return asctime(gmtime(secs))


def monotonic_ns():
    return int(_time.monotonic() * 1000000000)


perf_counter_ns = process_time_ns = monotonic_ns
thread_time = _time.process_time


def tzset():
    pass
