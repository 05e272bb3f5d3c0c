"""Calendars: days and dates, weekdays, leap years, Easter, month sheets, roman numerals and durations."""

MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
          "November", "December"]
DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
ROMAN = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
         (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]


def leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def month_length(year, month):
    if month == 2:
        return 29 if leap(year) else 28
    return 30 if month in (4, 6, 9, 11) else 31


class DateError(ValueError):
    pass


class Date(object):
    def __init__(self, year, month=1, day=1):
        if not 1 <= month <= 12:
            raise DateError("month %d" % month)
        if not 1 <= day <= month_length(year, month):
            raise DateError("day %d of %s %d" % (day, MONTHS[month - 1], year))
        self.year = year
        self.month = month
        self.day = day

    @classmethod
    def from_number(cls, n):
        a = n + 32044
        b = (4 * a + 3) // 146097
        c = a - 146097 * b // 4
        d = (4 * c + 3) // 1461
        e = c - 1461 * d // 4
        m = (5 * e + 2) // 153
        return cls(100 * b + d - 4800 + m // 10, m + 3 - 12 * (m // 10), e - (153 * m + 2) // 5 + 1)

    @staticmethod
    def parse(text):
        parts = text.split("-")
        if len(parts) != 3:
            raise DateError("no date: %s" % text)
        try:
            y, m, d = [int(p) for p in parts]
        except ValueError:
            raise DateError("no number in %s" % text)
        return Date(y, m, d)

    @property
    def number(self):
        a = (14 - self.month) // 12
        y = self.year + 4800 - a
        m = self.month + 12 * a - 3
        return self.day + (153 * m + 2) // 5 + 365 * y + y // 4 - y // 100 + y // 400 - 32045

    @property
    def weekday(self):
        return self.number % 7

    def __add__(self, days):
        return Date.from_number(self.number + days)

    def __sub__(self, other):
        return self.number - other.number

    def __lt__(self, other):
        return self.number < other.number

    def __eq__(self, other):
        return self.number == other.number

    def __hash__(self):
        return self.number

    def add_months(self, n):
        total = self.year * 12 + self.month - 1 + n
        year, month = divmod(total, 12)
        return Date(year, month + 1, min(self.day, month_length(year, month + 1)))

    def iso_week(self):
        thursday = self + (3 - self.weekday)
        return thursday.year, (thursday - Date(thursday.year)) // 7 + 1

    def __str__(self):
        return "%04d-%02d-%02d" % (self.year, self.month, self.day)

    def long(self):
        return "%s %d %s %d" % (DAYS[self.weekday], self.day, MONTHS[self.month - 1], self.year)


def easter(year):
    a = year % 19
    b, c = divmod(year, 100)
    d = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    e = (32 + 2 * (b % 4) + 2 * (c // 4) - d - c % 4) % 7
    f = d + e - 7 * ((a + 11 * d + 22 * e) // 451) + 114
    return Date(year, f // 31, f % 31 + 1)


def sheet(year, month):
    lines = [("%s %d" % (MONTHS[month - 1], year)).center(20).rstrip(), " ".join([d[:2] for d in DAYS])]
    cells = ["  "] * Date(year, month).weekday + ["%2d" % d for d in range(1, month_length(year, month) + 1)]
    for i in range(0, len(cells), 7):
        lines.append(" ".join(cells[i:i + 7]))
    return lines


def roman(n):
    out = ""
    for value, letters in ROMAN:
        count, n = divmod(n, value)
        out += letters * count
    return out


def from_roman(text):
    total = 0
    pos = 0
    for value, letters in ROMAN:
        while text[pos:pos + len(letters)] == letters:
            total += value
            pos += len(letters)
    if pos != len(text) or roman(total) != text:
        raise ValueError("not roman: " + text)
    return total


def duration(seconds):
    parts = []
    for name, size in (("week", 604800), ("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1)):
        n, seconds = divmod(seconds, size)
        if n:
            parts.append("%d %s%s" % (n, name, "" if n == 1 else "s"))
    if len(parts) > 1:
        return ", ".join(parts[:-1]) + " and " + parts[-1]
    return parts[0] if parts else "no time"


def every(start, step, count):
    day = start
    for i in range(count):
        yield day
        day = day + step


def entry_point(argv):
    d = Date(2024, 2, 28)
    print(d, d + 1, d + 2, d + 366, d + -59, d.number, (d + 1).long())
    print([str(x) for x in every(Date(1999, 12, 30), 1, 4)], Date(2000, 3, 1) - Date(2000, 2, 1))
    for text in ["2023-02-29", "2024-02-29", "2024-13-01", "2024-1", "20x4-1-1", "1582-10-15", "2100-02-29"]:
        try:
            print(text, Date.parse(text).long())
        except DateError as e:
            print(text, "error:", e)
    print([str(easter(y)) for y in (1961, 1999, 2000, 2016, 2024, 2025, 2038)])
    for y, m in [(2024, 2), (2023, 10)]:
        for line in sheet(y, m):
            print(line)
    print([Date(y, m, d).iso_week() for y, m, d in [(2005, 1, 1), (2007, 1, 1), (2008, 12, 29), (2010, 1, 3), (2020, 12, 31)]])
    print([str(Date(2024, 1, 31).add_months(n)) for n in (-2, -1, 1, 3, 13)])
    friday13 = [(y, m) for y in (2015, 2026) for m in range(1, 13) if Date(y, m, 13).weekday == 4]
    print(friday13, [y for y in range(1890, 1925) if leap(y)])
    days = [Date(2020, 5, 1), Date(1999, 1, 1), Date(2020, 4, 30)]
    print([str(x) for x in sorted(days)], str(max(days, key=lambda x: x.day)), len(set(days + [Date(1999)])))
    print(all([Date.from_number(n).number == n for n in range(2400000, 2460000, 577)]))
    print([roman(n) for n in (1, 4, 9, 14, 40, 90, 400, 1987, 2024, 3999)])
    print(all([from_roman(roman(n)) == n for n in range(1, 600)]))
    for text in ["MCMXC", "IIII", "VX", "", "MMXXVI", "abc"]:
        try:
            print(text, from_roman(text))
        except ValueError as e:
            print("error:", e)
    for s in (0, 1, 59, 60, 3661, 86400, 1000000):
        print(duration(s))
    return 0


def target(driver, args):
    return entry_point
