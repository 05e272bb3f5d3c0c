def words(text):
    if text:
        print(text)


def entry_point(argv):
    for w in words(argv[0]):
        print(w)
    return 0


def target(driver, args):
    return entry_point, None
