# jit: yes
"""An object whose class a trace has tested is not one of another class: comparing it with that costs nothing."""
from rpython.rlib.jit import JitDriver


class Value(object):
    def number(self):
        return 0


class Number(Value):
    def __init__(self, n):
        self.n = n

    def number(self):
        return self.n


class Nothing(Value):
    pass


class End(Value):
    def number(self):
        return 1000


NOTHING = Nothing()


def place(pc, code):
    return code[pc]


driver = JitDriver(greens=['pc', 'code'], reds=['i', 'total', 'values'],
                   get_printable_location=place)


def run(code, values):
    pc = 0
    i = 0
    total = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, i=i, total=total, values=values)
        command = code[pc]
        if command == 'add':
            value = values[i & 7]
            total += value.number()
            if value is NOTHING:
                total -= 1
        elif command == 'next':
            i += 1
            values[i & 7] = values[(i + 1) & 7]
        elif command == 'loop':
            if i < 30000:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, i=i, total=total, values=values)
                continue
        pc += 1
    return total


def main(argv):
    code = ['add', 'next', 'loop']
    print(run(code, [Number(n) for n in range(8)]))
    print(run(code, [NOTHING for n in range(8)]))
    print(run(code, [End(), NOTHING, Number(5), Number(6), End(), NOTHING, NOTHING, Number(7)]))
    return 0


def target(driver, args):
    return main, None
