def read(s):
    return s.decode("utf-8")


def tokens(s):
    return read(s).split(u" ")


def entry_point(argv):
    out = []
    for t in tokens(argv[0]):
        out.append(t.decode("utf-8"))
    for t in out:
        print(t.upper())
        print(len(t.strip()))
    return 0


def target(driver, args):
    return entry_point, None
