# The text of an AssertionError.


def check(n):
    assert n > 0, "not positive: %d" % n
    return n


def entry_point(argv):
    try:
        check(len(argv) - 5)
    except AssertionError as e:
        print(str(e))
        print(repr(e), "%s" % e)
    try:
        raise AssertionError("x")
    except AssertionError as e:
        print(str(e))
        print(e)
        print("%s|%r" % (e, e))
    try:
        raise AssertionError
    except AssertionError as e:
        print("[" + str(e) + "]")
    return 0


def target(driver, args):
    driver.exe_name = "assertion-texts-c"
    return entry_point, None
