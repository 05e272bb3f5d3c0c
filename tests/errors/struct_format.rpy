import struct


def entry_point(argv):
    print(struct.pack(argv[0], 1))
    return 0


def target(driver, args):
    return entry_point, None
