# -*- coding: latin-1 -*-
# A file in Latin-1: café.


def entry_point(argv):
    text = u'café'
    print(len(text), ord(text[3]), text == u'caf\xe9')
    return 0


def target(driver, args):
    return entry_point, None
