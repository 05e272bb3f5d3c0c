class Words:
    def __init__(self, text):
        self.text = text


class Reader:
    def __init__(self, text):
        self.words = Words(text).words


def entry_point(argv):
    reader = Reader(argv[0])
    reader.rewind()
    return 0


def target(driver, args):
    return entry_point, None
