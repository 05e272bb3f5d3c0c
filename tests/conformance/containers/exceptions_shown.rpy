# Texts of containers whose items are exceptions.


class Refused(Exception):
    pass


class Numbered(ValueError):
    def __init__(self, number):
        ValueError.__init__(self, "number", number)
        self.number = number


class Shown(Exception):
    def __repr__(self):
        return "<shown>"


def caught(text):
    try:
        int(text)
    except ValueError as e:
        return [e]
    return []


def missing(table, key):
    try:
        table[key]
    except KeyError as e:
        return {key: e}
    return {}


def entry_point(argv):
    print([Refused("a", 2), Refused()])
    print([Numbered(3)])
    print([KeyError("k"), KeyError("it's")])
    kinds = [ValueError("v"), IndexError("i"), KeyError("k")]
    kinds.append(None)
    print(kinds)
    print(caught("x"))
    print(missing({"a": 1}, "b"))
    print(missing({"a": 1}, "a"))
    print([Shown("not this")])
    held = {}
    held[1] = (Refused("in a tuple"), "text")
    print(held)
    print("%s and %r" % ([Refused("one")], (Refused("two"), 2)))
    causes = [[ZeroDivisionError("z")], []]
    print(str(causes) + repr(causes[1:]))
    return 0


def target(driver, args):
    return entry_point, None
