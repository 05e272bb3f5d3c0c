import thread


def run():
    pass


def entry_point(argv):
    thread.start_new_thread(run, ())
    return 0


def target(driver, args):
    return entry_point, None
