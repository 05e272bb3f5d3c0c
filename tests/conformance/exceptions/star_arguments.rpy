# exceptions made with * arguments keep them
class Failure(Exception):
    pass


class Coded(Exception):
    def __init__(self, code, what):
        Exception.__init__(self, code, what)
        self.code = code


def make(*args):
    return Failure(*args)


def make_number(*args):
    return Failure(*args)


def make_two(*args):
    return Failure(*args)


def make_four(*args):
    return Failure(*args)


def make_value(*args):
    return ValueError(*args)


def make_coded(*args):
    return Coded(*args)


def make_os(*args):
    return OSError(*args)


def show(make_one, arg):
    try:
        raise make_one(arg)
    except Exception as e:
        print(str(e), repr(e))


def entry_point(argv):
    n = len(argv)
    show(make, "text")
    show(make_value, "value")
    show(Failure, "class")
    for f in [Failure, make, KeyError]:
        show(f, "several")
    pair = ("first", n)
    try:
        raise Failure(*pair)
    except Failure as e:
        print(e)
    try:
        raise make_number(n)
    except Failure as e:
        print(e)
    try:
        raise make_four("a", 1.5, None, n)
    except Failure as e:
        print(e)
    try:
        raise make()
    except Failure as e:
        print("[" + str(e) + "]")
    try:
        raise make_coded(n + 1, "coded")
    except Coded as e:
        print(e.code, e)
    try:
        raise make_os(2, "no such thing")
    except OSError as e:
        print(e.errno, e.strerror, e)
    maybe = None
    if n > 5:
        maybe = "x"
    try:
        raise make_two(maybe, [n, 2])
    except Failure as e:
        print(e)
    return 0


def target(driver, args):
    return entry_point, None
