def entry_point(argv):
    row = []
    row.append(argv[0])
    row.append(len(argv))
    print(len(row))
    return 0


def target(driver, args):
    return entry_point, None
