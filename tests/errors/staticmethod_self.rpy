class Math(object):
    @staticmethod
    def twice(self, x):
        return 2 * x


def entry_point(argv):
    return Math().twice(4)


def target(driver, args):
    return entry_point, None
