# jit: yes
"""Objects of many maps at several places in a row: what is done next is the same for all maps of a family."""
from rpython.rlib.jit import JitDriver, elidable, promote


class Map(object):
    def __init__(self, names):
        self.names = names
        self.grown = {}

    @elidable
    def find(self, name):
        for i in range(len(self.names)):
            if self.names[i] == name:
                return i
        return -1

    @elidable
    def with_name(self, name):
        if name not in self.grown:
            self.grown[name] = Map(self.names + [name])
        return self.grown[name]


EMPTY = Map([])


class Thing(object):
    def __init__(self):
        self.map = EMPTY
        self.slots = []

    def put(self, name, value):
        at = self.map.find(name)
        if at < 0:
            self.map = self.map.with_name(name)
            self.slots = self.slots + [value]
        else:
            self.slots[at] = value

    def get(self, name):
        at = promote(self.map).find(name)
        if at < 0:
            return -1
        return self.slots[at]

    def add(self, name, n):
        at = promote(self.map).find(name)
        if at >= 0:
            self.slots[at] += n


def family(first, others):
    """Things that have `first` at the same place, and something else beside it each."""
    made = []
    for i in range(len(others)):
        thing = Thing()
        thing.put(first, i + 1)
        thing.put(others[i], 100 * i)
        made.append(thing)
    return made


driver = JitDriver(greens=['code'], reds=['n', 'total', 'left', 'middle', 'right'])


def run(code, n, left, middle, right):
    total = 0
    while n > 0:
        driver.jit_merge_point(code=code, n=n, total=total, left=left, middle=middle, right=right)
        for i in range(len(code)):
            op = code[i]
            if op == 'x':
                total += left[n % len(left)].get('xx')
            elif op == 'y':
                total += middle[n % len(middle)].get('yy') * 3
            elif op == 'z':
                total += right[n % len(right)].get('zz') ^ total & 7
            elif op == 'w':
                left[n % len(left)].add('xx', n & 3)
        n -= 1
    return total


def entry_point(argv):
    left = family('xx', ['a', 'b', 'c', 'd', 'e'])
    middle = family('yy', ['f', 'g', 'h'])
    right = family('zz', ['i', 'j', 'k', 'l'])
    print(run('x', 6000, left, middle, right))
    print(run('y', 6000, left, middle, right))
    print(run('xw', 6000, left, middle, right))
    # One of them is not like the others.
    odd = Thing()
    odd.put('other', 5)
    odd.put('yy', 7)
    print(run('y', 6000, left, middle + [odd], right))
    # A family that grows while its code runs.
    for i in range(8):
        thing = Thing()
        thing.put('zz', i)
        thing.put('q%d' % i, i)
        right.append(thing)
        print(run('z', 4000, left, middle, right))
    # Nothing is found in any of them.
    print(run('z', 2000, middle, left, left))
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    sys.exit(entry_point(sys.argv))
