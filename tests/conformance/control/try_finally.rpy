def f(k):
    out = []
    for i in range(5):
        try:
            try:
                if i == k:
                    break
                if i == k - 1:
                    continue
                if k == 10 and i == 2:
                    return out
                if k == 11 and i == 1:
                    raise ValueError
                out.append('body %d' % i)
            except ValueError:
                out.append('ve')
                continue
            else:
                out.append('else')
            finally:
                out.append('fin %d' % i)
        finally:
            out.append('outer')
    else:
        out.append('loop else')
    return out

def g():
    while True:
        try:
            return 1
        finally:
            break
    return 2

def h():
    try:
        return 1
    finally:
        return 2

def k():
    for i in range(3):
        try:
            raise KeyError
        finally:
            continue
    return 'k'

def w():
    n = 0
    while n < 3:
        n += 1
        if n == 7:
            break
    else:
        return 'while else'
    return 'broke'

def entry_point(argv):
    for k1 in [3, 10, 11, 20]:
        print(f(k1))
    print(g(), h(), k(), w())
    return 0


def target(driver, args):
    return entry_point, None
