"""Methods and attributes of the program's own exception classes that have names of built-in ones."""


class Base(Exception):
    pass


class A(Base):
    def message(self):
        return "A!"


class B(Base):
    def __init__(self, n):
        self.n = n

    def message(self):
        return "B%d" % self.n


class C(A):
    def describe(self):
        return self.message() + "?"


class Texts(Exception):
    pass


class D(Texts):
    message = "class D"


class E(Texts):
    message = "class E"


class F(Exception):
    def __init__(self, message):
        self.message = message + "."


class G(Exception):
    @property
    def message(self):
        return "property"


class Numbers(Exception):
    pass


class H(Numbers):
    def args(self):
        return 3

    def errno(self):
        return 4

    def strerror(self):
        return "five"

    def filename(self):
        return "six"

    def code(self):
        return 7


class I(Numbers):
    def args(self):
        return 30

    def errno(self):
        return 40

    def strerror(self):
        return "fifty"

    def filename(self):
        return "sixty"

    def code(self):
        return 70


class J(Exception):
    errno = 5
    code = 3


def fail(n):
    if n == 0:
        raise A()
    if n == 1:
        raise B(3)
    if n == 2:
        raise C()
    if n == 3:
        raise D()
    if n == 4:
        raise E()
    if n == 5:
        raise F("e")
    if n == 6:
        raise G()
    if n == 7:
        raise H()
    if n == 8:
        raise I()
    if n == 9:
        raise J()
    if n == 10:
        raise ValueError("plain")
    return n


def entry_point(argv):
    for i in range(12):
        try:
            print(fail(i))
        except Base as e:
            print(e.message())
            if isinstance(e, C):
                print(e.describe())
        except Texts as e:
            print(e.message)
        except F as e:
            print(e.message)
        except G as e:
            print(e.message)
        except Numbers as e:
            print(e.args(), e.errno(), e.strerror(), e.filename(), e.code())
        except J as e:
            print(e.errno, e.code)
        except ValueError as e:
            print(str(e))
    try:
        fail(1)
    except Exception as e:
        if isinstance(e, Base):
            print(e.message())
    return 0


def target(driver, args):
    return entry_point, None
