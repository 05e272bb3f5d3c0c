"""locale: only the C locale."""

LC_ALL = 6
LC_COLLATE = 3
LC_CTYPE = 0
LC_MONETARY = 4
LC_NUMERIC = 1
LC_TIME = 2


class Error(Exception):
    pass


def setlocale(category, locale=None): return 'C'
def getlocale(category=LC_CTYPE): return (None, None)
def getdefaultlocale(*args): return (None, None)
def normalize(name): return name
def getpreferredencoding(do_setlocale=True): return 'UTF-8'
def strcoll(a, b): return (a > b) - (a < b)
def strxfrm(s): return s


def localeconv():
    return {'decimal_point': '.', 'thousands_sep': '', 'grouping': []}
