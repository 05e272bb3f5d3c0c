def entry_point(argv):
    if len(argv) > 1:
        x = 1
    else:
        x = "a"
    print(x)
    return 0


def target(driver, args):
    return entry_point, None
