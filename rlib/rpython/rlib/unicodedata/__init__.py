"""The character database. There is one version of it, under the names of all (`unicodedb_5_2_0`, …)."""

from rpython.rlib.unicodedata import unicodedb
