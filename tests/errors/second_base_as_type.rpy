# a variable that holds instances of a class and of one that has it as its second base
class Named(object):
    def name(self):
        return "named"


class Sized(object):
    def size(self):
        return 1


class Both(Named, Sized):
    pass


def size_of(x):
    return x.size()


def entry_point(argv):
    print(size_of(Sized()))
    print(size_of(Both()))
    return 0


def target(driver, args):
    return entry_point, None
