# options: --opt=jit
def entry_point(argv):
    print("no interpreter here")
    return 0


def target(driver, args):
    return entry_point, None
