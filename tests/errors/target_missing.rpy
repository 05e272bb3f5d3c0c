def entry_point(argv):
    return 0
