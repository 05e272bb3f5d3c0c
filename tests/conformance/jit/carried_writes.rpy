# jit: yes
"""Writes to fields wait across the labels of loops: whoever can see the field finds it written. Inner loops, calls that read
or write it, exceptions, the collector, several objects with the field, and all settings of this."""
from rpython.rlib import jit, rgc


class Error(Exception):
    pass


class Cell(object):
    def __init__(self, n):
        self.n = n


class Machine(object):
    def __init__(self, name):
        self.name = name
        self.at = 0
        self.sum = 0
        self.last = Cell(0)
        self.other = self
        self.ratio = 0.5


class World(object):
    rounds = 0


world = World()
CELLS = [Cell(5), Cell(6), Cell(7)]

driver = jit.JitDriver(greens=['pc', 'code'], reds=['left', 'm'])


@jit.dont_look_inside
def look(m):
    return m.at * 1000 + m.sum + m.last.n


@jit.dont_look_inside
def move(m, by):
    m.at += by


@jit.dont_look_inside
def fail(m):
    if m.at % 7 == 3:
        raise Error()


def run(code, left, m):
    pc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, left=left, m=m)
        op = code[pc]
        pc += 1
        if op == '+':
            m.at += 1
        elif op == '-':
            m.at -= 1
        elif op == 's':
            m.sum = m.sum + m.at & 0xffffff
        elif op == 'c':
            m.last = CELLS[m.at % 3]
        elif op == 'n':
            m.last = Cell(m.at)
        elif op == 'o':
            m.other.at += m.last.n & 3
        elif op == 'f':
            m.ratio = m.ratio * 0.75 + 1.0
        elif op == 'w':
            world.rounds += 1
        elif op == 'l':
            m.sum ^= look(m) & 0xffff
        elif op == 'm':
            move(m, 2)
        elif op == 'g':
            if m.at % 50 == 0:
                rgc.collect()
        elif op == 'x':
            m = m.other
        elif op == '!':
            try:
                fail(m)
            except Error:
                m.sum += m.at
        elif op == '[':
            if m.at & 15 == 0:
                pc = jump(code, pc)
        elif op == ']':
            if m.at & 15 != 0:
                pc = back(code, pc)
                driver.can_enter_jit(pc=pc, code=code, left=left, m=m)
        elif op == 'r':
            left -= 1
            if left > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, left=left, m=m)
    return m


@jit.elidable
def jump(code, pc):
    depth = 1
    while depth > 0:
        if code[pc] == '[':
            depth += 1
        elif code[pc] == ']':
            depth -= 1
        pc += 1
    return pc


@jit.elidable
def back(code, pc):
    depth = 0
    pc -= 1
    while True:
        if code[pc] == ']':
            depth += 1
        elif code[pc] == '[':
            depth -= 1
        if depth == 0:
            return pc + 1
        pc -= 1


def show(m):
    print('%s %d %d %d %d %d' % (m.name, m.at, m.sum, m.last.n, int(m.ratio * 1000.0), world.rounds))


PROGRAMS = ['+r', '+sr', '+[+]+r', '+[+s]csr', '+nsfwr', '+lsr', '+m+s[+cl]r', '+gn[+g]r', '+!s[+!]r', '+os[+o]-wr', '+s[+x]sr',
            '+[++s[+w]n+[-f]x]+r', '[+cs]+fwr', '+[+[+w]s]xr']


def main(argv):
    for carry in [1, 0]:
        jit.set_param(driver, 'threshold', 5)
        jit.set_param(driver, 'trace_eagerness', 3)
        jit.set_param(driver, 'carry_writes', carry)
        for code in PROGRAMS:
            a = Machine('a')
            b = Machine('b')
            for m in [a, b]:
                m.other = m
                if carry or 'o' not in code:
                    m.other = b if m is a else a
                run(code, 120, m)
                show(m)
            show(run(code, 90, a))
            show(a)
            show(b)
            a.other = b
            show(run(code, 90, a))
    return 0


def target(driver, args):
    return main, None
