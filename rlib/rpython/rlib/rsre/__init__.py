"""Regular expressions at run time: patterns are compiled at import time."""
