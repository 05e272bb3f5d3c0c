"""datetime in the naive part: dates, times and differences without time zones."""

import time as _time

MINYEAR = 1
MAXYEAR = 9999
_BEFORE_MONTH = [0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
_MONTHS = ['', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
_DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
_FULL_MONTHS = ['', 'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August',
                'September', 'October', 'November', 'December']
_FULL_DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']


def _leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_before(year, month):
    y = year - 1
    return y * 365 + y // 4 - y // 100 + y // 400 + _BEFORE_MONTH[month] + (
        month > 2 and _leap(year))


def _days_in(year, month):
    if month == 2:
        return 28 + _leap(year)
    return 30 if month in (4, 6, 9, 11) else 31


def _check_time(hour, minute, second, microsecond):
    for name, value, limit in [('hour', hour, 23), ('minute', minute, 59), ('second', second, 59),
                               ('microsecond', microsecond, 999999)]:
        if not 0 <= value <= limit:
            raise ValueError('%s must be in 0..%d' % (name, limit))


def _from_ordinal(n):
    if not 1 <= n <= 3652059:
        raise OverflowError('date value out of range')
    year = max(n // 366, 1)
    while _days_before(year + 1, 1) < n:
        year += 1
    month = 1
    while month < 12 and _days_before(year, month + 1) < n:
        month += 1
    return year, month, n - _days_before(year, month)


class timedelta(object):
    def __init__(self, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0,
                 weeks=0):
        whole = days + weeks * 7
        seconds = seconds + minutes * 60 + hours * 3600 + (whole - int(whole)) * 86400
        us = int(round((seconds - int(seconds)) * 1000000 + microseconds + milliseconds * 1000))
        us += int(seconds) * 1000000 + int(whole) * 86400000000
        self.days, us = divmod(us, 86400000000)
        if abs(self.days) > 999999999:
            raise OverflowError('days=%d; must have magnitude <= 999999999' % self.days)
        self.seconds, self.microseconds = divmod(us, 1000000)

    def _us(self):
        return (self.days * 86400 + self.seconds) * 1000000 + self.microseconds

    def total_seconds(self):
        return self._us() * 1.0 / 1000000

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        return timedelta(microseconds=self._us() + other._us())

    def __sub__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        return timedelta(microseconds=self._us() - other._us())

    def __mul__(self, n):
        return timedelta(microseconds=self._us() * n)

    __rmul__ = __mul__

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._us() // other._us()
        return timedelta(microseconds=self._us() // other)

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._us() * 1.0 / other._us()
        return timedelta(microseconds=int(round(self._us() * 1.0 / other)))

    def __mod__(self, other):
        return timedelta(microseconds=self._us() % other._us())

    def __neg__(self):
        return timedelta(microseconds=-self._us())

    def __abs__(self):
        return timedelta(microseconds=abs(self._us()))

    def __bool__(self):
        return self._us() != 0

    def __eq__(self, other):
        return isinstance(other, timedelta) and self._us() == other._us()

    def __lt__(self, other):
        return self._us() < other._us()

    def __le__(self, other):
        return self._us() <= other._us()

    def __hash__(self):
        return hash(self._us())

    def __repr__(self):
        pairs = [(n, getattr(self, n)) for n in ('days', 'seconds', 'microseconds')]
        text = ', '.join(['%s=%d' % pair for pair in pairs if pair[1]])
        return 'datetime.timedelta(%s)' % (text or '0')

    def __str__(self):
        minutes, s = divmod(self.seconds, 60)
        h, m = divmod(minutes, 60)
        text = '%d:%02d:%02d' % (h, m, s)
        if self.days:
            text = '%d day%s, %s' % (self.days, '' if abs(self.days) == 1 else 's', text)
        if self.microseconds:
            text += '.%06d' % self.microseconds
        return text


class date(object):
    def __init__(self, year, month, day):
        if not MINYEAR <= year <= MAXYEAR:
            raise ValueError('year %d is out of range' % year)
        if not 1 <= month <= 12:
            raise ValueError('month must be in 1..12')
        if not 1 <= day <= _days_in(year, month):
            raise ValueError('day is out of range for month')
        self.year = year
        self.month = month
        self.day = day

    @classmethod
    def today(cls):
        return cls.fromtimestamp(_time.time())

    @classmethod
    def fromtimestamp(cls, t):
        return cls.fromordinal(int(t // 86400) + 719163)

    @classmethod
    def fromordinal(cls, n):
        return cls(*_from_ordinal(n))

    @classmethod
    def fromisoformat(cls, text):
        return cls(int(text[:4]), int(text[5:7]), int(text[8:10]))

    def toordinal(self):
        return _days_before(self.year, self.month) + self.day

    def weekday(self):
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        return self.weekday() + 1

    def isocalendar(self):
        """Year, week and day: a week belongs to the year of its Thursday."""
        thursday = self.toordinal() - self.weekday() + 3
        year = _from_ordinal(min(max(thursday, 1), 3652059))[0]
        week = (thursday - _days_before(year, 1) - 1) // 7 + 1
        return year, week, self.isoweekday()

    def isoformat(self):
        return '%04d-%02d-%02d' % (self.year, self.month, self.day)

    __str__ = isoformat

    def __repr__(self):
        return 'datetime.date(%d, %d, %d)' % (self.year, self.month, self.day)

    def replace(self, year=None, month=None, day=None):
        return date(year or self.year, month or self.month, day or self.day)

    def _key(self):
        return (self.year, self.month, self.day)

    def _clock(self):
        return 0, 0, 0, 0

    def strftime(self, format):
        hour, minute, second, us = self._clock()
        day = self.weekday()
        values = {
            'Y': '%04d' % self.year, 'm': '%02d' % self.month, 'd': '%02d' % self.day,
            'H': '%02d' % hour, 'M': '%02d' % minute, 'S': '%02d' % second, 'f': '%06d' % us,
            'y': '%02d' % (self.year % 100), 'b': _MONTHS[self.month], 'a': _DAYS[day],
            'B': _FULL_MONTHS[self.month], 'A': _FULL_DAYS[day], 'w': '%d' % ((day + 1) % 7),
            'j': '%03d' % (self.toordinal() - _days_before(self.year, 1)),
            'I': '%02d' % ((hour + 11) % 12 + 1), 'p': 'AM' if hour < 12 else 'PM',
            'x': '%02d/%02d/%02d' % (self.month, self.day, self.year % 100),
            'X': '%02d:%02d:%02d' % (hour, minute, second), 'Z': '', 'z': '', '%': '%',
            'F': self.isoformat()[:10], 'T': '%02d:%02d:%02d' % (hour, minute, second)}
        out = []
        i = 0
        while i < len(format):
            if format[i] == '%' and i + 1 < len(format):
                out.append(values.get(format[i + 1], format[i:i + 2]))
                i += 2
            else:
                out.append(format[i])
                i += 1
        return ''.join(out)

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def timetuple(self):
        return self._key()[:3] + self._clock()[:3] + (
            self.weekday(), self.toordinal() - _days_before(self.year, 1), -1)

    def __add__(self, delta):
        return type(self).fromordinal(self.toordinal() + delta.days)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + timedelta(-other.days)
        return timedelta(self.toordinal() - other.toordinal())

    def __eq__(self, other):
        return isinstance(other, date) and self._key() == other._key()

    def __lt__(self, other):
        return self._key() < other._key()

    def __le__(self, other):
        return self._key() <= other._key()

    def __hash__(self):
        return hash(self._key())


class time(object):
    def __init__(self, hour=0, minute=0, second=0, microsecond=0):
        _check_time(hour, minute, second, microsecond)
        self.hour = hour
        self.minute = minute
        self.second = second
        self.microsecond = microsecond

    def __repr__(self):
        values = [self.hour, self.minute, self.second, self.microsecond]
        while len(values) > 2 and not values[-1]:
            values.pop()
        return 'datetime.time(%s)' % ', '.join([str(v) for v in values])

    def replace(self, **changes):
        names = ('hour', 'minute', 'second', 'microsecond')
        return time(*[changes.get(name, getattr(self, name)) for name in names])

    def isoformat(self):
        text = '%02d:%02d:%02d' % (self.hour, self.minute, self.second)
        return text + '.%06d' % self.microsecond if self.microsecond else text

    __str__ = isoformat

    def _key(self):
        return (self.hour, self.minute, self.second, self.microsecond)

    def __eq__(self, other):
        return isinstance(other, time) and self._key() == other._key()

    def __lt__(self, other):
        return self._key() < other._key()

    def __hash__(self):
        return hash(self._key())


class datetime(date):
    def __init__(self, year, month, day, hour=0, minute=0, second=0, microsecond=0, tzinfo=None):
        date.__init__(self, year, month, day)
        _check_time(hour, minute, second, microsecond)
        self.hour = hour
        self.minute = minute
        self.second = second
        self.microsecond = microsecond
        self.tzinfo = None

    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(_time.time())

    today = utcnow = now

    @classmethod
    def fromtimestamp(cls, t, tz=None):
        return cls(1970, 1, 1) + timedelta(seconds=t)

    utcfromtimestamp = fromtimestamp

    @classmethod
    def fromordinal(cls, n):
        return cls(*_from_ordinal(n))

    @classmethod
    def combine(cls, d, t):
        return cls(d.year, d.month, d.day, t.hour, t.minute, t.second, t.microsecond)

    @classmethod
    def fromisoformat(cls, text):
        parts = [int(x) for x in text[11:19].split(':')] if len(text) > 10 else []
        us = int((text[20:] + '000000')[:6]) if len(text) > 20 else 0
        parts += [0] * (3 - len(parts))
        return cls(int(text[:4]), int(text[5:7]), int(text[8:10]), parts[0], parts[1], parts[2], us)

    def date(self):
        return date(self.year, self.month, self.day)

    def time(self):
        return time(*self._clock())

    def _clock(self):
        return self.hour, self.minute, self.second, self.microsecond

    def _key(self):
        return date._key(self) + self._clock()

    def timestamp(self):
        return (self - datetime(1970, 1, 1)).total_seconds()

    def replace(self, **changes):
        names = ('year', 'month', 'day', 'hour', 'minute', 'second', 'microsecond')
        return datetime(*[changes.get(name, getattr(self, name)) for name in names])

    def isoformat(self, sep='T'):
        text = '%04d-%02d-%02d%s%02d:%02d:%02d' % (self._key()[:3] + (sep,) + self._clock()[:3])
        return text + '.%06d' % self.microsecond if self.microsecond else text

    def __str__(self):
        return self.isoformat(' ')

    def __repr__(self):
        values = list(self._key())
        while len(values) > 5 and not values[-1]:
            values.pop()
        return 'datetime.datetime(%s)' % ', '.join([str(v) for v in values])

    def _since(self):
        return timedelta(self.toordinal(), self.second + 60 * self.minute + 3600 * self.hour,
                         self.microsecond)

    def __add__(self, delta):
        d = self._since() + delta
        minutes, second = divmod(d.seconds, 60)
        return type(self)(*(_from_ordinal(d.days) + (minutes // 60, minutes % 60, second,
                                                     d.microseconds)))

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + -other
        return self._since() - other._since()


date.min = date(1, 1, 1)
date.max = date(9999, 12, 31)
