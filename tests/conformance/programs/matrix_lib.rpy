"""Matrices of floats and ints: products, elimination, determinant, inverse, powers, printing, errors of shape."""
from functools import reduce


class ShapeError(Exception):
    def __init__(self, op, a, b):
        Exception.__init__(self, "%s: %dx%d and %dx%d" % ((op,) + a + b))


class Matrix(object):
    def __init__(self, rows):
        self.rows = rows

    @classmethod
    def identity(cls, n):
        return cls([[1.0 if i == j else 0.0 for j in range(n)] for i in range(n)])

    @classmethod
    def build(cls, height, width, f):
        return cls([[float(f(i, j)) for j in range(width)] for i in range(height)])

    @property
    def shape(self):
        return len(self.rows), len(self.rows[0])

    def __getitem__(self, key):
        i, j = key
        return self.rows[i][j]

    def __setitem__(self, key, value):
        i, j = key
        self.rows[i][j] = value

    def column(self, j):
        return [row[j] for row in self.rows]

    @property
    def T(self):
        return Matrix([self.column(j) for j in range(self.shape[1])])

    def __add__(self, other):
        if self.shape != other.shape:
            raise ShapeError("add", self.shape, other.shape)
        return Matrix([[a + b for a, b in zip(x, y)] for x, y in zip(self.rows, other.rows)])

    def __mul__(self, other):
        if isinstance(other, float):
            return Matrix([[a * other for a in row] for row in self.rows])
        if self.shape[1] != other.shape[0]:
            raise ShapeError("mul", self.shape, other.shape)
        columns = other.T.rows
        return Matrix([[sum([a * b for a, b in zip(row, col)]) for col in columns] for row in self.rows])

    __rmul__ = __mul__

    def __sub__(self, other):
        return self + other * -1.0

    def __pow__(self, n):
        result = Matrix.identity(len(self.rows))
        for bit in bin(n)[2:]:
            result = result * result
            if bit == "1":
                result = result * self
        return result

    def solve(self, right):
        """Gauss-Jordan on the augmented matrix; gives (solution, determinant)."""
        n = len(self.rows)
        rows = [a[:] + b[:] for a, b in zip(self.rows, right.rows)]
        det = 1.0
        for c in range(n):
            p = max(range(c, n), key=lambda r: abs(rows[r][c]))
            if abs(rows[p][c]) < 1e-12:
                raise ZeroDivisionError("singular at column %d" % c)
            if p != c:
                rows[p], rows[c] = rows[c], rows[p]
                det = -det
            pivot = rows[c][c]
            det *= pivot
            rows[c] = [x / pivot for x in rows[c]]
            for r in range(n):
                if r != c and rows[r][c] != 0.0:
                    k = rows[r][c]
                    rows[r] = [x - k * y for x, y in zip(rows[r], rows[c])]
        return Matrix([row[n:] for row in rows]), det

    def det(self):
        try:
            return self.solve(Matrix.identity(len(self.rows)))[1]
        except ZeroDivisionError:
            return 0.0

    def inverse(self):
        return self.solve(Matrix.identity(len(self.rows)))[0]

    def minor(self, i, j):
        return Matrix([row[:j] + row[j + 1:] for k, row in enumerate(self.rows) if k != i])

    def laplace(self):
        if len(self.rows) == 1:
            return self[0, 0]
        return sum([(-1.0) ** j * self[0, j] * self.minor(0, j).laplace() for j in range(len(self.rows))])

    def close(self, other, eps=1e-9):
        return all([abs(a - b) < eps for x, y in zip(self.rows, other.rows) for a, b in zip(x, y)])

    def trace(self):
        return sum([self[i, i] for i in range(len(self.rows))])

    def norm(self):
        return reduce(lambda a, b: a + b, [x * x for row in self.rows for x in row]) ** 0.5

    def __str__(self):
        cells = [["%.4g" % (x + 0.0) for x in row] for row in self.rows]
        width = max([len(c) for row in cells for c in row])
        return "\n".join(["[" + " ".join([c.rjust(width) for c in row]) + "]" for row in cells])


def spiral(rows):
    rows = [row[:] for row in rows]
    while rows:
        for x in rows.pop(0):
            yield x
        rows = [[row[j] for row in rows] for j in range(len(rows[0]) - 1, -1, -1)] if rows and rows[0] else []


def transitive(n, pairs):
    reach = [[i == j or (i, j) in pairs for j in range(n)] for i in range(n)]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                reach[i][j] = reach[i][j] or reach[i][k] and reach[k][j]
    return ["".join(["1" if x else "." for x in row]) for row in reach]


def entry_point(argv):
    a = Matrix([[2.0, 1.0, -1.0], [-3.0, -1.0, 2.0], [-2.0, 1.0, 2.0]])
    b = Matrix([[8.0], [-11.0], [-3.0]])
    x, det = a.solve(b)
    print(x.T)
    print("det %.6f %.6f trace %.1f norm %.5f" % (det, a.laplace(), a.trace(), a.norm()))
    print(a.inverse())
    print((a * a.inverse()).close(Matrix.identity(3)), (a ** 5).close(a * a * a * a * a), a.T.T.close(a))
    print(a * 2.0 + Matrix.identity(3))
    print(0.5 * a - a)
    fib = Matrix([[1.0, 1.0], [1.0, 0.0]])
    print([int((fib ** n)[0, 1]) for n in range(1, 15)])
    hilbert = Matrix.build(4, 4, lambda i, j: 1.0 / (i + j + 1))
    print(hilbert)
    print("%.6e" % hilbert.det(), "%.6e" % hilbert.laplace())
    print(Matrix.build(2, 5, lambda i, j: i * 5 + j))
    singular = Matrix.build(3, 3, lambda i, j: i * 3 + j)
    print(singular.det(), "%.4f" % singular.laplace())
    for n, f in enumerate([lambda: a * Matrix.identity(2), lambda: b + a, lambda: singular.inverse(), lambda: a * a]):
        try:
            print(n, f().shape)
        except ShapeError as e:
            print(n, "shape", e)
        except ZeroDivisionError as e:
            print(n, "zero", e)
    a[0, 0] = 100.0
    a[-1, -1] += 1.0
    print(a.column(0), a.column(2), a[0, 0])
    print(list(spiral([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]])), list(spiral([[1], [2]])))
    print(transitive(5, {(0, 1), (1, 2), (3, 4), (2, 0)}))
    return 0


def target(driver, args):
    return entry_point
