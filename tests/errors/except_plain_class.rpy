class Stop(object):
    pass

def entry_point(argv):
    try:
        raise Stop()
    except Stop:
        print('stopped')
    return 0

def target(driver, args):
    return entry_point, None
