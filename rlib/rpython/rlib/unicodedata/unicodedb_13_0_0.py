"""See `unicodedb`."""

from rpython.rlib.unicodedata.unicodedb import *
