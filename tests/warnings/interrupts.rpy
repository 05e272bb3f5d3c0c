"""Handlers that Ctrl-C never enters."""


class Stop(Exception):
    pass


def entry_point(argv):
    n = len(argv)
    try:
        n += int(argv[0])
    except KeyboardInterrupt:
        print("interrupted")
    except ValueError:
        n += 2
    while n < 3:
        try:
            n += int("1")
        except (Stop, KeyboardInterrupt, ValueError):
            break
    return 0


def target(driver, args):
    return entry_point, None
