class Base(object):
    def __init__(self, n):
        self.n = n


class Child(Base):
    def __init__(self):
        super(Child, self).__init__()


def entry_point(argv):
    return Child().n


def target(driver, args):
    return entry_point, None
