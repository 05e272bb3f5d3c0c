"""Sudoku, N queens, permutations, subsets, game of life, word squares, primes, towers, change."""


def peers_of(cell):
    r, c = cell // 9, cell % 9
    out = set()
    for i in range(9):
        out.add(r * 9 + i)
        out.add(i * 9 + c)
        out.add((r // 3 * 3 + i // 3) * 9 + c // 3 * 3 + i % 3)
    out.discard(cell)
    return out


PEERS = [sorted(peers_of(i)) for i in range(81)]


def solve(options, cell, digit):
    """Fixes a digit; False if that contradicts."""
    options[cell] = {digit}
    todo = [cell]
    while todo:
        c = todo.pop()
        d = min(options[c])
        for p in PEERS[c]:
            if d in options[p]:
                if len(options[p]) == 1:
                    return False
                options[p] = options[p] - {d}
                if len(options[p]) == 1:
                    todo.append(p)
    return True


def search(options):
    open_cells = [(len(o), i) for i, o in enumerate(options) if len(o) > 1]
    if not open_cells:
        return options
    _, cell = min(open_cells)
    for d in sorted(options[cell]):
        trial = [set(o) for o in options]
        if solve(trial, cell, d):
            found = search(trial)
            if found:
                return found
    return None


def sudoku(text):
    options = [set(range(1, 10)) for _ in range(81)]
    for i, c in enumerate(text):
        if c != '.' and int(c) in options[i]:
            if not solve(options, i, int(c)):
                return None
    return search(options)


def queens(n, row, columns, diag1, diag2, placed, out):
    if row == n:
        out.append(placed[:])
        return
    for c in range(n):
        if c in columns or row + c in diag1 or row - c in diag2:
            continue
        columns.add(c)
        diag1.add(row + c)
        diag2.add(row - c)
        placed.append(c)
        queens(n, row + 1, columns, diag1, diag2, placed, out)
        placed.pop()
        columns.remove(c)
        diag1.remove(row + c)
        diag2.remove(row - c)


def permutations(items):
    if len(items) <= 1:
        return [items[:]]
    out = []
    for i, x in enumerate(items):
        for rest in permutations(items[:i] + items[i + 1:]):
            out.append([x] + rest)
    return out


def subsets(items):
    out = [[]]
    for x in items:
        out += [s + [x] for s in out]
    return out


def step(cells):
    near = {}
    for x, y in cells:
        for dx, dy in ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)):
            p = (x + dx, y + dy)
            near[p] = near.get(p, 0) + 1
    return {p for p, n in near.items() if n == 3 or (n == 2 and p in cells)}


def primes(n):
    sieve = [True] * (n + 1)
    sieve[0:2] = [False, False]
    i = 2
    while i * i <= n:
        if sieve[i]:
            sieve[i * i::i] = [False] * len(sieve[i * i::i])
        i += 1
    return [i for i, p in enumerate(sieve) if p]


def hanoi(n, pegs, a, b, c, moves):
    if n == 0:
        return
    hanoi(n - 1, pegs, a, c, b, moves)
    pegs[c].append(pegs[a].pop())
    moves.append((a, c))
    hanoi(n - 1, pegs, b, a, c, moves)


def change(amount, coins):
    ways = [1] + [0] * amount
    for coin in coins:
        for i in range(coin, amount + 1):
            ways[i] += ways[i - coin]
    return ways[amount]


def entry_point(argv):
    grid = sudoku('53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79')
    if grid:
        for r in range(0, 81, 9):
            print(''.join([str(min(o)) for o in grid[r:r + 9]]))
    out = []
    queens(6, 0, set(), set(), set(), [], out)
    print(len(out), out)
    out = []
    queens(7, 0, set(), set(), set(), [], out)
    print(len(out), out[0], out[-1])
    p = permutations([1, 2, 3])
    print(p, len(permutations([9, 8, 7, 6])), p == sorted(p))
    print(subsets(['x', 'y', 'z']), len(subsets(['-'] * 8)))
    cells = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
    for _ in range(20):
        cells = step(cells)
    print(sorted(cells))
    print(primes(60), len(primes(5000)))
    pegs = [[3, 2, 1], [], []]
    moves = []
    hanoi(3, pegs, 0, 1, 2, moves)
    print(pegs, moves)
    print(change(100, [1, 5, 10, 25, 50]), change(5, [2]))
    return 0


def target(driver, args):
    return entry_point
