class Base(Exception):
    code = 1


class Broken(Base):
    code = 2

    def __init__(self, part, wear):
        Base.__init__(self, part)
        self.part = part
        self.wear = wear

    def __str__(self):
        return "%s worn by %d" % (self.part, self.wear)


def fail(n):
    if n == 0:
        raise ValueError, "a value"
    if n == 1:
        raise KeyError("key")
    if n == 2:
        raise Broken, ("wheel", 3)
    if n == 3:
        raise Base
    if n == 4:
        return [1, 2][n]
    if n == 5:
        return 1 / (n - 5)
    if n == 6:
        return int("x" * 2)
    raise RuntimeError, "number %d" % n


def entry_point(argv):
    for n in xrange(8):
        try:
            fail(n)
        except (ValueError, KeyError), e:
            print n, e.__class__.__name__, str(e)
        except Broken, e:
            print n, "broken:", e, e.part, e.wear / 2, e.code
        except Base, e:
            print n, "base", `str(e)`, e.code
        except LookupError, e:
            print n, "lookup:", e
        except ArithmeticError:
            print n, "arithmetic"
        except Exception, e:
            print n, "other:", e
        else:
            print "nothing"
        finally:
            if n == 7:
                print "end"
    return 0


def target(driver, args):
    return entry_point, None
