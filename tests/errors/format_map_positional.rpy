def entry_point(argv):
    words = {'name': argv[0]}
    print('{name} {}'.format_map(words))
    print((argv[0] + '{name}').format_map(words))
    return 0


def target(driver, args):
    return entry_point, None
