def entry_point(argv):
    if argv:
        x = 1
	y = 2
    return 0


def target(driver, args):
    return entry_point, None
