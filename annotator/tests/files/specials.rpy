# annotate: main(int)
class Vec(object):
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]

    def __setitem__(self, i, v):
        self.items[i] = v

    def __contains__(self, x):
        return x in self.items

    def __eq__(self, other):
        return self.items == other.items

    @property
    def first(self):
        return self.items[0]

    @staticmethod
    def make(n):
        return Vec([0.5] * n)


class Ctx(object):
    def __enter__(self):
        return 7

    def __exit__(self, a, b, c):
        pass


def main(n):
    v = Vec.make(n)
    v[0] = 2.5
    w = Vec([1.5])
    with Ctx() as c:
        n += c
    if v == w:
        return len(v)
    if 2.5 in v:
        return int(v.first)
    return int(v[n])
