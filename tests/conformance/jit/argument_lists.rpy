# jit: yes
"""Calls whose arguments come in lists, without a hint but the JitDriver: the frame is made, and filled in a loop, in front of the
merge point, by the function with it or by its callers. Nothing of that is left where the number of arguments is known."""
from rpython.rlib.jit import JitDriver


class Procedure(object):
    def __init__(self, name, text, slots):
        self.name = name
        self.text = text
        self.slots = slots


class World(object):
    def __init__(self, procedures):
        self.procedures = procedures
        self.ran = 0


class Trouble(Exception):
    def __init__(self, name):
        self.name = name


class Activation(object):
    def __init__(self, slots):
        self.values = [0] * slots
        self.stack = [0] * 8
        self.used = 0

    def push(self, value):
        self.stack[self.used] = value
        self.used += 1

    def pop(self):
        used = self.used - 1
        assert used >= 0
        self.used = used
        return self.stack[used]


def where(at, procedure):
    return '%s %s' % (procedure.name, procedure.text[at])


driver = JitDriver(greens=['at', 'procedure'], reds=['world', 'frame'], get_printable_location=where)


def run(world, procedure, given):
    frame = Activation(procedure.slots)
    if given is not None:
        for i in range(len(given)):
            frame.values[i] = given[i]
    at = 0
    while True:
        driver.jit_merge_point(at=at, procedure=procedure, world=world, frame=frame)
        letter = procedure.text[at]
        at += 1
        if letter.isdigit():
            frame.push(ord(letter) - ord('0'))
        elif letter == '+':
            frame.push(frame.pop() + frame.pop())
        elif letter == '-':
            frame.push(-frame.pop())
        elif letter == '<':
            right = frame.pop()
            frame.push(int(frame.pop() < right))
        elif letter == '.':
            return frame.pop()
        elif letter == '?':
            target = ord(procedure.text[at]) - ord('A')
            at += 1
            if not frame.pop():
                at = target
        elif letter == '@':
            at = ord(procedure.text[at]) - ord('A')
            driver.can_enter_jit(at=at, procedure=procedure, world=world, frame=frame)
        elif letter == '!':
            raise Trouble(procedure.name)
        else:
            operand = ord(procedure.text[at]) - ord('a')
            at += 1
            if letter == 'L':
                frame.push(frame.values[operand])
            elif letter == 'S':
                frame.values[operand] = frame.pop()
            else:
                callee = world.procedures[operand]
                count = frame.pop()
                world.ran += 1
                if letter == 'C':
                    frame.push(run(world, callee, taken(frame, count)))
                elif letter == 'D':
                    frame.push(doubled(world, callee, taken(frame, count)))
                elif letter == 'N':
                    frame.push(run(world, callee, None))
                else:
                    frame.push(guarded(world, callee, taken(frame, count)))


def taken(frame, count):
    values = []
    for _ in range(count):
        values.append(frame.pop())
    values.reverse()
    return values


def doubled(world, procedure, given):
    """Gives each argument twice."""
    frame_values = []
    for value in given:
        frame_values.append(value + value)
    return run(world, procedure, frame_values)


def guarded(world, procedure, given):
    total = 0
    for value in given:
        total += value
    try:
        return run(world, procedure, given)
    except Trouble as trouble:
        return total + len(trouble.name)


def assembled(words):
    """The text of a procedure: `a:` is a label, `?a` and `@a` jump there."""
    places = {}
    text = ''
    for word in words.split():
        if word.endswith(':'):
            places[word[0]] = len(text)
        else:
            text += word
    result = ''
    label = False
    for letter in text:
        result += chr(places[letter] + ord('A')) if label else letter
        label = letter in '?@'
    return result


def loop(name, body):
    """A procedure that does something for each number below its argument, and adds that up."""
    return Procedure(name, assembled('r: Lc La < ?e Lb ' + body + ' + Sb Lc 1 + Sc @r e: Lb .'), 3)


def main(argv):
    procedures = [
        Procedure('three', assembled('3 .'), 1),
        Procedure('sum', assembled('La Lb + .'), 2),
        Procedure('fails', assembled('La 7 < ?e La - . e: !'), 1),
    ]
    for rounds in [3, 3000]:
        # The world is made anew for each run, so that it is no constant.
        world = World(procedures)
        for name, body in [('lists', 'Lc 5 2 Cb'), ('doubled', 'Lc 5 2 Db'), ('none', '0 Na'), ('caught', 'Lc 1 Gc')]:
            print name, run(world, loop(name, body), [rounds])
        print world.ran
    return 0


def target(driver, args):
    return main, None
