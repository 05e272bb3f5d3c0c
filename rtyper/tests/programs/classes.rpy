class Base(object):
    kind = 1

    def __init__(self, x):
        self.x = x

    def area(self):
        return self.x

    def describe(self):
        return "base %d" % self.area()

class Sub(Base):
    kind = 2

    def area(self):
        return self.x * self.x

class Other(Base):
    def __init__(self, x, y):
        Base.__init__(self, x)
        self.y = y

    def area(self):
        return self.x * self.y

def make(i):
    if i % 3 == 0:
        return Base(i)
    elif i % 3 == 1:
        return Sub(i)
    return Other(i, 10)

def entry_point(argv):
    for i in range(6):
        o = make(i)
        print(o.describe())
        print(o.kind)
        if isinstance(o, Sub):
            print("sub")
        if isinstance(o, Other):
            print(o.y)
    return 0
