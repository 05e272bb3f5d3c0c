"""More values than a format uses."""


def complain(name, n):
    if n > 5:
        raise ValueError("too many: %d" % (n, name))
    return "%s" % name


def entry_point(argv):
    for n in [1, 7]:
        try:
            print(complain("x", n))
        except TypeError as e:
            print("TypeError: %s" % e)
    try:
        print("plain" % len(argv))
    except TypeError as e:
        print(e)
    try:
        text = "%s and %s" % ("a", n, [n])
    except TypeError:
        text = "no"
    print(text)
    print(u"%s" % (n, n) if len(argv) > 5 else "end")
    return 0


def target(driver, args):
    return entry_point, None
