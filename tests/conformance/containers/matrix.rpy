"""Matrices as lists of lists: products, transposition, determinants, Gauss elimination, spirals, rotation."""


def identity(n):
    return [[1 if i == j else 0 for j in range(n)] for i in range(n)]


def multiply(a, b):
    columns = [[row[j] for row in b] for j in range(len(b[0]))]
    return [[sum(x * y for x, y in zip(row, column)) for column in columns] for row in a]


def transpose(m):
    return [[row[i] for row in m] for i in range(len(m[0]))]


def power(m, n):
    result = identity(len(m))
    while n > 0:
        if n % 2 == 1:
            result = multiply(result, m)
        m = multiply(m, m)
        n //= 2
    return result


def determinant(m):
    if len(m) == 1:
        return m[0][0]
    total = 0
    for j in range(len(m)):
        minor = [row[:j] + row[j + 1:] for row in m[1:]]
        total += (-1 if j % 2 else 1) * m[0][j] * determinant(minor)
    return total


def solve(a, b):
    n = len(a)
    m = [row[:] + [x] for row, x in zip(a, b)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(m[r][i]))
        m[i], m[pivot] = m[pivot], m[i]
        for r in range(n):
            if r != i:
                factor = m[r][i] / m[i][i]
                m[r] = [x - factor * y for x, y in zip(m[r], m[i])]
    return [m[i][n] / m[i][i] for i in range(n)]


def spiral(m):
    out = []
    m = [row[:] for row in m]
    while m:
        out += m.pop(0)
        if m and m[0]:
            for row in m:
                out.append(row.pop())
        if m:
            out += m.pop()[::-1]
        if m and m[0]:
            for row in reversed(m):
                out.append(row.pop(0))
    return out


def rotate(m):
    return [list(row) for row in [[r[i] for r in reversed(m)] for i in range(len(m[0]))]]


def magic(n):
    square = [[0] * n for _ in range(n)]
    i, j = 0, n // 2
    for k in range(1, n * n + 1):
        square[i][j] = k
        ni, nj = (i - 1) % n, (j + 1) % n
        if square[ni][nj]:
            ni, nj = (i + 1) % n, j
        i, j = ni, nj
    return square


def show(m):
    for row in m:
        print(' '.join(['%3d' % x for x in row]))


def pascal(n):
    rows = [[1]]
    while len(rows) < n:
        last = rows[-1]
        rows.append([1] + [a + b for a, b in zip(last, last[1:])] + [1])
    return rows


def entry_point(argv):
    a = [[1, 2, 3], [4, 5, 6]]
    b = [[7, 8], [9, 10], [11, 12]]
    print(multiply(a, b), transpose(a), identity(2))
    print(power([[1, 1], [1, 0]], 30)[0][1])
    print(determinant([[2]]), determinant([[1, 2], [3, 4]]), determinant([[2, 0, 1], [1, 3, 2], [1, 1, 4]]))
    x = solve([[2.0, 1.0, -1.0], [-3.0, -1.0, 2.0], [-2.0, 1.0, 2.0]], [8.0, -11.0, -3.0])
    print(['%.3f' % v for v in x])
    grid = [[r * 4 + c for c in range(4)] for r in range(3)]
    print(spiral(grid))
    show(rotate(grid))
    m = magic(5)
    show(m)
    print([sum(row) for row in m] == [65] * 5, sum([m[i][i] for i in range(5)]), sum(m[i][-1 - i] for i in range(5)))
    for row in pascal(6):
        print(row)
    flat = [x for row in grid for x in row if x % 2]
    print(flat, len(flat), max(flat), min(flat))
    try:
        print(grid[3][0])
    except IndexError:
        print('IndexError')
    grid[1][1:3] = [100, 200, 300]
    print(grid, [len(r) for r in grid])
    print(sorted(grid, key=len, reverse=True)[0], max(grid), min(grid, key=sum))
    return 0


def target(driver, args):
    return entry_point
