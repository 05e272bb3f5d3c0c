from helper_circle import thing
def entry_point(argv):
    return thing


def target(driver, args):
    return entry_point, None
