# a list after * goes to a built-in function: the number of arguments is not known
def entry_point(argv):
    items = ["a", "b"]
    print(max(*items))
    return 0


def target(driver, args):
    return entry_point, None
