"""Puzzles by search: Conway's life on a set and on a torus, sudoku with candidates, n queens, subset sums."""
from collections import Counter


class Life(object):
    def __init__(self, picture):
        self.cells = {(x, y) for y, row in enumerate(picture) for x, c in enumerate(row) if c == "#"}
        self.generation = 0

    def neighbours(self, cell):
        x, y = cell
        return [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]

    def step(self):
        counts = Counter([n for c in self.cells for n in self.neighbours(c)])
        self.cells = {c for c, n in counts.items() if n == 3 or n == 2 and c in self.cells}
        self.generation += 1

    def show(self):
        if not self.cells:
            return ["(empty)"]
        x0, x1 = min([c[0] for c in self.cells]), max([c[0] for c in self.cells])
        y0, y1 = min([c[1] for c in self.cells]), max([c[1] for c in self.cells])
        return ["".join(["#" if (x, y) in self.cells else "." for x in range(x0, x1 + 1)]) for y in range(y0, y1 + 1)]


class Torus(Life):
    width = height = 6

    def neighbours(self, cell):
        return [(x % self.width, y % self.height) for x, y in Life.neighbours(self, cell)]


class Sudoku(object):
    def __init__(self, text):
        self.size = 4 if len(text) == 16 else 9
        self.box = 2 if self.size == 4 else 3
        self.full = (1 << self.size) - 1
        self.cells = [0] * len(text)
        self.rows = [0] * self.size
        self.columns = [0] * self.size
        self.boxes = [0] * self.size
        self.tried = 0
        for i, c in enumerate(text):
            if c != ".":
                if not self.candidates(i) >> (int(c) - 1) & 1:
                    raise ValueError("%s cannot stand at %d" % (c, i))
                self.toggle(i, int(c))

    def where(self, i):
        r, c = divmod(i, self.size)
        return r, c, r // self.box * self.box + c // self.box

    def toggle(self, i, n):
        r, c, b = self.where(i)
        bit = 1 << n - 1
        self.rows[r] ^= bit
        self.columns[c] ^= bit
        self.boxes[b] ^= bit
        self.cells[i] = 0 if self.cells[i] else n

    def candidates(self, i):
        r, c, b = self.where(i)
        return self.full & ~(self.rows[r] | self.columns[c] | self.boxes[b])

    def solve(self):
        best = -1
        fewest = 99
        for i, v in enumerate(self.cells):
            if not v:
                n = bin(self.candidates(i)).count("1")
                if n < fewest:
                    best, fewest = i, n
        if best < 0:
            return True
        mask = self.candidates(best)
        for n in range(1, self.size + 1):
            if mask >> n - 1 & 1:
                self.tried += 1
                self.toggle(best, n)
                if self.solve():
                    return True
                self.toggle(best, n)
        return False

    def __str__(self):
        text = "".join([str(v) if v else "." for v in self.cells])
        return "/".join([text[i:i + self.size] for i in range(0, len(text), self.size)])


def queens(n, placed=()):
    return list(place(n, [], set(), set()))


def place(n, rows, up, down):
    c = len(rows)
    if c == n:
        yield rows[:]
        return
    for r in range(n):
        if r not in rows and r + c not in up and r - c not in down:
            rows.append(r)
            up.add(r + c)
            down.add(r - c)
            for solution in place(n, rows, up, down):
                yield solution
            rows.pop()
            up.remove(r + c)
            down.discard(r - c)


def subsets(items, goal):
    if goal == 0:
        yield []
    for i, x in enumerate(items):
        if x <= goal:
            for rest in subsets(items[i + 1:], goal - x):
                yield [x] + rest


def entry_point(argv):
    glider = [".#.", "..#", "###"]
    for life in [Life(glider), Torus(glider), Life(["###"]), Life([".##", "##.", ".#."]), Life(["#"])]:
        for i in range(12):
            if i % 4 == 0:
                print(life.generation, len(life.cells), sorted(life.cells)[:3], " ".join(life.show()))
            life.step()
    for text in ["1...............", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
                 "12..34..21..43..", "11..............",
                 "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."]:
        try:
            s = Sudoku(text)
        except ValueError as e:
            print("error:", e)
            continue
        solved = s.solve()
        print(solved, s.tried, s)
    for n in range(1, 8):
        found = queens(n)
        print(n, len(found), found[0] if found else [])
    for row in queens(6)[1]:
        print("." * row + "Q" + "." * (5 - row))
    print(list(subsets([9, 7, 5, 4, 3, 2, 1], 12)))
    print(len(list(subsets([1, 1, 1, 1, 2, 2], 4))), list(subsets([5, 6], 4)))
    return 0


def target(driver, args):
    return entry_point
