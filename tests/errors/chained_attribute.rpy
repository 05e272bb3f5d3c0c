class Parser(object):
    def __init__(self):
        self.lexer = None


def entry_point(argv):
    p = Parser()
    return p.lexer.position


def target(driver, args):
    return entry_point, None
