"""Nested lists: matrices, a triangle, a sieve, aliasing."""


def multiply(a, b):
    n = len(a)
    result = []
    for i in range(n):
        row = []
        for j in range(len(b[0])):
            s = 0
            for k in range(len(b)):
                s += a[i][k] * b[k][j]
            row.append(s)
        result.append(row)
    return result


def power(m, n):
    result = [[1, 0], [0, 1]]
    while n > 0:
        if n & 1:
            result = multiply(result, m)
        m = multiply(m, m)
        n >>= 1
    return result


def triangle(n):
    rows = [[1]]
    for i in range(n - 1):
        last = rows[-1]
        row = [1]
        for j in range(len(last) - 1):
            row.append(last[j] + last[j + 1])
        row.append(1)
        rows.append(row)
    return rows


def sieve(n):
    flags = [True] * (n + 1)
    flags[0] = flags[1] = False
    i = 2
    while i * i <= n:
        if flags[i]:
            for j in range(i * i, n + 1, i):
                flags[j] = False
        i += 1
    return [i for i in range(n + 1) if flags[i]]


def entry_point(argv):
    print(power([[1, 1], [1, 0]], 80)[0][1])
    for row in triangle(10):
        print(" ".join([str(x) for x in row]))
    print(" ".join([str(p) for p in sieve(100)]))
    shared = [1]
    grid = [shared, shared, [1]]
    shared.append(2)
    print(len(grid[0]) + len(grid[1]) * 10 + len(grid[2]) * 100)
    return 0


def target(driver, args):
    return entry_point, None
