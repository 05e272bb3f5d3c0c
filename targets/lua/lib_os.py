"""os, and the date's arithmetic (of UTC)"""
import os
import time

from rpython.rlib import jit
from rpython.rlib.rstring import StringBuilder

from lua.arith import to_integer
from lua.lib import Library, arg, float_arg, given, int_arg, opt_int, opt_str, str_arg, table_arg, triple
from lua.objects import ArgumentError, LuaError, W_Bool, W_Float, W_Integer, W_Multi, W_String, error, w_nil, w_none, w_true, wrap_bool
from lua.output import stdout
from lua.table import W_Table

library = Library()

DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]


class Exit(Exception):
    """os.exit"""

    def __init__(self, code):
        self.code = code


def days_before(year, month, day):
    """Days from 1970-01-01 to a date; months beyond 12 and days beyond the month are taken as they come."""
    year += (month - 1) // 12
    month = (month - 1) % 12 + 1
    if month <= 2:
        year -= 1
        month += 12
    era = year // 400
    of_era = year - era * 400
    of_year = (153 * (month - 3) + 2) // 5 + day - 1
    return era * 146097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719468


class Date(object):
    def __init__(self, seconds):
        days = seconds // 86400
        rest = seconds % 86400
        self.hour = rest // 3600
        self.minute = rest // 60 % 60
        self.second = rest % 60
        self.weekday = (days + 4) % 7
        n = days + 719468
        era = n // 146097
        of_era = n - era * 146097
        year = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
        of_year = of_era - (365 * year + year // 4 - year // 100)
        m = (5 * of_year + 2) // 153
        self.day = of_year - (153 * m + 2) // 5 + 1
        self.month = m + 3 if m < 10 else m - 9
        self.year = year + era * 400
        if self.month <= 2:
            self.year += 1
        self.yearday = days - days_before(self.year, 1, 1) + 1


def date_of(seconds):
    """The date; its year has 32 bits, as in the C library."""
    d = Date(seconds)
    if not (-0x80000000 <= d.year - 1900 and d.year - 1900 <= 0x7fffffff):
        raise error("date result cannot be represented in this installation")
    return d


def two(n):
    return "0%d" % n if n < 10 else str(n)


def format_date(d, fmt):
    b = StringBuilder()
    i = 0
    while i < len(fmt):
        c = fmt[i]
        i += 1
        if c != '%':
            b.append(c)
            continue
        if i >= len(fmt):
            raise error("invalid conversion specifier '%'")
        c = fmt[i]
        i += 1
        if c == 'Y':
            b.append(str(d.year))
        elif c == 'y':
            b.append(two(d.year % 100))
        elif c == 'm':
            b.append(two(d.month))
        elif c == 'd':
            b.append(two(d.day))
        elif c == 'H':
            b.append(two(d.hour))
        elif c == 'I':
            b.append(two((d.hour + 11) % 12 + 1))
        elif c == 'M':
            b.append(two(d.minute))
        elif c == 'S':
            b.append(two(d.second))
        elif c == 'p':
            b.append("AM" if d.hour < 12 else "PM")
        elif c == 'A':
            b.append(DAYS[d.weekday])
        elif c == 'a':
            b.append(DAYS[d.weekday][:3])
        elif c == 'B':
            b.append(MONTHS[d.month - 1])
        elif c == 'b':
            b.append(MONTHS[d.month - 1][:3])
        elif c == 'w':
            b.append(str(d.weekday))
        elif c == 'j':
            b.append("0" + two(d.yearday) if d.yearday < 100 else str(d.yearday))
        elif c == 'c':
            b.append(format_date(d, "%a %b "))
            b.append(" %d" % d.day if d.day < 10 else str(d.day))
            b.append(format_date(d, " %H:%M:%S %Y"))
        elif c == 'x' or c == 'D':
            b.append(format_date(d, "%m/%d/%y"))
        elif c == 'X' or c == 'T':
            b.append(format_date(d, "%H:%M:%S"))
        elif c == 'F':
            b.append(format_date(d, "%Y-%m-%d"))
        elif c == 'Z':
            b.append("UTC")
        elif c == 'z':
            b.append("+0000")
        elif c == 'n':
            b.append("\n")
        elif c == 't':
            b.append("\t")
        elif c == '%':
            b.append("%")
        else:
            raise error("invalid conversion specifier '%%%s'" % c)
    return b.build()


@library.function("time")
@jit.dont_look_inside
def lua_time(args):
    if not given(args, 0):
        return W_Integer(int(time.time()))
    w_table = table_arg(args, 0)
    days = days_before(date_field(w_table, "year", -1, 1900), date_field(w_table, "month", -1, 1), date_field(w_table, "day", -1, 0))
    hour = date_field(w_table, "hour", 12, 0)
    minute = date_field(w_table, "min", 0, 0)
    seconds = ((days * 24 + hour) * 60 + minute) * 60 + date_field(w_table, "sec", 0, 0)
    set_date(w_table, date_of(seconds))
    return W_Integer(seconds)


def date_field(w_table, name, default, first):
    """A field of a date. The C library counts from `first`, in 32 bits."""
    w_value = w_table.get_name(name)
    w_int = to_integer(w_value)
    if w_int is not None:
        n = w_int.intval
        if not (first - 0x80000000 <= n and n <= 0x7fffffff + first):
            raise error("field '%s' is out-of-bound" % name)
        return n
    if w_value is not w_nil:
        raise error("field '%s' is not an integer" % name)
    if default < 0:
        raise error("field '%s' missing in date table" % name)
    return default


@library.function("date")
@jit.dont_look_inside
def lua_date(args):
    fmt = opt_str(args, 0, "%c")
    d = date_of(opt_int(args, 1, int(time.time())))
    if fmt.startswith("!"):
        fmt = fmt[1:]
    if not fmt.startswith("*t"):
        return W_String(format_date(d, fmt))
    w_table = W_Table()
    set_date(w_table, d)
    return w_table


def set_date(w_table, d):
    w_table.set_name("year", W_Integer(d.year))
    w_table.set_name("month", W_Integer(d.month))
    w_table.set_name("day", W_Integer(d.day))
    w_table.set_name("hour", W_Integer(d.hour))
    w_table.set_name("min", W_Integer(d.minute))
    w_table.set_name("sec", W_Integer(d.second))
    w_table.set_name("wday", W_Integer(d.weekday + 1))
    w_table.set_name("yday", W_Integer(d.yearday))
    w_table.set_name("isdst", wrap_bool(False))


@library.function("clock")
@jit.dont_look_inside
def lua_clock(args):
    return W_Float(time.process_time())


@library.function("difftime")
def lua_difftime(args):
    return W_Float(float_arg(args, 0) - float_arg(args, 1))


@library.function("getenv")
@jit.dont_look_inside
def lua_getenv(args):
    value = os.environ.get(str_arg(args, 0), None)
    if value is None:
        return w_nil
    return W_String(value)


@library.function("exit")
@jit.dont_look_inside
def lua_exit(args):
    w_code = arg(args, 0)
    if isinstance(w_code, W_Bool):
        raise Exit(0 if w_code.boolval else 1)
    raise Exit(opt_int(args, 0, 0))


def failed(name, e):
    return W_Multi([w_nil, W_String("%s: %s" % (name, os.strerror(e.errno))), W_Integer(e.errno)])


@library.function("remove")
@jit.dont_look_inside
def lua_remove(args):
    name = str_arg(args, 0)
    try:
        os.unlink(name)
    except OSError as e:
        return failed(name, e)
    return w_true


@library.function("rename")
@jit.dont_look_inside
def lua_rename(args):
    name = str_arg(args, 0)
    try:
        os.rename(name, str_arg(args, 1))
    except OSError as e:
        return failed(name, e)
    return w_true


class Counter(object):
    def __init__(self):
        self.n = 0


names = Counter()


@library.function("tmpname")
@jit.dont_look_inside
def lua_tmpname(args):
    names.n += 1
    name = "/tmp/lua_%d_%d" % (os.getpid(), names.n)
    try:
        os.close(os.open(name, os.O_WRONLY | os.O_CREAT, 0o600))
    except OSError:
        raise error("unable to generate a unique filename")
    return W_String(name)


def ended(status):
    """What a process that has ended gives: its status is that of `wait`."""
    code = status & 0x7f
    how = "signal"
    if code == 0:
        how = "exit"
        code = (status >> 8) & 0xff
    return triple(w_true if status == 0 else w_nil, W_String(how), W_Integer(code))


@library.function("execute")
@jit.dont_look_inside
def lua_execute(args):
    if not given(args, 0):
        return wrap_bool(os.access("/bin/sh", os.X_OK))
    command = str_arg(args, 0)
    stdout.flush()
    return ended(os.system(command))


CATEGORIES = ["all", "collate", "ctype", "monetary", "numeric", "time"]


@library.function("setlocale")
@jit.dont_look_inside
def lua_setlocale(args):
    """There is one locale only."""
    locale = opt_str(args, 0, "")
    category = opt_str(args, 1, "all")
    if category not in CATEGORIES:
        raise ArgumentError(1, "invalid option '%s'" % category)
    if locale == "" or locale == "C" or locale == "POSIX":
        return W_String("C")
    return w_nil
