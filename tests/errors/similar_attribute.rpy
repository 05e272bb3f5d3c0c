class P(object):
    def __init__(self):
        self.width = 3
def entry_point(argv):
    p = P()
    print(p.widht)
    return 0


def target(driver, args):
    return entry_point, None
