# annotate: main(int)
def add(a, b=10):
    return a + b


def sub(a, b=10):
    return a - b


def star(x, *rest):
    return x + len(rest)


class Op(object):
    def __init__(self, func, name='op'):
        self.func = func
        self.name = name

    def run(self, n):
        return self.func(n, 3)


OPS = [Op(add), Op(sub, name='sub')]
TABLE = {'a': add, 's': sub}


def main(n):
    r = OPS[n].run(n)
    f = TABLE['a']
    r += f(n)
    t = (1, 2)
    return r + star(1) + star(1, 2, 3) + add(*t) + add(1, b=n)
