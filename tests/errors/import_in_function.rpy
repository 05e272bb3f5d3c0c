# options: --no-stdlib
def shout(text):
    from no_such_voice import loud
    return loud(text)


def entry_point(argv):
    print(shout(argv[0]))
    return 0


def target(driver, args):
    return entry_point, None
