"""property, staticmethod, special methods that the language honours."""


class Temperature(object):
    def __init__(self, c):
        self._c = c

    @property
    def fahrenheit(self):
        return self._c * 9 // 5 + 32

    def get_c(self):
        return self._c

    def set_c(self, c):
        self._c = c

    celsius = property(get_c, set_c)

    @staticmethod
    def parse(s):
        return Temperature(int(s))


class Bag(object):
    def __init__(self):
        self.items = []

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]

    def __setitem__(self, i, v):
        while len(self.items) <= i:
            self.items.append(0)
        self.items[i] = v

    def __contains__(self, v):
        for i in self.items:
            if i == v:
                return True
        return False


def entry_point(argv):
    t = Temperature(100)
    print(t.fahrenheit)
    t.celsius = 37
    print(t.celsius)
    print(Temperature.parse("0").fahrenheit)
    b = Bag()
    b[3] = 7
    print(len(b))
    print(b[3])
    print(7 in b)
    print(8 in b)
    return 0


def target(driver, args):
    return entry_point, None
