"""Tic-tac-toe by minimax with alpha-beta and a table; mazes carved and solved with a generator of one's own."""
from collections import deque

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Board(object):
    def __init__(self, cells="." * 9):
        self.cells = cells

    def winner(self):
        for a, b, c in LINES:
            if self.cells[a] != "." and self.cells[a] == self.cells[b] == self.cells[c]:
                return self.cells[a]
        return None

    def full(self):
        return "." not in self.cells

    def play(self, i, who):
        if self.cells[i] != ".":
            raise ValueError("cell %d is taken" % i)
        return Board(self.cells[:i] + who + self.cells[i + 1:])

    def moves(self):
        return [i for i, c in enumerate(self.cells) if c == "."]

    def __str__(self):
        return "/".join([self.cells[i:i + 3] for i in (0, 3, 6)])


class Minimax(object):
    def __init__(self):
        self.table = {}
        self.visited = 0

    def score(self, board, who, alpha=-2, beta=2):
        key = (board.cells, who)
        if key in self.table:
            return self.table[key]
        self.visited += 1
        won = board.winner()
        if won is not None:
            return 1 if won == who else -1
        if board.full():
            return 0
        other = "O" if who == "X" else "X"
        best = -2
        exact = True
        for move in board.moves():
            best = max(best, -self.score(board.play(move, who), other, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                exact = False
                break
        if exact and alpha == best:
            self.table[key] = best
        return best

    def choose(self, board, who):
        other = "O" if who == "X" else "X"
        return max(board.moves(), key=lambda m: (-self.score(board.play(m, who), other), -m))


class Random(object):
    def __init__(self, seed):
        self.state = seed or 1

    def next(self, n):
        x = self.state
        x ^= x << 13 & 0xFFFFFFFF
        x ^= x >> 17
        x ^= x << 5 & 0xFFFFFFFF
        self.state = x
        return x % n

    def shuffle(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self.next(i + 1)
            items[i], items[j] = items[j], items[i]


class Maze(object):
    sides = [(1, 0), (0, 1), (-1, 0), (0, -1)]

    def __init__(self, width, height, seed):
        self.width = width
        self.height = height
        self.random = Random(seed)
        self.open = set()
        self.carve()

    def carve(self):
        stack = [(0, 0)]
        seen = {(0, 0)}
        while stack:
            x, y = stack[-1]
            sides = self.sides[:]
            self.random.shuffle(sides)
            for dx, dy in sides:
                other = (x + dx, y + dy)
                if 0 <= other[0] < self.width and 0 <= other[1] < self.height and other not in seen:
                    seen.add(other)
                    self.open.add(frozenset([(x, y), other]))
                    stack.append(other)
                    break
            else:
                stack.pop()

    def neighbours(self, cell):
        for dx, dy in self.sides:
            other = (cell[0] + dx, cell[1] + dy)
            if frozenset([cell, other]) in self.open:
                yield other

    def solve(self):
        goal = (self.width - 1, self.height - 1)
        came = {(0, 0): (0, 0)}
        queue = deque([(0, 0)])
        while goal not in came:
            cell = queue.popleft()
            for other in self.neighbours(cell):
                if other not in came:
                    came[other] = cell
                    queue.append(other)
        path = [goal]
        while path[-1] != (0, 0):
            path.append(came[path[-1]])
        return path[::-1]

    def show(self, path=()):
        rows = ["+" + "--+" * self.width]
        marked = set(self.solve())
        for y in range(self.height):
            middle, low = "|", "+"
            for x in range(self.width):
                middle += "* " if (x, y) in marked else "  "
                middle += " " if frozenset([(x, y), (x + 1, y)]) in self.open else "|"
                low += "  +" if frozenset([(x, y), (x, y + 1)]) in self.open else "--+"
            rows += [middle, low]
        return rows


def entry_point(argv):
    brain = Minimax()
    for cells in ["XX.OO....", "X...O...X", "XOX.O....", "XO..X....", "OO.XX...X", "XOXOXOOX."]:
        board = Board(cells)
        who = "X" if cells.count("X") == cells.count("O") else "O"
        print(board, who, brain.score(board, who), brain.choose(board, who))
    print("visited", brain.visited > 100, Minimax().score(Board("XO......."), "X"))
    for opening in [[0, 4, 8], [1, 4, 2], [4, 1, 0]]:
        board = Board()
        for i, move in enumerate(opening):
            board = board.play(move, "XO"[i % 2])
        who = "O"
        history = opening[:]
        while board.winner() is None and not board.full():
            move = brain.choose(board, who)
            history.append(move)
            board = board.play(move, who)
            who = "XO"[who == "X"]
        print(history, board, board.winner())
    try:
        board.play(0, "X")
    except ValueError as e:
        print("ValueError:", e)
    for w, h, seed in [(8, 4, 1), (5, 5, 2024), (1, 3, 9)]:
        maze = Maze(w, h, seed)
        print(w, h, len(maze.open), len(maze.solve()), maze.random.next(1000))
        print("\n".join(maze.show()))
    ends = [len([1 for x in range(6) for y in range(6) if len(list(m.neighbours((x, y)))) == 1]) for m in [Maze(6, 6, s) for s in (3, 4, 5)]]
    print("dead ends", ends)
    return 0


def target(driver, args):
    return entry_point
