# -*- coding: latin-1 -*-
# A module in Latin-1, of Python 2.

TEXT = u"café"
BYTES = "café"


def show():
    print "café" == BYTES, len(BYTES), len(TEXT), ord(BYTES[3]), ord(TEXT[3])
