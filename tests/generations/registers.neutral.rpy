# stdin: set a 10\nset b 3\ndiv c a b\nprint c\nmod c a b\nprint c\nloop a\nprint q\nset d -7\ndiv d d b\nprint d\n
# A register machine that reads its program from stdin.
import os
import sys

PY3 = sys.version_info[0] >= 3


def lines():
    """The lines of stdin, one at a time."""
    buf = ""
    while True:
        block = os.read(0, 7)
        if len(block) == 0:
            break
        if PY3:
            block = block.decode("latin-1")
        buf += block
        while "\n" in buf:
            line, buf = buf.split("\n", 1)
            yield line
    if buf:
        yield buf


class Unknown(Exception):
    def __init__(self, name):
        self.name = name


class Machine(object):
    def __init__(self):
        self.registers = {}

    def value(self, name):
        try:
            return self.registers[name]
        except KeyError:
            raise Unknown(name)

    def execute(self, words):
        op, name = words[0], words[1]
        if op == "set":
            self.registers[name] = int(words[2])
        elif op == "div":
            self.registers[name] = self.value(words[2]) // self.value(words[3])
        elif op == "mod":
            self.registers[name] = self.value(words[2]) % self.value(words[3])
        elif op == "print":
            print("%s = %d" % (name, self.value(name)))
        elif op == "loop":
            shown = []
            while self.value(name) > 7:
                self.registers[name] -= 1
                shown.append(str(self.registers[name]))
            print(" ".join(shown + ["end"]))


def entry_point(argv):
    machine = Machine()
    for line in lines():
        try:
            machine.execute(line.split(" "))
        except Unknown as e:
            print("unknown: no register %r" % e.name)
    names = sorted(machine.registers)
    print("%s %s" % (names, [machine.registers[n] for n in names]))
    return 0


def target(driver, args):
    return entry_point, None
