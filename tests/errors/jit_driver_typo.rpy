from rpython.rlib.jit import JitDriver

driver = JitDriver(green=['pc'], reds=['acc'])


def entry_point(argv):
    return 0


def target(driver, args):
    return entry_point, None
