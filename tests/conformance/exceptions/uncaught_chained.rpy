# exit: 1
# stderr: Failure: step 3
"""An exception of an own class leaves the program, from a generator inside with and finally; what was printed before stays."""


class Failure(Exception):
    pass


class Ctx(object):
    def __enter__(self):
        print("in")
        return self

    def __exit__(self, t, v, tb):
        print("out")


def steps(n):
    for i in range(n):
        try:
            if i == 3:
                raise Failure("step %d" % i)
            yield i
        finally:
            print("done", i)


def entry_point(argv):
    total = 0
    with Ctx():
        try:
            for s in steps(10):
                total += s
                print("step", s, total)
        except KeyError:
            print("no")
        except Failure as e:
            print("seen:", e)
            raise
        else:
            print("no else")
        finally:
            print("total", total, end="")
            print()
    print("not reached")
    return 0


def target(driver, args):
    return entry_point
