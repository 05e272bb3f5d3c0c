# args: 7 33
# exit: 40
# skip-llinterp: the exit code of sys.exit() is made by the C main
"""sys.exit from deep inside: finally clauses run, except Exception does not catch it, except SystemExit does."""
import sys


class Guard(object):
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        print("enter", self.name)
        return self

    def __exit__(self, t, v, tb):
        print("leave", self.name, t is not None)
        return False


def leave(n):
    if n > 0:
        try:
            leave(n - 1)
        finally:
            print("unwind", n)
    sys.exit(n + 5)


def quiet(n):
    try:
        sys.exit(n)
    except SystemExit:
        print("caught the exit")
        return 1
    return 0


def not_caught(n):
    try:
        try:
            sys.exit(n)
        except Exception:
            print("wrong")
    except BaseException as e:
        print("base", isinstance(e, SystemExit))
        raise


def generate(n):
    for i in range(n):
        if i == 2:
            raise SystemExit(i)
        yield i


def entry_point(argv):
    code = int(argv[1]) + int(argv[2])
    print(quiet(3), code)
    seen = []
    try:
        for x in generate(5):
            seen.append(x)
    except SystemExit:
        print("from a generator", seen)
    try:
        leave(2)
    except SystemExit:
        print("deep")
    try:
        raise KeyboardInterrupt
    except KeyboardInterrupt:
        print("interrupt")
    with Guard("a"):
        with Guard("b"):
            try:
                not_caught(code)
            finally:
                print("finally")
    print("never")
    return 0


def target(driver, args):
    return entry_point
