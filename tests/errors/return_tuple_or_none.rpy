def split(text):
    i = text.find("=")
    if i < 0:
        return None
    return text[:i], text[i + 1:]


def entry_point(argv):
    pair = split(argv[0])
    if pair is None:
        return 1
    return 0


def target(driver, args):
    return entry_point, None
