"""Classes of characters, by code, in the locale "C"."""


def isdigit(c):
    return 48 <= c <= 57


def islower(c):
    return 97 <= c <= 122


def isupper(c):
    return 65 <= c <= 90


def isalpha(c):
    return 65 <= c <= 90 or 97 <= c <= 122


def isalnum(c):
    return 48 <= c <= 57 or 65 <= c <= 90 or 97 <= c <= 122


def isspace(c):
    return c == 32 or 9 <= c <= 13


def tolower(c):
    if 65 <= c <= 90:
        return c + 32
    return c


def toupper(c):
    if 97 <= c <= 122:
        return c - 32
    return c


LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = range(7)


class LocaleError(Exception):
    def __init__(self, message):
        self.message = message


def setlocale(category, locale):
    """Only "C" is there."""
    if locale is None or locale == "" or locale == "C" or locale == "POSIX":
        return "C"
    raise LocaleError("unsupported locale setting")


def numeric_formatting():
    """The decimal point, what is between groups of digits, and how long they are."""
    return '.', '', ''
