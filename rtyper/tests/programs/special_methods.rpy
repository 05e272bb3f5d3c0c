class Stack(object):
    def __init__(self):
        self.items = []
    def push(self, x):
        self.items.append(x)
    def pop(self):
        return self.items.pop()
    def __len__(self):
        return len(self.items)
    def __getitem__(self, i):
        return self.items[i]

class Vm(object):
    _immutable_fields_ = ['code']
    counter = 0
    def __init__(self, code):
        self.code = code
        self.pc = 0
        self.stack = Stack()
        self.vars = {}

    def step(self):
        op, arg = self.code[self.pc]
        self.pc += 1
        if op == 'push':
            self.stack.push(arg)
        elif op == 'add':
            b = self.stack.pop()
            a = self.stack.pop()
            self.stack.push(a + b)
        elif op == 'jnz':
            if self.stack[len(self.stack) - 1] < 50:
                self.pc = arg
        else:
            return False
        self.counter += 1
        return True

    def run(self):
        while self.pc < len(self.code) and self.step():
            pass
        return self.stack.pop()

def gen(n):
    for i in range(n):
        yield i * 2

def default_args(a, b=3, *rest):
    return a + b + len(rest)

def swap(t):
    return (t[1], t[0])

def entry_point(argv):
    vm = Vm([('push', 1), ('push', 7), ('add', 0), ('jnz', 1), ('halt', 0)])
    print(vm.run(), vm.counter)
    print(default_args(1), default_args(1, 2), default_args(1, 2, 3, 4), default_args(b=5, a=1))
    a, b = swap((3, "x"))
    print(a, b)
    d = {(1, 2): "a", (3, 4): "b"}
    print(d[(3, 4)], (1, 2) in d, (2, 1) in d)
    l = [5, 3, 9]
    for i, x in enumerate(l):
        print(i, x)
    for x in reversed(l):
        print(x)
    print([x * x for x in l][1])
    for i in range(10, 0, -3):
        print(i)
    i = 0
    while True:
        i += 1
        if i == 3:
            continue
        if i > 5:
            break
        print(i)
    s = 0
    for g in gen(4):
        s += g
    print(s)
    print(l == [5, 3, 9], l != [1], 3 in l, 4 in l)
    l += [1, 2]
    l.insert(1, 100)
    l.extend([7])
    print(len(l), l[1], l.index(9))
    m = {}
    for i in range(100):
        m[i * 7] = i
    for i in range(0, 90):
        del m[i * 7]
    t = 0
    for k in m.keys():
        t += k + m[k]
    print(t, len(m))
    print(m.pop(91 * 7), m.setdefault(5, 6), m.get(1, -1))
    x = 3 if len(argv) > 1 else 4
    print(x)
    assert x == 3
    return 0
