"""Dicts of which the functions for equality change the dict itself while a key is looked for: the search begins again, and what it
gives is what the dict holds then."""
from rpython.rlib.objectmodel import r_dict


class Key(object):
    def __init__(self, number):
        self.number = number


class World(object):
    def __init__(self):
        self.action = 0
        self.calls = 0
        self.table = r_dict(same, bucket)


def bucket(key):
    return key.number % 4


def same(a, b):
    world.calls += 1
    action = world.action
    world.action = 0
    if action == 1:
        world.table.clear()
    elif action == 2:
        del world.table[a]
    elif action == 3:
        for i in range(40):
            world.table[Key(100 + 4 * i)] = -i
    elif action == 4:
        del world.table[a]
        world.table[Key(a.number + 400)] = a.number
    elif action == 5:
        if b in world.table:
            del world.table[b]
        else:
            world.table[Key(b.number)] = 77
    return a.number == b.number


world = World()


def fill():
    world.action = 0
    world.table.clear()
    for i in range(12):
        world.table[Key(i)] = i


def found(number):
    return world.table.get(Key(number), -1000)


def total():
    n = 0
    for key in world.table:
        n += key.number + 3 * world.table[key]
    return n


def entry_point(argv):
    for action in range(1, 6):
        for number in [0, 3, 4, 8, 11, 16, 403]:
            fill()
            world.action = action
            a = found(number)
            b = found(number)
            fill()
            world.action = action
            world.table[Key(number)] = 5
            size = len(world.table)
            fill()
            world.action = action
            present = Key(number) in world.table
            print(action, number, a, b, size, present, len(world.table), total())
    fill()
    world.action = 2
    try:
        print(world.table.pop(Key(4)))
    except KeyError:
        print('gone')
    fill()
    world.action = 1
    print(world.table.setdefault(Key(8), 99), len(world.table))
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    sys.exit(entry_point(sys.argv))
