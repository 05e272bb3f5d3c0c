# `exec code` in a function binds names that the function can use afterwards.


def made():
    code = 'def twice(n):\n    return n * 2\nfactor = 3\n'
    exec code
    return twice(factor)


def locals_seen(n):
    m = 1
    exec 'm = n + 10; other = m * 2'
    exec 'other = other + 1; last = other'
    return m, other, last, len('abc')


def shadowed():
    exec 'len = 5'
    return len


def conditional(flag):
    if flag:
        exec 'value = 1'
    try:
        return value
    except NameError:
        return None


def in_a_dict():
    d = {'seven': 7}
    exec 'eight = seven + 1' in d
    return d['eight'], 'eight' in globals()


print made(), locals_seen(5), shadowed(), conditional(True), conditional(False), in_a_dict()
exec 'at_top = 4'
print at_top
