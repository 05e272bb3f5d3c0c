"""None and bools where only the truth counts: `x and y.flag`, returned, stored, negated."""


class Window(object):
    def __init__(self, visible):
        self.visible = visible


class Screen(object):
    hook = None
    shown = None

    def __init__(self, window):
        self.window = window

    def local(self):
        ok = self.window and self.window.visible
        if ok:
            return 1
        return 0

    def returned(self):
        return self.window and self.window.visible

    def either(self):
        if self.window is not None and self.window.visible or self.hook:
            return 1
        return 0

    def made_bool(self):
        return bool(self.window and self.window.visible)

    def loops(self):
        x = self.window and self.window.visible
        y = x or None
        n = 0
        while not x:
            n += 1
            if n > 3:
                return n
        return 10 if y else 20

    def negated(self):
        return not (self.window and not self.window.visible)

    def stored(self):
        self.shown = self.returned()
        return "shown" if self.shown else "hidden"


def larger(n):
    return n > 2 or None


def entry_point(argv):
    n = len(argv)
    for screen in [Screen(None), Screen(Window(n > 1)), Screen(Window(n > 0))]:
        print(screen.local(), screen.either(), screen.made_bool(), screen.loops(), screen.negated())
        print("yes" if screen.returned() else "no", "no" if not screen.returned() else "yes", screen.stored())
    print(bool(larger(n)), 5 if larger(n + 2) else 6)
    return 0


def target(driver, args):
    return entry_point, None
