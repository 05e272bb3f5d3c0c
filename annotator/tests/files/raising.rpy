# annotate: main(int)
class Fail(Exception):
    pass


def fail(n):
    raise Fail


def lookup(n):
    d = {}
    return d[n]


def guarded(n):
    try:
        fail(n)
    except Fail:
        return 5
    return 'not reached'


def empty():
    for x in []:
        return x.foo
    return 3


def debug(flag):
    if flag:
        return 1
    return 0


def main(n):
    if n == 1:
        return guarded(n)
    if n == 2:
        return lookup(n)
    if n == 3:
        fail(n)
    return empty() + debug(False)
