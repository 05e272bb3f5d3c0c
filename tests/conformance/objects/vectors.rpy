"""A vector and matrix library with all arithmetic operators, mixed with numbers."""
from __future__ import division


class Vec(object):
    def __init__(self, x, y, z):
        self.x = x
        self.y = y
        self.z = z

    def __add__(self, other):
        return Vec(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other):
        return Vec(self.x - other.x, self.y - other.y, self.z - other.z)

    def __mul__(self, other):
        if isinstance(other, Vec):
            return Vec(self.x * other.x, self.y * other.y, self.z * other.z)
        return Vec(self.x * other, self.y * other, self.z * other)

    def __rmul__(self, k):
        return Vec(k * self.x, k * self.y, k * self.z)

    def __truediv__(self, k):
        return Vec(self.x / k, self.y / k, self.z / k)

    def __neg__(self):
        return Vec(-self.x, -self.y, -self.z)

    def __pos__(self):
        return self

    def __abs__(self):
        return self.x * self.x + self.y * self.y + self.z * self.z

    def __eq__(self, other):
        if not isinstance(other, Vec):
            return NotImplemented
        return self.x == other.x and self.y == other.y and self.z == other.z

    def __hash__(self):
        return int(self.x) * 31 + int(self.y) * 17 + int(self.z)

    def __getitem__(self, i):
        if i == 0:
            return self.x
        if i == 1:
            return self.y
        if i == 2:
            return self.z
        raise IndexError("Vec index")

    def __len__(self):
        return 3

    def __bool__(self):
        return self.x != 0.0 or self.y != 0.0 or self.z != 0.0

    def __repr__(self):
        return "Vec(%s, %s, %s)" % (self.x, self.y, self.z)


class Matrix(object):
    def __init__(self, rows):
        self.rows = rows

    def __mul__(self, other):
        if isinstance(other, Matrix):
            n = len(self.rows)
            out = []
            for i in range(n):
                row = []
                for j in range(n):
                    s = 0
                    for k in range(n):
                        s += self.rows[i][k] * other.rows[k][j]
                    row.append(s)
                out.append(row)
            return Matrix(out)
        return Matrix([[x * other for x in row] for row in self.rows])

    def __iadd__(self, other):
        for i in range(len(self.rows)):
            for j in range(len(self.rows)):
                self.rows[i][j] += other.rows[i][j]
        return self

    def __eq__(self, other):
        return isinstance(other, Matrix) and self.rows == other.rows

    def __str__(self):
        return "[" + "; ".join([" ".join([str(x) for x in row]) for row in self.rows]) + "]"

    def __pow__(self, n):
        result = identity(len(self.rows))
        for i in range(n):
            result = result * self
        return result


def identity(n):
    return Matrix([[1 if i == j else 0 for j in range(n)] for i in range(n)])


def entry_point(argv):
    a = Vec(1.0, 2.0, 3.0)
    b = Vec(4.0, -5.0, 0.5)
    print(a + b)
    print(a - b)
    print(a * b)
    print(a * 2.0)
    print(2.0 * a)
    print(3 * b)
    print(a / 2.0)
    print(-a)
    print(+b)
    print(abs(a))
    print(a == Vec(1.0, 2.0, 3.0))
    print(a != b)
    print(a == b)
    print(a == 5)
    print(a == None)
    print(None != a)
    print(a[0] + a[2])
    print(len(a))
    if a:
        print("a is true")
    if not Vec(0.0, 0.0, 0.0):
        print("zero is false")
    try:
        print(a[7])
    except IndexError:
        print("IndexError")
    a += b
    print(a)
    a *= 2.0
    print(str(a) + "!")
    seen = {Vec(1.0, 1.0, 1.0): "ones", b: "b"}
    print(seen[Vec(1.0, 1.0, 1.0)])
    print(Vec(4.0, -5.0, 0.5) in seen)
    print(Vec(4.0, -5.0, 0.25) in seen)
    seen[Vec(1.0, 1.0, 1.0)] = "again"
    print(len(seen))
    vs = [Vec(float(i), 0.0, 0.0) for i in range(4)]
    print(vs.index(Vec(2.0, 0.0, 0.0)))
    print(vs.count(Vec(3.0, 0.0, 0.0)))
    vs.remove(Vec(0.0, 0.0, 0.0))
    print(vs)
    print(vs == [Vec(1.0, 0.0, 0.0), Vec(2.0, 0.0, 0.0), Vec(3.0, 0.0, 0.0)])
    print((1, vs[0]) == (1, Vec(1.0, 0.0, 0.0)))
    m = Matrix([[1, 1], [1, 0]])
    print(m * m)
    print(m * 3)
    print(m ** 10)
    total = identity(2)
    total += m
    total += m
    print(total)
    print(m == Matrix([[1, 1], [1, 0]]))
    print(m == total)
    print("%s and %r" % (m, a))
    return 0


def target(driver, args):
    return entry_point, None
