from rpython.rlib.rstacklet import StackletThread


def entry_point(argv):
    thread = StackletThread()
    return 0 if thread.is_empty_handle(None) else 1


def target(driver, args):
    return entry_point, None
