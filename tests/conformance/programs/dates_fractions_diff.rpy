# A date library, fractions, matrices of them, a diff.
from functools import total_ordering
DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
NAMES = "Mon Tue Wed Thu Fri Sat Sun".split()

def is_leap(y): return y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)
def days_in(y, m): return 29 if m == 2 and is_leap(y) else DAYS[m - 1]

class DateError(ValueError): pass

@total_ordering
class Date(object):
    __slots__ = ("y", "m", "d")
    def __init__(self, y, m, d):
        if not 1 <= m <= 12: raise DateError("month must be in 1..12: %d" % m)
        if not 1 <= d <= days_in(y, m): raise DateError("day is out of range for month")
        self.y, self.m, self.d = y, m, d
    @classmethod
    def parse(cls, text):
        parts = text.split("-")
        if len(parts) != 3: raise DateError("bad date: %r" % text)
        y, m, d = [int(p) for p in parts]
        return cls(y, m, d)
    @staticmethod
    def from_ordinal(n):
        y = n * 400 // 146097 - 1
        while Date(y + 1, 1, 1).ordinal() <= n: y += 1
        m = 1
        rest = n - Date(y, 1, 1).ordinal()
        while rest >= days_in(y, m):
            rest -= days_in(y, m)
            m += 1
        return Date(y, m, rest + 1)
    def ordinal(self):
        p = self.y - 1
        n = p * 365 + p // 4 - p // 100 + p // 400
        for m in range(1, self.m): n += days_in(self.y, m)
        return n + self.d
    def weekday(self): return (self.ordinal() + 6) % 7
    def __eq__(self, o): return isinstance(o, Date) and (self.y, self.m, self.d) == (o.y, o.m, o.d)
    def __lt__(self, o): return (self.y, self.m, self.d) < (o.y, o.m, o.d)
    def __hash__(self): return hash((self.y, self.m, self.d))
    def __add__(self, n): return Date.from_ordinal(self.ordinal() + n)
    def __sub__(self, o):
        return self.ordinal() - o.ordinal()
    def __str__(self): return "%04d-%02d-%02d" % (self.y, self.m, self.d)
    def __repr__(self): return "Date(%d, %d, %d)" % (self.y, self.m, self.d)
    def __format__(self, spec):
        out = []
        i = 0
        while i < len(spec):
            if spec[i] == "%" and i + 1 < len(spec):
                c = spec[i + 1]
                out.append({"Y": "%04d" % self.y, "m": "%02d" % self.m, "d": "%02d" % self.d, "a": NAMES[self.weekday()], "%": "%"}.get(c, "?"))
                i += 2
            else:
                out.append(spec[i])
                i += 1
        return "".join(out) or str(self)

def gcd(a, b):
    while b: a, b = b, a % b
    return abs(a)

class Frac(object):
    def __init__(self, n, d=1):
        if d == 0: raise ZeroDivisionError("Frac(%s, 0)" % n)
        g = gcd(n, d) or 1
        if d < 0: g = -g
        self.n = n // g
        self.d = d // g
    def __add__(self, o):
        if isinstance(o, int): o = Frac(o)
        return Frac(self.n * o.d + o.n * self.d, self.d * o.d)
    __radd__ = __add__
    def __mul__(self, o): return Frac(self.n * o.n, self.d * o.d)
    def __truediv__(self, o): return Frac(self.n * o.d, self.d * o.n)
    def __neg__(self): return Frac(-self.n, self.d)
    def __sub__(self, o): return self + -o
    def __eq__(self, o): return self.n == o.n and self.d == o.d
    def __lt__(self, o): return self.n * o.d < o.n * self.d
    def __hash__(self): return hash((self.n, self.d))
    def __float__(self): return self.n / float(self.d)
    def __bool__(self): return self.n != 0
    def __str__(self): return str(self.n) if self.d == 1 else "%d/%d" % (self.n, self.d)
    __repr__ = __str__
    def __pow__(self, k):
        r = Frac(1)
        for _ in range(abs(k)): r = r * self
        return r if k >= 0 else Frac(1) / r

class Matrix(object):
    def __init__(self, rows): self.rows = [list(r) for r in rows]
    @property
    def shape(self): return len(self.rows), len(self.rows[0])
    def __getitem__(self, ij):
        i, j = ij
        return self.rows[i][j]
    def __setitem__(self, ij, v):
        self.rows[ij[0]][ij[1]] = v
    def __matmul__(self, o): return self.times(o)
    def times(self, o):
        cols = list(zip(*o.rows)) if 0 else [[r[j] for r in o.rows] for j in range(o.shape[1])]
        return Matrix([[sum((a * b for a, b in zip(r, c)), Frac(0)) for c in cols] for r in self.rows])
    def det(self):
        m = [r[:] for r in self.rows]
        n = len(m)
        sign = Frac(1)
        for k in range(n):
            p = next((i for i in range(k, n) if m[i][k]), -1)
            if p < 0: return Frac(0)
            if p != k:
                m[p], m[k] = m[k], m[p]
                sign = -sign
            for i in range(k + 1, n):
                f = m[i][k] / m[k][k]
                m[i] = [x - f * y for x, y in zip(m[i], m[k])]
        for k in range(n): sign = sign * m[k][k]
        return sign
    def __str__(self): return "\n".join([" ".join(["%6s" % x for x in r]) for r in self.rows])

def lcs_diff(a, b):
    n, m = len(a), len(b)
    t = [[0] * (m + 1) for _ in range(n + 1)]
    for i in reversed(range(n)):
        for j in reversed(range(m)):
            t[i][j] = t[i + 1][j + 1] + 1 if a[i] == b[j] else max(t[i + 1][j], t[i][j + 1])
    i = j = 0
    while i < n or j < m:
        if i < n and j < m and a[i] == b[j]:
            yield " ", a[i]
            i += 1; j += 1
        elif j < m and (i == n or t[i][j + 1] >= t[i + 1][j]):
            yield "+", b[j]
            j += 1
        else:
            yield "-", a[i]
            i += 1

def entry_point(argv):
    d = Date.parse("2024-02-28")
    for k in range(4): print(d + k, "{:%a %d/%m/%Y}".format(d + k), f"{d + k:%Y%%}", repr(d + k))
    for bad in ["2023-02-29", "2023-13-01", "x", "1-2-x"]:
        try: print(Date.parse(bad))
        except DateError as e: print("DateError", e)
        except ValueError as e: print("ValueError", e)
    ds = [Date(2020, 5, 1), Date(1999, 12, 31), Date(2020, 4, 30)]
    print(sorted(ds), max(ds), ds[0] - ds[1], ds[0] >= ds[2], ds[0] in set(ds), {ds[0]: 1}[Date(2020, 5, 1)])
    h = sum([Frac(1, k) for k in range(1, 11)], Frac(0))
    print(h, float(h), 1 + h, h ** -2, Frac(2, -4), bool(Frac(0)), sorted([Frac(1, 2), Frac(1, 3)]), len({Frac(1, 2), Frac(2, 4)}))
    try: Frac(1, 0)
    except ZeroDivisionError as e: print(e)
    m = Matrix([[Frac(1, i + j + 1) for j in range(4)] for i in range(4)])
    print(m); print(m.det(), m.shape, m[1, 2])
    m[0, 0] = Frac(7)
    print(m.times(m))
    for op, line in lcs_diff("a b c d e f".split(), "a c d x e f g".split()): print(op + line, end=" ")
    print()
    return 0
def target(driver, args):
    return entry_point, None
