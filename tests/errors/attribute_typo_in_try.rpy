"""An attribute that no class has, inside of handlers that are there for something else."""


class VMError(Exception):
    pass


class Resource(object):
    def __init__(self):
        self.depth = 0

    def __enter__(self):
        self.depth += 1
        return self

    def __exit__(self, a, b, c):
        return False


class Lazy(object):
    def __getattr__(self, name):
        raise AttributeError(name)


class Holder(object):
    def __init__(self, n):
        self.n = n

    @property
    def limit(self):
        return self.n


class Frame(object):
    def __init__(self):
        self.pc = 0
        self.code = "abc"

    def step(self):
        try:
            return self.cod
        except VMError:
            return ""

    def finish(self):
        try:
            self.pc += self.size
        finally:
            self.pc = 0

    def run(self):
        try:
            self.pc += self.length
        except Exception:
            print("an error of the program")

    def bare(self):
        try:
            self.pc += self.width
        except:
            print("anything")

    def inside(self):
        try:
            try:
                self.pc += self.height
            except (KeyError, VMError):
                return 1
        except (ValueError, IndexError) as e:
            print(e)
        return 2

    def managed(self):
        with Resource() as r:
            self.pc += r.deep

    def called(self):
        try:
            self.stepp()
        except VMError:
            pass

    def as_property(self):
        try:
            return self.limit
        except VMError:
            return 3


LOOKUP_ERRORS = (KeyError, AttributeError)


class Optional(object):
    def __init__(self):
        self.a = 1

    def first(self):
        try:
            return self.b
        except AttributeError:
            return self.a

    def second(self):
        try:
            try:
                return self.c
            except VMError:
                return 5
        except LOOKUP_ERRORS:
            return self.a

    def third(self):
        try:
            try:
                return self.d
            finally:
                self.a += 1
        except (VMError, AttributeError):
            return self.a


def entry_point(argv):
    f = Frame()
    n = len(argv)
    if n == 1:
        f.step()
    elif n == 2:
        f.finish()
    elif n == 3:
        f.run()
    elif n == 4:
        f.bare()
    elif n == 5:
        f.inside()
    elif n == 6:
        f.managed()
    elif n == 7:
        f.called()
    elif n == 8:
        f.as_property()
    o = Optional()
    try:
        print(Lazy().x)
    except AttributeError:
        pass
    return o.first() + o.second() + o.third() + Holder(3).limit


def target(driver, args):
    return entry_point, None
