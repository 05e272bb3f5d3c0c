"""A class attribute that one function assigns on the class and another one on an instance."""


class Style(object):
    width = 1


class Bold(Style):
    def widen(self, n):
        self.width = n


def entry_point(argv):
    bold = Bold()
    Style.width = 3
    bold.widen(4)
    print(bold.width)
    return 0


def target(driver, args):
    return entry_point, None
