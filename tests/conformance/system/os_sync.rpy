"""os.sync"""
import os


def entry_point(argv):
    print(1)
    os.sync()
    print(2)
    return 0


os.sync()       # at import time, too


def target(driver, args):
    return entry_point, None
