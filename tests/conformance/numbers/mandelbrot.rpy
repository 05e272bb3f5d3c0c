"""Mandelbrot and Julia sets as text, cellular automata, plots of functions."""
import math

SHADES = ' .:-=+*#%@'


def mandelbrot(cx, cy, limit):
    x = y = 0.0
    for i in range(limit):
        x, y = x * x - y * y + cx, 2.0 * x * y + cy
        if x * x + y * y > 4.0:
            return i
    return limit


def picture(width, height, limit):
    for row in range(height):
        line = []
        cy = (row - height / 2.0) * 2.4 / height
        for col in range(width):
            cx = (col - width * 0.7) * 3.0 / width
            n = mandelbrot(cx, cy, limit)
            line.append(SHADES[n * (len(SHADES) - 1) // limit])
        print(''.join(line).rstrip())


def julia(cx, cy, width, height):
    total = 0
    for row in range(height):
        line = ''
        for col in range(width):
            x = (col - width / 2.0) * 3.0 / width
            y = (row - height / 2.0) * 2.0 / height
            n = 0
            while n < 40 and x * x + y * y < 4.0:
                x, y = x * x - y * y + cx, 2 * x * y + cy
                n += 1
            total += n
            line += SHADES[min(n // 4, 9)]
        print(line)
    print(total)


def automaton(rule, width, steps):
    cells = [0] * width
    cells[width // 2] = 1
    for i in range(steps):
        print(''.join(['.#'[c] for c in cells]))
        cells = [rule >> (4 * cells[k - 1] + 2 * cells[k] + cells[(k + 1) % width]) & 1 for k in range(width)]


def plot(name, values):
    low, high = min(values), max(values)
    print('%s: %.4f .. %.4f' % (name, low, high))
    for v in values:
        at = int(round((v - low) / (high - low) * 40))
        print('%9.4f |%s*' % (v, ' ' * at))


def life(rows, steps):
    h, w = len(rows), len(rows[0])
    grid = [[c == '#' for c in row] for row in rows]
    for s in range(steps):
        new = []
        for y in range(h):
            row = []
            for x in range(w):
                n = sum([int(grid[(y + dy) % h][(x + dx) % w]) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx != 0 or dy != 0])
                row.append(n == 3 or n == 2 and grid[y][x])
            new.append(row)
        grid = new
    for row in grid:
        print(''.join(['#' if c else '.' for c in row]))


def entry_point(argv):
    picture(60, 24, 50)
    julia(-0.8, 0.156, 50, 12)
    automaton(30, 41, 10)
    automaton(90, 31, 8)
    plot('sine', [math.sin(i * math.pi / 8) for i in range(17)])
    plot('damped', [math.exp(-i / 5.0) * math.cos(i) for i in range(12)])
    life(['.........', '..#......', '...#.....', '.###.....', '.........', '......##.', '......##.'], 9)
    return 0


def target(driver, args):
    return entry_point, None
