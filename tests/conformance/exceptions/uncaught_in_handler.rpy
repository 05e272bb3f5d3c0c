# exit: 1
# stderr: ValueError: invalid literal for int() with base 10: 'x1'
"""An exception raised by the handler of another one, through two functions and a finally clause."""


def parse(l):
    out = []
    for t in l:
        try:
            out.append(int(t))
        except ValueError:
            out.append(int("x" + str(len(out))))
        finally:
            print(t, len(out))
    return out


def outer(l):
    try:
        return parse(l)
    except LookupError:
        print("lookup")
    finally:
        print("outer finally")
    return []


def entry_point(argv):
    print(outer(["1", "2"]))
    print(outer(["5", "six", "7"]))
    return 0


def target(driver, args):
    return entry_point
