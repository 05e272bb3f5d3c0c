def parse(text):
    if text == "":
        return False
    return text


def entry_point(argv):
    if parse(argv[0]):
        return 1
    return 0


def target(driver, args):
    return entry_point, None
