"""try/except/else/finally, order of clauses, attributes, base classes, re-raise."""


class MyError(Exception):
    def __init__(self, code):
        self.code = code


class SubError(MyError):
    pass


class Other(Exception):
    pass


def fail(n):
    if n == 1:
        raise MyError(10)
    elif n == 2:
        raise SubError(20)
    elif n == 3:
        raise Other()
    elif n == 4:
        raise ValueError
    elif n == 5:
        raise KeyError("k")
    return n


def classify(n):
    try:
        r = fail(n)
    except SubError as e:
        return "sub %d" % e.code
    except MyError as e:
        return "my %d" % e.code
    except (Other, ValueError):
        return "other or value"
    except LookupError:
        return "lookup"
    else:
        return "ok %d" % r


def with_finally(n, log):
    try:
        log.append("try")
        fail(n)
        log.append("after")
    finally:
        log.append("finally")
    log.append("end")


def return_in_finally_block(n, log):
    try:
        if n == 0:
            return "early"
        fail(n)
    finally:
        log.append("cleanup")
    return "late"


def reraise(n):
    try:
        return fail(n)
    except MyError:
        print("seen")
        raise


def translate(n):
    try:
        return fail(n)
    except MyError as e:
        raise ValueError("code")
    except Exception as e:
        print("general")
    return -1


def nested(n):
    try:
        try:
            fail(n)
        except Other:
            print("inner other")
            raise MyError(99)
        finally:
            print("inner finally")
    except MyError as e:
        return e.code
    return 0


def loop():
    s = ""
    for i in range(8):
        try:
            if i == 6:
                break
            if i == 2:
                continue
            fail(i)
            s += "a"
        except Exception:
            s += "e"
        finally:
            s += "f"
    return s


def entry_point(argv):
    for n in range(6):
        print(classify(n))
    for n in range(4):
        log = []
        try:
            with_finally(n, log)
        except Exception:
            log.append("caught")
        print(" ".join(log))
    for n in range(3):
        log = []
        try:
            print(return_in_finally_block(n, log))
        except MyError as e:
            print("my %d" % e.code)
        print(" ".join(log))
    for n in range(3):
        try:
            print(reraise(n))
        except SubError:
            print("SubError")
        except MyError:
            print("MyError")
    for n in [0, 1, 3]:
        try:
            print(translate(n))
        except ValueError:
            print("ValueError")
    for n in range(4):
        print(nested(n))
    print(loop())
    return 0


def target(driver, args):
    return entry_point, None
