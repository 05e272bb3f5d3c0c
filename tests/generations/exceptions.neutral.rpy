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
        raise ValueError("a value")
    elif n == 1:
        raise KeyError("key")
    elif n == 2:
        raise Broken("wheel", 3)
    elif n == 3:
        raise Base()
    elif n == 4:
        return [1, 2][n]
    elif n == 5:
        return 1 // (n - 5)
    elif n == 6:
        return int("x" * 2)
    raise RuntimeError("number %d" % n)


def attempt(n):
    try:
        fail(n)
    except (ValueError, KeyError) as e:
        name = "KeyError" if isinstance(e, KeyError) else "ValueError"
        return "%s %s" % (name, e)
    except Broken as e:
        return "broken: %s %s %d %d" % (e, e.part, e.wear // 2, e.code)
    except Base as e:
        return "base %r %d" % (str(e), e.code)
    except LookupError as e:
        return "lookup: %s" % e
    except ArithmeticError:
        return "arithmetic"
    except Exception as e:
        return "other: " + str(e)
    return "nothing"


def entry_point(argv):
    for n in range(8):
        try:
            print("%d %s" % (n, attempt(n)))
        finally:
            if n == 7:
                print("end")
    return 0


def target(driver, args):
    return entry_point, None
