# origin: after published programs
# jit: yes
"""A two-dimensional language: greens are the place and the direction, the playfield is elidable until it is changed
(`_immutable_fields_` with `?`), commands are found by a table of functions."""
from rpython.rlib.jit import JitDriver, elidable, promote, hint, dont_look_inside
from rpython.rlib.rrandom import Random
from rpython.rlib.rarithmetic import r_uint, intmask
from rpython.rlib.rstring import StringBuilder

WIDTH, HEIGHT = 32, 10
RIGHT, DOWN, LEFT, UP = range(4)
DX = [1, 0, -1, 0]
DY = [0, 1, 0, -1]


class Field(object):
    _immutable_fields_ = ["cells?"]

    def __init__(self, text):
        lines = text.split("\n")
        grid = [' '] * (WIDTH * HEIGHT)
        for y in range(len(lines)):
            line = lines[y]
            for x in range(len(line)):
                grid[y * WIDTH + x] = line[x]
        self.cells = Cells("".join(grid))

    def get(self, x, y):
        return self.cells.at(y * WIDTH + x)

    def put(self, x, y, c):
        old = self.cells.text
        at = y * WIDTH + x
        assert at >= 0
        self.cells = Cells(old[:at] + c + old[at + 1:])


class Cells(object):
    _immutable_ = True

    def __init__(self, text):
        self.text = text

    @elidable
    def at(self, i):
        return self.text[i]


class Stack(object):
    def __init__(self):
        self.items = []

    def push(self, n):
        self.items.append(n)

    def pop(self):
        if not self.items:
            return 0
        return self.items.pop()


class State(object):
    def __init__(self, field, seed):
        self.field = field
        self.stack = Stack()
        self.out = StringBuilder()
        self.direction = RIGHT
        self.strings = False
        self.skip = False
        self.ended = False
        self.random = Random(r_uint(seed))


def binary(f):
    def command(state):
        b = state.stack.pop()
        a = state.stack.pop()
        state.stack.push(f(a, b))
    return command


def turn(direction):
    def command(state):
        state.direction = direction
    return command


def digit(n):
    def command(state):
        state.stack.push(n)
    return command


def choice(zero, other):
    def command(state):
        state.direction = zero if state.stack.pop() == 0 else other
    return command


def divide(a, b):
    return a // b if b else 0


def modulo(a, b):
    return a % b if b else 0


def do_not(state):
    state.stack.push(int(state.stack.pop() == 0))


def do_strings(state):
    state.strings = not state.strings


def do_dup(state):
    n = state.stack.pop()
    state.stack.push(n)
    state.stack.push(n)


def do_swap(state):
    b, a = state.stack.pop(), state.stack.pop()
    state.stack.push(b)
    state.stack.push(a)


def do_drop(state):
    state.stack.pop()


def do_number(state):
    state.out.append(str(state.stack.pop()))
    state.out.append(" ")


def do_char(state):
    state.out.append(chr(state.stack.pop() & 0xff))


def do_bridge(state):
    state.skip = True


def do_get(state):
    y, x = state.stack.pop(), state.stack.pop()
    state.stack.push(ord(state.field.get(x, y)))


def do_put(state):
    y, x, v = state.stack.pop(), state.stack.pop(), state.stack.pop()
    state.field.put(x, y, chr(v & 0xff))


@dont_look_inside
def do_random(state):
    state.direction = intmask(state.random.genrand32() & 3)


def do_end(state):
    state.ended = True


def do_nothing(state):
    pass


COMMANDS = [do_nothing] * 128
for _c, _f in [('+', binary(lambda a, b: a + b)), ('-', binary(lambda a, b: a - b)), ('*', binary(lambda a, b: a * b)),
               ('/', binary(divide)), ('%', binary(modulo)), ('`', binary(lambda a, b: int(a > b))), ('!', do_not),
               ('>', turn(RIGHT)), ('<', turn(LEFT)), ('^', turn(UP)), ('v', turn(DOWN)), ('_', choice(RIGHT, LEFT)),
               ('|', choice(DOWN, UP)), ('"', do_strings), (':', do_dup), ('\\', do_swap), ('$', do_drop), ('.', do_number),
               (',', do_char), ('#', do_bridge), ('g', do_get), ('p', do_put), ('?', do_random), ('@', do_end)]:
    COMMANDS[ord(_c)] = _f
for _i in range(10):
    COMMANDS[ord('0') + _i] = digit(_i)


@elidable
def command_of(c):
    return COMMANDS[ord(c) & 127]


def where(x, y, direction, strings):
    return "%d,%d %s%s" % (x, y, ">v<^"[direction], "s" if strings else "")


driver = JitDriver(greens=["x", "y", "direction", "strings"], reds=["steps", "limit", "state"], get_printable_location=where)


def run(state, limit):
    x = y = steps = 0
    direction = RIGHT
    strings = False
    while steps < limit:
        driver.jit_merge_point(x=x, y=y, direction=direction, strings=strings, steps=steps, limit=limit, state=state)
        c = state.field.get(x, y)
        if strings and c != '"':
            state.stack.push(ord(c))
        else:
            command_of(c)(state)
            if state.ended:
                break
            direction = promote(state.direction)
            strings = promote(state.strings)
        far = 1
        if state.skip:
            state.skip = False
            far = 2
        x = (x + far * DX[direction]) % WIDTH
        y = (y + far * DY[direction]) % HEIGHT
        steps += 1
        if direction != RIGHT:
            driver.can_enter_jit(x=x, y=y, direction=direction, strings=strings, steps=steps, limit=limit, state=state)
    return steps


PROGRAMS = ['>25*"!dlrow ,olleH":v\n                 v:,_@\n                 >  ^',
            '0>1+:.:99*`#@_v\n v            <\n >            v\n ^            <',
            '88*9+ 05p 05g.2>:.1-:v\n               ^    _@',
            '9>:.1-:#v_@\n ^      <',
            '1 v\n>.>2*:9999**`|\n ^           <\n             @']


def entry_point(argv):
    for text in PROGRAMS:
        state = State(Field(text), 42)
        steps = run(state, 3000)
        print("%s|%d" % (state.out.build(), steps))
    state = State(Field("v\n>?1v\n 2 3\n >v.\n.<<@"), 7)
    print("%s|%d" % (state.out.build(), run(state, 60)))
    return 0


def target(driver, args):
    return entry_point, None
