class Parser(object):
    def parse(self, text):
        return len(text)

def entry_point(argv):
    print(Parser.parse('abc'))
    return 0

def target(driver, args):
    return entry_point, None
