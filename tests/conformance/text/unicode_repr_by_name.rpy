# oracle: stored
# Methods for texts that give unicode and that the program calls by their names: these calls give what the methods give. Objects of
# these classes, and of those that they inherit from, are shown as RPython shows them, which does not look at the methods.
class Place(object):
    pass


class Line(Place):
    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text + u'\n'


class Position(Place):
    def __init__(self, line, column):
        self.line = line
        self.column = column

    def __repr__(self):
        return self.line.__repr__() + u' ' * self.column + u'^'


class Inside(Place):
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return u'in ' + self.name


class Other(object):
    """Of another family: shown by its method."""

    def __repr__(self):
        return 'Other()'


def show(text):
    print text.encode('ascii')


def entry_point(argv):
    line = Line(u'x = y +')
    places = [Position(line, 3), Inside(u'f'), line]
    for p in places:
        show(p.__repr__())
        shown = repr(p)
        print shown[0], shown[shown.rfind(' at '):][:6]
    print Other(), [Other()], Other().__repr__()
    return 0


def target(driver, args):
    return entry_point, None
