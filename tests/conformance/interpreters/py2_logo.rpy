# origin: after published programs
# oracle: stored
"""A small turtle language in Python 2: classes in old style, string exceptions of our own, nested tuple parameters, `exec` at import."""

COMMANDS = {}

for _name, _sign in (('forward', '+'), ('back', '-')):
    exec """
def do_%s(turtle, (arg, scale)):
    turtle.move(%sarg * scale)
""" % (_name, _sign) in globals()
    COMMANDS[_name] = globals()['do_' + _name]


class LogoError(Exception):
    def __init__(self, what):
        self.what = what


class StopLogo(LogoError):
    pass


def do_left(turtle, (arg, scale)):
    turtle.turn((arg, 1))


def do_right(turtle, (arg, scale)):
    turtle.turn((arg, -1))


def do_stop(turtle, (arg, scale)):
    raise StopLogo, "stopped with " + `arg`


COMMANDS['left'] = do_left
COMMANDS['right'] = do_right
COMMANDS['stop'] = do_stop


class Turtle:
    x = y = 0
    heading = 0

    def __init__(self, scale=1):
        self.scale = scale
        self.path = [(0, 0)]

    def move(self, n):
        dx, dy = ((1, 0), (0, 1), (-1, 0), (0, -1))[self.heading]
        self.x += dx * n
        self.y += dy * n
        self.path.append((self.x, self.y))

    def turn(self, (angle, direction)):
        if angle % 90 <> 0:
            raise LogoError, 'bad angle %d' % angle
        self.heading = (self.heading + direction * (angle / 90)) % 4


def run(turtle, words):
    i = 0
    while i < len(words):
        word = words[i]
        i += 1
        if word == 'repeat':
            count = int(words[i])
            depth, j = 1, i + 2
            while depth:
                if words[j] == '[':
                    depth += 1
                elif words[j] == ']':
                    depth -= 1
                j += 1
            for _ in xrange(count):
                run(turtle, words[i + 2:j - 1])
            i = j
        elif COMMANDS.has_key(word):
            COMMANDS[word](turtle, (int(words[i]), turtle.scale))
            i += 1
        else:
            raise LogoError, 'unknown ' + `word`


def entry_point(argv):
    for text in ['forward 10 left 90 forward 5', 'repeat 4 [ forward 3 right 90 ]', 'repeat 2 [ repeat 2 [ back 1 left 90 ] forward 7 ]',
                 'left 45', 'forward 1 stop 9', 'jump 3', 'forward x']:
        t = Turtle()
        try:
            try:
                run(t, text.split(' '))
                print 'at', t.x, t.y, 'heading', t.heading * 90,
            finally:
                print 'after', len(t.path) - 1, 'moves'
        except StopLogo, e:
            print 'stop:', e.what
        except LogoError, e:
            print 'error:', e.what
        except ValueError, e:
            print 'bad number'
    far = [p for p in t.path if p <> (0, 0)]
    print len(far), 0x7fL, 010, 1e3, not 3 <> 3
    return 0


def target(driver, args):
    return entry_point, None
