"""Dates: weekdays, day numbers, Easter, ISO weeks, months as text, durations, clocks, moon phases, Julian days, time zones."""
import math

MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']


def is_leap(y):
    return y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)


def month_length(y, m):
    if m == 2:
        return 29 if is_leap(y) else 28
    return 30 if m in (4, 6, 9, 11) else 31


def ordinal(y, m, d):
    """Days since 1 January of the year 1, which is 1."""
    y0 = y - 1
    n = y0 * 365 + y0 // 4 - y0 // 100 + y0 // 400
    for k in range(1, m):
        n += month_length(y, k)
    return n + d


def from_ordinal(n):
    n -= 1
    n400, n = divmod(n, 146097)
    n100, n = divmod(n, 36524)
    n4, n = divmod(n, 1461)
    n1, n = divmod(n, 365)
    y = n400 * 400 + n100 * 100 + n4 * 4 + n1 + 1
    if n1 == 4 or n100 == 4:
        return y - 1, 12, 31
    m = 1
    while n >= month_length(y, m):
        n -= month_length(y, m)
        m += 1
    return y, m, n + 1


def weekday(y, m, d):
    return (ordinal(y, m, d) + 6) % 7


def zeller(y, m, d):
    if m < 3:
        m += 12
        y -= 1
    h = (d + 13 * (m + 1) // 5 + y % 100 + y % 100 // 4 + y // 100 // 4 - 2 * (y // 100)) % 7
    return (h + 5) % 7


def easter(y):
    a, b, c = y % 19, y // 100, y % 100
    d, e = b // 4, b % 4
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = c // 4, c % 4
    l = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 19 * l) // 433
    n = (h + l - 7 * m + 90) // 25
    p = (h + l - 7 * m + 33 * n + 19) % 32
    return y, n, p


def iso_week(y, m, d):
    n = ordinal(y, m, d)
    thursday = n - weekday(y, m, d) + 3
    year = from_ordinal(thursday)[0]
    first = ordinal(year, 1, 4)
    return year, (n - (first - (first + 6) % 7)) // 7 + 1, weekday(y, m, d) + 1


def month_text(y, m):
    lines = ['%s %d' % (MONTHS[m - 1], y)]
    lines[0] = lines[0].center(20).rstrip()
    lines.append(' '.join([d[:2] for d in DAYS]))
    row = ['  '] * weekday(y, m, 1)
    for d in range(1, month_length(y, m) + 1):
        row.append('{:2}'.format(d))
        if len(row) == 7:
            lines.append(' '.join(row))
            row = []
    if row:
        lines.append(' '.join(row))
    return lines


def julian_day(y, m, d):
    a = (14 - m) // 12
    yy = y + 4800 - a
    mm = m + 12 * a - 3
    return d + (153 * mm + 2) // 5 + 365 * yy + yy // 4 - yy // 100 + yy // 400 - 32045


def moon(y, m, d):
    age = (julian_day(y, m, d) - 2451550.1) % 29.530588853
    names = ['new', 'waxing crescent', 'first quarter', 'waxing gibbous', 'full', 'waning gibbous', 'last quarter', 'waning crescent']
    return '%.2f %s' % (age, names[int(age / 29.530588853 * 8 + 0.5) % 8])


def parse(s):
    """2024-02-29, 29.2.2024 or Feb 29, 2024"""
    s = s.strip()
    if s.count('-') == 2:
        y, m, d = [int(x) for x in s.split('-')]
    elif s.count('.') == 2:
        d, m, y = [int(x) for x in s.split('.')]
    else:
        name, d_text, y_text = s.replace(',', ' ').split()
        m = 0
        for i, month in enumerate(MONTHS):
            if month.lower().startswith(name.lower()):
                m = i + 1
        d, y = int(d_text), int(y_text)
    if not 1 <= m <= 12 or not 1 <= d <= month_length(y, m):
        raise ValueError('no such day: %s' % s)
    return y, m, d


def duration(seconds):
    out = []
    for size, name in [(604800, 'week'), (86400, 'day'), (3600, 'hour'), (60, 'minute'), (1, 'second')]:
        n, seconds = divmod(seconds, size)
        if n:
            out.append('%d %s%s' % (n, name, '' if n == 1 else 's'))
    return ', '.join(out) or 'nothing'


def clock(minutes, offset):
    total = (minutes + offset) % 1440
    h, m = divmod(total, 60)
    return '%02d:%02d (%d:%02d %s) %+03d:%02d' % (h, m, (h + 11) % 12 + 1, m, 'am' if h < 12 else 'pm', math.trunc(offset / 60.0), abs(offset) % 60)


def entry_point(argv):
    for y, m, d in [(1, 1, 1), (1582, 10, 15), (1900, 2, 28), (2000, 2, 29), (2024, 12, 30), (2021, 1, 3), (9999, 12, 31)]:
        n = ordinal(y, m, d)
        print('{:04d}-{:02d}-{:02d} {:>8,} {} {} {} week {} jd {} moon {}'.format(y, m, d, n, DAYS[weekday(y, m, d)], weekday(y, m, d) == zeller(y, m, d),
                                                                              from_ordinal(n) == (y, m, d), '%d-W%02d-%d' % iso_week(y, m, d), julian_day(y, m, d), moon(y, m, d)))
    ok = 0
    for n in range(700000, 740000, 37):
        y, m, d = from_ordinal(n)
        ok += ordinal(y, m, d) == n and weekday(y, m, d) == zeller(y, m, d)
    print(ok)
    print(['%d-%02d-%02d' % easter(y) for y in range(2015, 2030)])
    a, b = month_text(2024, 2), month_text(2021, 8)
    for i in range(max(len(a), len(b))):
        print('%-24s%s' % (a[i] if i < len(a) else '', b[i] if i < len(b) else ''))
    for s in ['2024-02-29', '29.2.2024', 'feb 29, 2024', 'June 1 1999', '2023-02-29', '2024-13-01', 'x', '1-2-x', ' 2000-1-1 ']:
        try:
            print('%-14s %d/%d/%d' % ((s,) + parse(s)))
        except ValueError:
            print('%-14s ValueError' % s)
    for s in [0, 1, 61, 3600, 90061, 694861, 10 ** 7]:
        print(duration(s))
    for minutes in [0, 719, 720, 1439]:
        print(' '.join([clock(minutes, o) for o in [0, 330, -210, 840]]))
    friday13 = [(y, m) for y in range(2020, 2026) for m in range(1, 13) if weekday(y, m, 13) == 4]
    print(friday13, len([y for y in range(1600, 2000) if is_leap(y)]))
    return 0


def target(driver, args):
    return entry_point, None
