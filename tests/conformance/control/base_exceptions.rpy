# Exceptions that are no `Exception`.


def leave(n):
    if n == 0:
        raise SystemExit
    if n == 1:
        raise KeyboardInterrupt
    if n == 2:
        raise ValueError('two')
    return n


def cleanup(n, log):
    try:
        return leave(n)
    finally:
        log.append('cleanup %d' % n)


def only_exceptions(n):
    try:
        return leave(n)
    except Exception as e:
        return -1


def both(n, log):
    try:
        try:
            return cleanup(n, log)
        except ValueError:
            log.append('ValueError')
            return -2
        except KeyboardInterrupt:
            log.append('KeyboardInterrupt')
            return -3
    except:
        log.append('anything')
        return -4


class Manager(object):
    def __init__(self, log):
        self.log = log

    def __enter__(self):
        return self

    def __exit__(self, etype, e, tb):
        if etype is not None:
            self.log.append('exit with an exception')
        return False


def managed(n, log):
    with Manager(log):
        return leave(n)


def entry_point(argv):
    log = []
    for n in range(4):
        print(both(n, log))
    for n in range(2, 4):
        print(only_exceptions(n))
    try:
        only_exceptions(0)
    except SystemExit:
        print('SystemExit is no Exception')
    try:
        managed(1, log)
    except BaseException:
        print('BaseException')
    for line in log:
        print(line)
    return 0


def target(driver, args):
    return entry_point, None
