class Apple(object):
    def weight(self):
        return 1


class Car(object):
    def weight(self):
        return 1000


def entry_point(argv):
    things = [Apple(), Car()]
    print(things[len(argv) - 1].weight())
    return 0


def target(driver, args):
    return entry_point, None
