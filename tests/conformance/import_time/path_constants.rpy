# stage: flow space
# Constants that differ between paths, and tests that they decide; variables with a value on some paths only.


def find(items, wanted):
    """None and an int share a variable, but never meet."""
    at = None
    for i in range(len(items)):
        if items[i] == wanted:
            at = i
            break
    else:
        at = -1
    return at


def state_machine(text):
    kind = None
    count = 0
    while 1:
        if count < len(text) and text[count] == 'A':
            count += 1
            kind = 1
        if kind == 1:
            break
        count += 1
        if count > 10:
            return -1
    return count


def first_time(n):
    total = 0
    lo = 2
    hi = 3
    while lo < hi:
        last = 5 * lo - hi + n
        lo = lo + 1
    return last + total


def optional(flag, n):
    extra = None
    if flag:
        extra = n * 2
    if extra is not None:
        return extra + 1
    return 0


def mode_switch(n):
    mode = 'start'
    out = []
    if n > 3:
        mode = 'big'
    elif n < 0:
        mode = 'negative'
    if mode == 'big':
        out.append('B')
    elif mode == 'negative':
        out.append('N')
    else:
        out.append('S')
    if mode != 'start':
        out.append('!')
    return ''.join(out)


def unbound(n):
    for i in range(n):
        value = i * i
    return value


def maybe(c, d):
    if c:
        x = 1
    if d:
        x = 2
    if c or d:
        return x
    return 0


def deleted(n):
    y = n
    if n > 2:
        del y
    else:
        y += 1
    return y


def count_down():
    i = 3
    s = ''
    while i > 0:
        s += str(i)
        i -= 1
    return s


def nested():
    pairs = []
    i = 0
    while i < 3:
        j = 0
        while j < 2:
            pairs.append('%d%d' % (i, j))
            j += 1
        i += 1
    return ' '.join(pairs)


def entry_point(argv):
    print(find(['a', 'b', 'c'], 'b'), find(['a'], 'z'))
    print(state_machine('xxA'), state_machine('yyyyyyyyyyyyyyyyyyyyy'), state_machine('A'))
    print(first_time(len(argv)))
    print(optional(True, 20), optional(False, 20))
    for n in [-1, 0, 5]:
        print(mode_switch(n))
    for n in [3, 0]:
        try:
            print(unbound(n))
        except UnboundLocalError:
            print('UnboundLocalError')
    print(maybe(True, False), maybe(False, True), maybe(False, False))
    for n in [1, 5]:
        try:
            print(deleted(n))
        except NameError:
            print('NameError')
    print(count_down(), nested())
    return 0


def target(driver, args):
    return entry_point, None
