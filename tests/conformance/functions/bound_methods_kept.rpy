# Bound methods kept in attributes, lists, dicts and generators.
class Animal(object):
    def __init__(self, name):
        self.name = name

    def speak(self, times):
        return ' '.join([self.sound() for i in range(times)])

    def sound(self):
        return self.name + '?'

    def rename(self, times):
        self.name = self.name * times
        return self.name


class Dog(Animal):
    def sound(self):
        return self.name + ' barks'


class Holder(object):
    def __init__(self, f):
        self.f = f
        self.calls = 0

    def call(self, n):
        self.calls += 1
        return self.f(n)


class Timer(object):
    def __init__(self):
        self.callback = None
        self.ticks = []

    def on_tick(self, callback):
        self.callback = callback

    def tick(self):
        if self.callback is not None:
            self.callback(len(self.ticks))
        self.ticks.append(1)


class Screen(object):
    def __init__(self, timer):
        self.seen = []
        timer.on_tick(self.draw)

    def draw(self, n):
        self.seen.append(n)


class Button(object):
    """Handlers of every kind: bound methods of several names, functions, closures."""
    def __init__(self):
        self.handler = nothing
        self.log = []

    def press(self, s):
        self.log.append(self.handler(s))


def nothing(s):
    return 'nothing'


class Robot(object):
    def __init__(self, speed):
        self.speed = speed

    def walk(self, s):
        return '%s walks %d' % (s, self.speed)

    def run(self, s):
        return '%s runs %d' % (s, self.speed * 2)


def each(function, items):
    for x in items:
        yield function(x)


prebuilt = Holder(Dog('Pre').speak)


def entry_point(argv):
    a = Animal('cat')
    d = Dog('rex')
    holders = [Holder(a.speak), Holder(d.speak), prebuilt]
    for h in holders:
        print(h.call(2), h.calls)
    a.name = 'tiger'
    print(holders[0].f(1))
    print(prebuilt.f(3))
    r = Holder(a.rename)
    print(r.call(2), a.name)
    t = Timer()
    t.tick()
    s = Screen(t)
    t.tick()
    t.tick()
    print(s.seen)
    table = {}
    table['a'] = a.speak
    table['d'] = d.speak
    for k in ['a', 'd']:
        print(table[k](1))
    b = Button()
    b.press('a')
    robot = Robot(5)
    b.handler = robot.walk
    b.press('b')
    robot.speed = 7
    b.press('c')
    b.handler = robot.run
    b.press('d')
    b.handler = lambda s: s + ' is handled by a lambda, speed %d' % robot.speed
    b.press('e')
    b.handler = nothing
    b.press('f')
    for line in b.log:
        print(line)
    for x in each(d.speak, [1, 2]):
        print(x)
    return 0


def target(driver, args):
    return entry_point, None
