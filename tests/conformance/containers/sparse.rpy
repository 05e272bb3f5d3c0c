"""Sparse vectors and matrices, polynomials, big numbers as lists of digits, fractions in dicts."""


class Sparse(object):
    def __init__(self, rows, columns):
        self.rows = rows
        self.columns = columns
        self.cells = {}

    def set(self, r, c, v):
        if not (0 <= r < self.rows and 0 <= c < self.columns):
            raise IndexError
        if v == 0:
            self.cells.pop((r, c), 0)
        else:
            self.cells[r, c] = v

    def get(self, r, c):
        return self.cells.get((r, c), 0)

    def transpose(self):
        t = Sparse(self.columns, self.rows)
        t.cells = {(c, r): v for (r, c), v in self.cells.items()}
        return t

    def times(self, other):
        by_row = {}
        for (r, c), v in other.cells.items():
            by_row.setdefault(r, []).append((c, v))
        out = Sparse(self.rows, other.columns)
        for (r, k), v in self.cells.items():
            for c, w in by_row.get(k, []):
                out.set(r, c, out.get(r, c) + v * w)
        return out

    def show(self):
        for r in range(self.rows):
            print([self.get(r, c) for c in range(self.columns)])


def poly_add(a, b):
    out = dict(a)
    for power, k in b.items():
        out[power] = out.get(power, 0) + k
        if out[power] == 0:
            del out[power]
    return out


def poly_mul(a, b):
    out = {}
    for p, k in a.items():
        for q, m in b.items():
            out[p + q] = out.get(p + q, 0) + k * m
    return {p: k for p, k in out.items() if k != 0}


def poly_text(p):
    parts = []
    for power in sorted(p, reverse=True):
        k = p[power]
        if power == 0:
            parts.append(str(k))
        else:
            parts.append(('' if k == 1 else str(k)) + 'x' + ('' if power == 1 else '^' + str(power)))
    return ' + '.join(parts) if parts else '0'


def digits(n):
    return [int(c) for c in reversed(str(n))]


def big_add(a, b):
    out = []
    carry = 0
    for i in range(max(len(a), len(b))):
        s = carry
        if i < len(a):
            s += a[i]
        if i < len(b):
            s += b[i]
        out.append(s % 10)
        carry = s // 10
    if carry:
        out.append(carry)
    return out


def big_mul(a, b):
    out = [0] * (len(a) + len(b))
    for i, x in enumerate(a):
        carry = 0
        for j, y in enumerate(b):
            s = out[i + j] + x * y + carry
            out[i + j] = s % 10
            carry = s // 10
        out[i + len(b)] += carry
    while len(out) > 1 and out[-1] == 0:
        out.pop()
    return out


def text(n):
    return ''.join([str(d) for d in n[::-1]])


def factorial(n):
    result = [1]
    for i in range(2, n + 1):
        result = big_mul(result, digits(i))
    return result


def entry_point(argv):
    m = Sparse(3, 4)
    for r, c, v in [(0, 0, 1), (0, 3, 2), (1, 1, 3), (2, 2, 4), (2, 0, 5)]:
        m.set(r, c, v)
    m.set(1, 1, 0)
    m.set(1, 2, 7)
    m.show()
    m.transpose().show()
    p = m.times(m.transpose())
    p.show()
    print(len(p.cells), sorted(p.cells.items()))
    try:
        m.set(9, 9, 1)
    except IndexError:
        print('outside')
    a = {2: 1, 1: 3, 0: -4}
    b = {1: 1, 0: 4}
    print(poly_text(a), '|', poly_text(poly_add(a, b)), '|', poly_text(poly_mul(a, b)))
    print(poly_text(poly_add(a, {2: -1, 1: -3, 0: 4})), poly_mul(b, b) == {2: 1, 1: 8, 0: 16})
    print(text(big_add(digits(999999999), digits(1))), text(big_mul(digits(123456789), digits(987654321))))
    print(text(factorial(30)), sum(factorial(100)), len(factorial(100)))
    fib = [[0], [1]]
    while len(fib) < 150:
        fib.append(big_add(fib[-1], fib[-2]))
    print(text(fib[149]))
    return 0


def target(driver, args):
    return entry_point
