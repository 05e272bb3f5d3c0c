"""Exceptions raised by __str__ and the like while text is made, inside of try."""


class Trouble(Exception):
    pass


class Odd(object):
    def __init__(self, n):
        self.n = n

    def __str__(self):
        if self.n % 2 == 0:
            raise Trouble()
        return "odd" + str(self.n)

    def __repr__(self):
        if self.n > 3:
            raise Trouble()
        return "<" + str(self.n) + ">"

    def __bool__(self):
        if self.n == 7:
            raise Trouble()
        return self.n > 1

    def __len__(self):
        return self.n


def text(o):
    try:
        return f"{o} and {o!r} {len(o):>3} {o!r:>5}|"
    except Trouble:
        return "trouble"


def percent(o):
    try:
        return "%s/%r" % (o, o)
    except Trouble:
        return "trouble"


def truth(o):
    try:
        if o:
            return "true"
        while not o:
            return "false"
    except Trouble:
        return "trouble"
    return "?"


def either(a, b):
    try:
        return str((a or b).n) + " " + str((a and b).n)
    except Trouble:
        return "trouble"


def entry_point(argv):
    for n in range(9):
        o = Odd(n)
        print(n, text(o), percent(o), truth(o), either(o, Odd(5)), either(Odd(0), o))
    return 0


def target(driver, args):
    return entry_point
