def area(width, height):
    return width * height


def entry_point(argv):
    return area(3)


def target(driver, args):
    return entry_point, None
