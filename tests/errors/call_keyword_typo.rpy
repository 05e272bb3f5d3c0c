def area(width, height=1):
    return width * height


def entry_point(argv):
    return area(3, hieght=2)


def target(driver, args):
    return entry_point, None
