class P:
    def __init__(self):
        self.x = 1


def entry_point(argv):
    match P():
        case P(z=1):
            return 1
    return 0


def target(driver, args):
    return entry_point, None
