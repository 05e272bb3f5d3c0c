# jit: yes
"""Lists and strings of constant length that the loop makes: repeated, copied, sliced, grown, compared."""
from rpython.rlib.jit import JitDriver, unroll_safe

def location(kind):
    return 'kind %d' % kind
driver = JitDriver(greens=['kind'], reds=['n', 'acc', 'text'], get_printable_location=location)

class Frame(object):
    def __init__(self, size):
        self.slots = [0] * size
        self.top = 0

class Vec(object):
    def __init__(self, items):
        self.items = items

@unroll_safe
def total(items):
    t = 0
    for x in items:
        t += x
    return t

def run(kind, n, text):
    acc = 0
    while n > 0:
        driver.jit_merge_point(kind=kind, n=n, acc=acc, text=text)
        if kind == 0:
            l = [0] * 3
            l[1] = n
            l[2] = acc
            acc = (acc + l[0] + l[1] - l[-1]) & 0xffff
        elif kind == 1:
            l = [n, acc, 3]
            m = list(l)
            m[0] = 1
            acc = (acc + m[0] + l[0] + m[1]) & 0xffff
        elif kind == 2:
            l = []
            l.append(n)
            l.append(acc)
            l.append(5)
            acc = (l.pop() + l[0] + l[1] + len(l)) & 0xffff
        elif kind == 3:
            l = [n, 1, 2, acc]
            m = l[1:3]
            m2 = l[2:]
            acc = (m[0] + m2[1] + len(m) + total(m2)) & 0xffff
        elif kind == 4:
            f = Frame(4)
            f.slots[f.top] = n
            f.top += 1
            f.slots[f.top] = acc
            f.top += 1
            f.top -= 1
            x = f.slots[f.top]
            f.top -= 1
            acc = (x + f.slots[f.top]) & 0xffff
        elif kind == 5:
            s = text + 'abc'
            acc += ord(s[0]) + ord(s[len(s) - 1])
        elif kind == 6:
            s = 'ab' + chr(65 + n % 20)
            if s == 'abF':
                acc += 1
            acc += ord(s[2]) + len(s)
        elif kind == 7:
            l = [n, acc] + [3]
            l += [n]
            v = Vec(l)
            acc = (total(v.items) + len(v.items)) & 0xffff
        elif kind == 8:
            t = (n, acc)
            l = [t, t]
            l.reverse()
            a, b = l[0]
            acc = (a + b) & 0xffff
        elif kind == 9:
            l = [0] * 40
            l[7] = n
            acc = (acc + l[7] + l[8]) & 0xffff
        elif kind == 10:
            l = [acc & 1] * 3
            l[1] = n
            acc = (acc + l[0] + l[1] + l[2]) & 0xffff
        elif kind == 11:
            l = [0] * (n & 3)
            m = [n & 1] * (acc & 3)
            acc = (acc + len(l) + len(m) + n) & 0xffff
        n -= 1
    return acc

def main(argv):
    for kind in range(12):
        print("%d %d" % (kind, run(kind, 3000, 'xyz')))
    return 0

def target(driver, args):
    return main, None
