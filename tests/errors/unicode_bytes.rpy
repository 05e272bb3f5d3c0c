def entry_point(argv):
    text = u"gr\xfc\xdfe " + argv[0].decode("utf-8")
    print(text + argv[0])
    return 0


def target(driver, args):
    return entry_point, None
