"""Context managers."""


class Tracer(object):
    def __init__(self, name, log):
        self.name = name
        self.log = log

    def __enter__(self):
        self.log.append("enter " + self.name)
        return self

    def __exit__(self, a, b, c):
        self.log.append("exit " + self.name)


def work(n, log):
    with Tracer("t", log) as t:
        log.append(t.name)
        if n == 1:
            return "returned"
        if n == 2:
            raise ValueError
    return "end"


def entry_point(argv):
    for n in range(3):
        log = []
        try:
            print(work(n, log))
        except ValueError:
            print("ValueError")
        print(", ".join(log))
    return 0


def target(driver, args):
    return entry_point, None
