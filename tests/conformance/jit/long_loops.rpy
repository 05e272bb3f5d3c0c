# jit: yes
"""Loops of the interpreter's main function with no merge point in them, that have many rounds: traces call what is left of them."""
from rpython.rlib import jit


class Unknown(Exception):
    def __init__(self, place):
        self.place = place


class Cell(object):
    def __init__(self, value, after):
        self.value = value
        self.after = after


class Frame(object):
    _virtualizable_ = ['top', 'slots[*]']

    def __init__(self, size):
        self = jit.hint(self, access_directly=True, fresh_virtualizable=True)
        self.top = 0
        self.slots = [0] * size


class Machine(object):
    def __init__(self, size):
        self.memory = [(7 * i + 3) % 251 for i in range(size)]
        self.weights = [0.5 * (i % 9) for i in range(size)]
        cells = None
        for i in range(size):
            cells = Cell(i, cells)
        self.cells = cells
        self.seen = 0


def place(pc, code):
    return '%s at %d' % (code, pc)


driver = jit.JitDriver(greens=['pc', 'code'], reds=['count', 'acc', 'frame', 'machine'], virtualizables=['frame'],
                       get_printable_location=place)


def checked(value):
    if value == 777:
        raise Unknown(value)
    return value


def run(code, count, frame, machine):
    acc = 1
    pc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, count=count, acc=acc, frame=frame, machine=machine)
        op = code[pc]
        pc += 1
        if op == 'a':
            acc = (acc * 3 + count) & 0xffff
        elif op == 'w':
            # Nothing goes on behind it.
            for i in range(len(machine.memory)):
                machine.memory[i] = (machine.memory[i] * 5 + acc) & 0xff
        elif op == 's':
            # One value does.
            total = 0
            for value in machine.memory:
                total += value ^ (acc & 0xff)
            acc = (acc + total) & 0xffff
        elif op == 'b':
            # Several ways lead out, and a value of each kind.
            i = 0
            weight = 0.0
            cell = machine.cells
            while cell is not None:
                weight += machine.weights[i]
                if weight > 1.5 * (acc & 0x3ff):
                    acc += i
                    break
                if cell.value == acc & 0xff:
                    acc ^= cell.value
                    break
                cell = cell.after
                i += 1
            else:
                acc += 5
            if cell is not None:
                acc += cell.value
            acc = (acc + i + int(weight)) & 0xffff
        elif op == 'n':
            # One in the other.
            best = 0
            i = 0
            while i < 20:
                j = i
                while j < len(machine.memory):
                    if machine.memory[j] > best:
                        best = machine.memory[j]
                    j += 20
                i += 1
            acc = (acc + best) & 0xffff
        elif op == 'h':
            # A handler in it.
            missed = 0
            for value in machine.memory:
                try:
                    missed += checked(777 if value == 60 else value) & 1
                except Unknown:
                    missed += 3
            acc = (acc + missed) & 0xffff
        elif op == 't':
            # A handler around it.
            at = 0
            try:
                for value in machine.memory:
                    at += 1
                    checked(777 if value == acc & 0xff else 1)
            except Unknown as e:
                acc += e.place
            acc = (acc + at) & 0xffff
        elif op == 'u':
            # One that wants nothing of it.
            try:
                for value in machine.memory:
                    checked(777 if value == acc & 0xff else 1)
                acc += 2
            except Unknown as e:
                acc += e.place
            except IndexError:
                acc += 1
        elif op == 'i':
            # One of them in it, and one around it.
            found = 0
            try:
                for value in machine.memory:
                    try:
                        if value == 77:
                            raise IndexError
                        found += checked(777 if value == acc & 0xff else 1)
                    except IndexError:
                        found += 10
            except Unknown as e:
                acc += e.place
            acc = (acc + found) & 0xffff
        elif op == 'f':
            # The frame is in it, and an object of which nobody else knows.
            made = Cell(acc, None)
            for value in machine.memory:
                frame.slots[frame.top] = (frame.slots[frame.top] * 3 + made.value + value) & 0xfff
                made = Cell(value, made)
                if made.after.value == 9:
                    made.after = None
                    made = Cell(2, None)
                frame.top = (frame.top + 1) % len(frame.slots)
            acc = (acc + made.value + frame.slots[frame.top]) & 0xffff
        elif op == 'r':
            # It returns.
            if count == 1:
                for value in machine.memory:
                    if value == 250:
                        return acc
                    machine.seen += value
        elif op == 'e':
            # It raises.
            if count == 2:
                for value in machine.memory:
                    if value == 249:
                        raise Unknown(acc)
                    machine.seen ^= value
        elif op == 'k':
            # It ends by raising alone.
            if count == 2:
                i = 0
                while True:
                    if machine.memory[i % len(machine.memory)] + i > 1000:
                        raise Unknown(i)
                    machine.seen += 1
                    i += 1
        elif op == 'g':
            # All of it is known.
            depth = 0
            for c in code:
                depth += ord(c) & 3
            acc = (acc + depth) & 0xffff
        elif op == 'c':
            # Guest calls are in it.
            if count > 0:
                for i in range(3):
                    acc = (acc + run('aad', i, Frame(2), machine)) & 0xffff
        elif op == 'd':
            count -= 1
        elif op == 'l':
            if count > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, count=count, acc=acc, frame=frame, machine=machine)
    return acc


def entry_point(argv):
    rounds = int(argv[1]) if len(argv) > 1 else 1300
    for size in (3, 400):
        if size > 3:
            # Several of them, none of which was long before.
            print(run('asbwnhuifacdl', rounds, Frame(3), Machine(size)))
        for code in ['aswdl', 'abbwdl', 'anwdl', 'ahdl', 'atwdl', 'auwdl', 'aiwdl', 'afwdl', 'agadl', 'acdl', 'aswbnhtuifgcdl']:
            machine = Machine(size)
            frame = Frame(5)
            print(run(code, rounds, frame, machine), frame.top, frame.slots[2], machine.memory[1])
        for code in ['awardl', 'awaedl', 'awakdl']:
            machine = Machine(size)
            try:
                print(run(code, rounds, Frame(4), machine))
            except Unknown as e:
                print('unknown', e.place)
            print(machine.seen)
    return 0


def target(driver, args):
    return entry_point
