"""A turtle language: procedures, repeat, variables, drawing on a grid of characters, with errors."""
import math


class TurtleError(Exception):
    pass


class Canvas(object):
    def __init__(self, width, height):
        self.width = width
        self.height = height
        self.cells = [[" "] * width for _ in range(height)]
        self.clipped = 0

    def plot(self, x, y, c):
        col, row = int(round(x)) + self.width // 2, self.height // 2 - int(round(y))
        if 0 <= col < self.width and 0 <= row < self.height:
            self.cells[row][col] = c
        else:
            self.clipped += 1

    def line(self, x0, y0, x1, y1, c):
        steps = int(max(abs(x1 - x0), abs(y1 - y0))) + 1
        for i in range(steps + 1):
            t = i / float(steps)
            self.plot(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t, c)

    def __str__(self):
        return "\n".join(["".join(row).rstrip() for row in self.cells]).strip("\n")


class Turtle(object):
    def __init__(self, canvas):
        self.canvas = canvas
        self.x = self.y = 0.0
        self.heading = 0
        self.down = True
        self.ink = "*"
        self.walked = 0.0

    def forward(self, n):
        angle = math.radians(self.heading)
        x, y = self.x + n * math.sin(angle), self.y + n * math.cos(angle)
        if self.down:
            self.canvas.line(self.x, self.y, x, y, self.ink)
        self.x, self.y = x, y
        self.walked += abs(n)


class Interpreter(object):
    def __init__(self, turtle):
        self.turtle = turtle
        self.procedures = {}
        self.output = []
        self.depth = 0

    def run(self, text):
        self.execute(text.replace("[", " [ ").replace("]", " ] ").split(), {})

    def block(self, tokens, i):
        if i >= len(tokens) or tokens[i] != "[":
            raise TurtleError("expected [")
        depth = 0
        for j in range(i, len(tokens)):
            depth += {"[": 1, "]": -1}.get(tokens[j], 0)
            if depth == 0:
                return tokens[i + 1:j], j + 1
        raise TurtleError("missing ]")

    def number(self, tokens, i, env):
        if i >= len(tokens):
            raise TurtleError("expected a number at the end")
        t = tokens[i]
        if t.startswith(":"):
            if t[1:] not in env:
                raise TurtleError("no variable " + t)
            v, i = env[t[1:]], i + 1
        else:
            try:
                v, i = int(t), i + 1
            except ValueError:
                raise TurtleError("%r is no number" % t)
        if i < len(tokens) and tokens[i] in ("+", "-", "*", "/"):
            w, j = self.number(tokens, i + 1, env)
            op = tokens[i]
            v = v + w if op == "+" else v - w if op == "-" else v * w if op == "*" else v // w
            i = j
        return v, i

    def execute(self, tokens, env):
        t = self.turtle
        i = 0
        while i < len(tokens):
            word = tokens[i]
            i += 1
            if word in ("fd", "bk", "lt", "rt", "print"):
                n, i = self.number(tokens, i, env)
                if word == "fd":
                    t.forward(n)
                elif word == "bk":
                    t.forward(-n)
                elif word == "print":
                    self.output.append(n)
                else:
                    t.heading = (t.heading + (n if word == "rt" else -n)) % 360
            elif word == "pu":
                t.down = False
            elif word == "pd":
                t.down = True
            elif word == "ink":
                t.ink = tokens[i]
                i += 1
            elif word == "let":
                name = tokens[i]
                env[name], i = self.number(tokens, i + 1, env)
            elif word == "repeat":
                n, i = self.number(tokens, i, env)
                body, i = self.block(tokens, i)
                for k in range(n):
                    self.execute(body, env)
            elif word == "if":
                a, i = self.number(tokens, i, env)
                body, i = self.block(tokens, i)
                if a > 0:
                    self.execute(body, env)
            elif word == "to":
                name = tokens[i]
                i += 1
                names = []
                while i < len(tokens) and tokens[i].startswith(":"):
                    names.append(tokens[i][1:])
                    i += 1
                body, i = self.block(tokens, i)
                self.procedures[name] = (names, body)
            elif word in self.procedures:
                names, body = self.procedures[word]
                local = {}
                for name in names:
                    local[name], i = self.number(tokens, i, env)
                self.depth += 1
                if self.depth > 50:
                    raise TurtleError("recursion too deep in " + word)
                try:
                    self.execute(body, local)
                finally:
                    self.depth -= 1
            else:
                raise TurtleError("unknown word " + word)


PROGRAMS = [
    "repeat 4 [fd 8 rt 90]",
    "to box :n [repeat 4 [fd :n rt 90]] ink a box 3 ink b pu bk 5 pd box 6 print :n",
    "to tree :n [if :n - 1 [fd :n lt 45 tree :n / 2 rt 90 tree :n / 2 lt 45 bk :n]] pu bk 8 pd tree 9",
    "let k 1 repeat 8 [fd :k rt 90 let k :k + 2] print :k print :k * 2 - 1",
    "to poly :s :n [repeat :n [fd :s rt 360 / :n]] poly 5 6 ink o poly 7 3",
    "to forever [forever] forever", "fd", "fd x", "repeat 3 fd 1", "repeat 2 [fd 1", "jump 3", "print 1 / 0",
    "fd 100 rt 90 fd 3",
]


def entry_point(argv):
    for program in PROGRAMS:
        turtle = Turtle(Canvas(31, 21))
        interpreter = Interpreter(turtle)
        print("# " + program)
        try:
            interpreter.run(program)
        except TurtleError as e:
            print("error:", e, interpreter.depth)
        except ZeroDivisionError:
            print("division by zero")
        picture = str(turtle.canvas)
        if picture:
            print(picture)
        print("at %.2f %.2f heading %d walked %.1f clipped %d %s" % (
            turtle.x + 0.0001, turtle.y + 0.0001, turtle.heading, turtle.walked, turtle.canvas.clipped, interpreter.output))
    return 0


def target(driver, args):
    return entry_point
