def entry_point(argv):
    print('{0} {name} {2}'.format(argv[0], argv[1], name='x'))
    return 0


def target(driver, args):
    return entry_point, None
